import { Algorithm, hash, verify } from '@node-rs/argon2';
import { invalid } from '@usaha/shared';
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

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

let decoy: Promise<string> | undefined;

/**
 * Whether a password fits. Where there is no hash (no such account, no password yet) it takes as long and says no,
 * so that time does not tell who has an account.
 */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const fits = await verify(stored ?? (await decoy), password);
  return stored !== null && fits;
}
