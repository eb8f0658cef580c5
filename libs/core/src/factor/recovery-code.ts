import { randomBytes } from 'node:crypto';

/** Crockford's base 32: no letter that is read as a digit or as another letter. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;
export const RECOVERY_CODES = 10;

/** Fifty random bits; a byte has 256 = 8 × 32 values, so that none is likelier. */
function newRecoveryCode(): string {
  const characters = [...randomBytes(LENGTH)].map((byte) => ALPHABET.charAt(byte & 31)).join('');
  return `${characters.slice(0, 5)}-${characters.slice(5)}`;
}

/** Ten new ones, as they are shown: `7K2MQ-XW4TD`. */
export function newRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newRecoveryCode());
  return [...codes];
}

/**
 * A recovery code as it is compared: without hyphens and white space, in upper case, and letters read as Crockford has them (O is 0, I and
 * L are 1). @returns null for a text that is none
 */
export function readRecoveryCode(text: string): string | null {
  const written = text.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1');
  const isCode = written.length === LENGTH && [...written].every((character) => ALPHABET.includes(character));
  return isCode ? written : null;
}
