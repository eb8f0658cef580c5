import { availableParallelism } from 'node:os';
import { Algorithm, hash, verify } from '@node-rs/argon2';
import { DomainError, FairLimit, invalid } from '@usaha/shared';
import { messages } from './user.messages.js';

/** Cost of argon2id: 19 MiB, two passes, one lane (OWASP Password Storage Cheat Sheet). */
const cost = { algorithm: 2 as Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const MIN_LENGTH = 8;
const MAX_LENGTH = 1_000;

/** At least 8 characters, no rules of composition. @param field the name under which it was sent. */
export function requirePassword(password: string, field = 'password'): string {
  if (password.length < MIN_LENGTH) throw invalid(field, messages.passwordTooShort({ field, least: MIN_LENGTH }));
  if (password.length > MAX_LENGTH) throw invalid(field, messages.passwordTooLong({ field, most: MAX_LENGTH }));
  return password;
}

/** argon2id is made to be slow: more at once than there are cores makes all of them late, and everything else with them. */
const limit = new FairLimit(availableParallelism());
/** Of one address: it asks for more than it can need. */
const MOST_WAITING = 500;
const waiting = {
  most: MOST_WAITING,
  refusal: () => new DomainError('too_many', messages.tooManySignInsAtOnce(), { retry_after: 1 }),
};

/** New passwords wait in one line of their own. */
export const hashPassword = (password: string): Promise<string> => limit.run('new', () => hash(password, cost));

let decoy: Promise<string> | undefined;

/**
 * Whether a password fits. Where there is no hash (no such account, no password yet) it takes as long and says no,
 * so that time does not tell who has an account.
 * @param asking who waits for it in turn with others: an address, a user
 * @throws too_many where too many of the same wait already
 */
export async function passwordFits(stored: string | null, password: string, asking: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const against = stored ?? (await decoy);
  const fits = await limit.run(asking, () => verify(against, password), waiting);
  return stored !== null && fits;
}
