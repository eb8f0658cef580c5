import type { Answer, Json } from './client.js';
import { referenceSurface, type Surface } from './core-surfaces.js';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The keys of every answer of sign-in, tenants, users and the trail. */
export const shapes = {
  contract: {
    login: words('access_token refresh_token user tenant'),
    user: words(
      'id tenant_id email first_name last_name phone role status last_login created_at updated_at mfa_enabled',
    ),
    tenant: words(
      `id name slug email phone address business_type subscription_plan pricing_model status logo_url settings
       created_at updated_at`,
    ),
  },
  reference: {
    login: words('access_token refresh_token user'),
    loginUser: words('id username email role tenant_id'),
    registered: words(
      'id username email first_name last_name phone_number ic_number role tenant_id is_active created_at',
    ),
    user: words(
      `id user_number tenant_id username email first_name last_name phone_number ic_number role permissions driver_id is_active
       last_login email_confirmed_at mfa_enabled created_at updated_at`,
    ),
    tenant: words(
      `id name schema_name domain business_type registration_number business_address contact_email contact_phone
       is_active logo_url logo_file_id settings created_at updated_at`,
    ),
    entry: words('id at actor_id actor_kind action record_type record_id changes'),
  },
  address: words('street city state postal_code country'),
};

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Without ids, whose random digits may be any number that is looked for. */
export const withoutIds = (text: string): string => text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Exactly these keys, in any order. */
export function expectKeys(record: Json, keys: readonly string[]): void {
  expect(Object.keys(record).sort()).toEqual([...keys].sort());
}

const timestamped: Readonly<Record<number, { code: string; keys: string[] }>> = {
  401: { code: 'UNAUTHORIZED', keys: words('code message timestamp') },
  403: { code: 'FORBIDDEN', keys: words('code message details timestamp') },
  404: { code: 'NOT_FOUND', keys: words('code message timestamp') },
  429: { code: 'TOO_MANY_REQUESTS', keys: words('code message details timestamp') },
};

/** A refusal in the surface's own shape, with this status. */
export function expectRefusal(on: Surface, answer: Answer, status: number, code?: string): void {
  expect([answer.status, answer.body]).toEqual([status, expect.anything()]);
  const error = on.error(answer);
  expect(error).toMatchObject({ message: expect.stringMatching(/\S/) });
  const known = timestamped[status];
  if (on === referenceSurface) {
    expectKeys(answer.body, ['success', 'error']);
    expect(answer.body.success).toBe(false);
    expect(error.timestamp).toMatch(INSTANT);
    if (known) expect(error.code).toBe(code ?? known.code);
    return;
  }
  if (known) {
    expectKeys(error, known.keys);
    expect(error.code).toBe(code ?? known.code);
    expect(error.timestamp).toMatch(INSTANT);
  } else {
    expectKeys(error, ['code', 'message', 'errors']);
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.errors.length).toBeGreaterThan(0);
  }
}

/** A 400 that names the field. */
export function expectInvalid(on: Surface, answer: Answer, field: string): void {
  expectRefusal(on, answer, 400);
  const { errors } = on.error(answer);
  expect(errors).toContainEqual({ field, message: expect.stringMatching(/\S/) });
  expect(on.error(answer).code).toBe('VALIDATION_ERROR');
}

/** A refusal by the domain: 409, on the contract surface a 400 that names the field. */
export function expectConflict(on: Surface, answer: Answer, field: string): void {
  expectRefusal(on, answer, on.conflict);
  expect(on.error(answer).errors).toContainEqual(
    expect.objectContaining({ field, message: expect.stringMatching(/\S/) }),
  );
}

/** Refusals for different reasons that must not tell them: the same status and body, save for the time. */
export function expectSameRefusal(one: Answer, other: Answer): void {
  const timeless = ({ status, text }: Answer) => [status, text.replace(/"timestamp":"[^"]*"/, '"timestamp":""')];
  expect(timeless(other)).toEqual(timeless(one));
}

/** A body in which one thing is wrong, and the field that has to be named for it. */
export type WrongBody = [what: string, field: string, body: Record<string, unknown>];

/** Every required field left out once and null once, and every field once with each value that it cannot have. */
export function wrongBodies(
  right: Record<string, unknown>,
  required: readonly string[],
  wrong: Record<string, unknown[]>,
): WrongBody[] {
  const without = (name: string) => Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));
  return [
    ...required.map((name): WrongBody => [`no ${name}`, name, without(name)]),
    ...required.map((name): WrongBody => [`${name} null`, name, { ...right, [name]: null }]),
    ...Object.entries(wrong).flatMap(([name, values]) =>
      values.map((value): WrongBody => [`${name} ${JSON.stringify(value)}`, name, { ...right, [name]: value }]),
    ),
  ];
}

/** Values that are no text, no object. */
export const not = {
  text: [5, true, {}, ['x']] as unknown[],
  object: ['x', 5, [], true] as unknown[],
};
