import { commonPasswords } from './common-passwords.js';

/** A run of digits has at least as many. */
const SHORTEST_RUN = 8;
const THIS_SERVICE = 'usaha';
const FEW_DIGITS = /^\d{0,4}$/;

const worst: ReadonlySet<string> = new Set([
  'password',
  'qwertyui',
  'qwertyuiop',
  'asdfghjkl',
  'abcdefgh',
  'iloveyou',
  '11223344',
]);

/**
 * Whether a password is among the worst: one repeated character, a run of digits up or down with 0 after 9, or one of a
 * few values. It is compared as it is: ordinary passwords of tests are not among them.
 */
export const isWorstPassword = (password: string): boolean =>
  worst.has(password) || isOneCharacter(password) || isRun(password);

const isOneCharacter = (password: string): boolean => new Set(password).size === 1;

function isRun(password: string): boolean {
  if (password.length < SHORTEST_RUN || !/^\d+$/.test(password)) return false;
  const digits = Array.from(password, Number);
  const goesBy = (step: number): boolean =>
    digits.every((digit, i) => i === 0 || digit === ((digits[i - 1] as number) + step) % 10);
  return goesBy(1) || goesBy(9);
}

/** What a user is known by. */
export interface KnownOfUser {
  username?: string | null;
  email?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  /** The name of the user's business. */
  business?: string | null;
}

/**
 * Whether a password is a common one, in any case: one of the 10,000 most used, or the name of this service, the user's
 * names, username or e-mail, or the name of the business, bare or followed by at most four digits. Whole values are compared.
 */
export function isCommonPassword(password: string, known: KnownOfUser): boolean {
  const sought = inOneCase(password);
  return isListed(sought) || namesOf(known).some((name) => follows(sought, name));
}

const inOneCase = (text: string): string => text.normalize('NFKC').toLowerCase();

const follows = (password: string, name: string): boolean =>
  password.startsWith(name) && FEW_DIGITS.test(password.slice(name.length));

/** Names with and without the spaces within them. */
function namesOf({ username, email, first_name, last_name, business }: KnownOfUser): string[] {
  const whole = [first_name, last_name].map((name) => name?.trim() ?? '').join(' ');
  const names = [THIS_SERVICE, username, email, first_name, last_name, whole, business].map((name) =>
    inOneCase(name ?? '').trim(),
  );
  return names.flatMap((name) => [name, name.replace(/\s+/g, '')]).filter((name) => name !== '');
}

let list: string | undefined;

/** The list is searched as a text: a set would take ten times its memory, for a question that is rare. */
function isListed(password: string): boolean {
  list ??= commonPasswords.replaceAll('\n', ' ');
  return !/\s/.test(password) && list.includes(` ${password} `);
}
