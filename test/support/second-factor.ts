import { Secret, TOTP } from 'otpauth';
import type { Answer, Json } from './client.js';
import { referenceSurface as on, type Surface } from './core-surfaces.js';
import type { Person } from './people.js';

const STEP_MS = 30_000;
/** A code two steps away becomes right, and one of the step before wrong, where the step ends on the way to the service. */
const ROOM_MS = 5_000;
const MOST_TRIES = 5;

/** Waits until the present step of time lasts for a few more requests. */
async function stepWithRoom(): Promise<void> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < ROOM_MS) await new Promise((resolve) => setTimeout(resolve, left));
}

/** An authenticator of a person: it shows what any phone would show of the secret. */
export class Phone {
  private readonly totp: TOTP;

  /** @param secret in base 32 */
  constructor(readonly secret: string) {
    this.totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }

  /** The code of now, or of steps away from now. The service accepts one step of difference. */
  code(steps = 0): string {
    return this.totp.generate({ timestamp: Date.now() + steps * STEP_MS });
  }

  /** A code that is none of the steps around now. */
  wrong(): string {
    const right = new Set([-2, -1, 0, 1, 2].map((steps) => this.code(steps)));
    for (let number = 0; ; number += 1) {
      const code = String(number).padStart(6, '0');
      if (!right.has(code)) return code;
    }
  }
}

/** A person with a second factor. */
export interface Enrolled extends Person {
  phone: Phone;
  /** A recovery code that is not used yet. */
  recovery(): string;
}

export const mfa = (path: string, body: Json, token?: string): Promise<Answer> =>
  on.post(`/auth/mfa${path}`, body, token);

/** Begins an enrolment. The codes of now are right for the next requests. */
export async function begin(person: Person, code?: string): Promise<{ phone: Phone; data: Json }> {
  const answer = await mfa('/totp', { password: person.password, ...(code !== undefined && { code }) }, person.token);
  if (answer.status !== 200) throw new Error(`enrolment: ${answer.status} ${answer.text}`);
  const data = on.data(answer);
  await stepWithRoom();
  return { phone: new Phone(data.secret), data };
}

/** Gives a person a second factor. The code of the step before is used, so that the present one is left. */
export async function enrol(person: Person): Promise<Enrolled> {
  const { phone } = await begin(person);
  const confirm = (): Promise<Answer> => mfa('/totp/confirm', { code: phone.code(-1) }, person.token);
  let answer = await confirm();
  // On a busy machine the step ends before the service looks at its code.
  for (let tries = 1; answer.status === 400 && tries < MOST_TRIES; tries += 1) answer = await confirm();
  if (answer.status !== 200) throw new Error(`confirmation: ${answer.status} ${answer.text}`);
  return withCodes(person, phone, on.data(answer).recovery_codes);
}

export function withCodes(person: Person, phone: Phone, codes: readonly string[]): Enrolled {
  const left = [...codes];
  const recovery = (): string => {
    const code = left.shift();
    if (code === undefined) throw new Error('No recovery code is left');
    return code;
  };
  return { ...person, phone, recovery };
}

/** Signs in with the password alone, on either surface: the token of the second step stands in the header. */
export async function challenge(person: Person, tenant?: string, surface: Surface = on): Promise<string> {
  const answer = await surface.login(person.email, person.password, tenant);
  const token = tokenIn(answer);
  if (answer.status !== 401 || token === null) throw new Error(`challenge: ${answer.status} ${answer.text}`);
  return token;
}

/** The token of the second step in an answer's header; null: there is none. */
export const tokenIn = ({ headers }: Answer): string | null =>
  /^Bearer, Mfa token="([\w-]+)", methods="totp recovery_code", expires_in="300"$/.exec(
    headers.get('www-authenticate') ?? '',
  )?.[1] ?? null;

export const verify = (mfa_token: string, code: string): Promise<Answer> => mfa('/verify', { mfa_token, code });
