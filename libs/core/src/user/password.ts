import { availableParallelism } from 'node:os';
import { Algorithm, hash, verify } from '@node-rs/argon2';
import { DomainError, FairLimit, invalid, proportionalQuota, unavailable, type Context } from '@usaha/shared';
import { messages } from './user.messages.js';

/** Cost of argon2id: 19 MiB, two passes, one lane (OWASP Password Storage Cheat Sheet). */
const cost = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const MIN_LENGTH = 8;
const MAX_LENGTH = 1_000;

/**
 * At least 8 characters, no rules of composition. `PasswordRules` asks for the rest.
 * @param field the name under which it was sent @param least characters that a tenant asks for
 */
export function requirePassword(password: string, field = 'password', least = MIN_LENGTH): string {
  if (password.length < least) throw invalid(field, messages.passwordTooShort({ field, least }));
  if (password.length > MAX_LENGTH) throw invalid(field, messages.passwordTooLong({ field, most: MAX_LENGTH }));
  return password;
}

/** Threads of libuv, which hash: what is given to more of them waits in a line without turns. */
const THREADS = 4;
/**
 * argon2id is made to be slow: more at once than there are cores makes all of them late, and everything else with them. One
 * place more than that stays free for an owner who has none.
 */
const limit = new FairLimit(Math.min(availableParallelism() + 1, THREADS), proportionalQuota(2));
/**
 * New passwords leave a core to all else, save a place that every limit has: a flood of registrations asks for nothing but hashes, and
 * two of them on two cores made others wait 60 ms.
 */
const limitOfNew = new FairLimit(Math.max(1, availableParallelism() - 1), proportionalQuota(2));
/** Of one tenant or address: more than it can need. */
const MOST_WAITING = 500;

/** The caller that waits for its turn: a context. */
export interface Asking {
  readonly db: Pick<Context['db'], 'owner'>;
  readonly signal?: AbortSignal;
}

const boundOf = ({ signal }: Asking, refusal: () => DomainError) => ({ most: MOST_WAITING, signal, refusal });
const tooManyNew = () => unavailable(messages.tooManyPasswordsAtOnce());
const tooManySignIns = () => new DomainError('too_many', messages.tooManySignInsAtOnce(), { retry_after: 1 });

/**
 * A hash to keep instead of the password.
 * @param asking waits for its turn; the service itself unless told
 * @throws unavailable where too many of the same tenant or address wait; the signal's reason once its client is gone
 */
export function hashPassword(password: string, asking?: Asking): Promise<string> {
  const work = () => hash(password, cost);
  if (!asking) return limit.run('the service', work);
  const { owner } = asking.db;
  const bound = boundOf(asking, tooManyNew);
  return limitOfNew.run(owner, () => limit.run(owner, work, bound), bound);
}

let decoy: Promise<string> | undefined;

/**
 * Whether a password fits. Where there is no hash (no such account, no password yet) it takes as long and says no,
 * so that time does not tell who has an account.
 * @param asking waits for its turn
 * @throws too_many where too many of the same tenant or address wait; the signal's reason once its client is gone
 */
export async function passwordFits(stored: string | null, password: string, asking: Asking): Promise<boolean> {
  decoy ??= hashPassword('no user has this password');
  const against = stored ?? (await decoy);
  const fits = await limit.run(asking.db.owner, () => verify(against, password), boundOf(asking, tooManySignIns));
  return stored !== null && fits;
}
