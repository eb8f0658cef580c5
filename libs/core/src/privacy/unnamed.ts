import type { Contact } from '../person/person.entity.js';

/** Takes the place of names and numbers. */
export const MASK = '•••';

/** Between the fathers' and children's names of half of the country: they name one person as little as another. */
const JOINING: ReadonlySet<string> = new Set(['bin', 'binti', 'bte', 'anak', 'a/l', 'a/p', 's/o', 'd/o']);
/** A shorter word of a name is an initial, or stands in sentences: `Ng`, `Ab`. */
const LEAST_WORD = 3;
/** A shorter one is found in texts about other things. */
const LEAST_NUMBER = 6;
const LEAST_NAME = 2;

type Known = Pick<Contact, 'first_name' | 'last_name' | 'email' | 'phone_number' | 'ic_number'>;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
/** Other scripts put no space between words, so that letters of theirs bound nothing. */
const whole = (pattern: string): RegExp =>
  new RegExp(String.raw`(?<![\p{Script=Latin}\p{N}])(?:${pattern})(?![\p{Script=Latin}\p{N}])`, 'giu');

/** Each name in full, and those of its words that tell one person from another. */
const ofName = (name: string): string[] => {
  const words = name.split(/\s+/u).filter((word) => word.length >= LEAST_WORD && !JOINING.has(word.toLowerCase()));
  return [name.trim(), ...words].filter(({ length }) => length >= LEAST_NAME);
};

/** However it is divided. */
const ofNumber = (number: string, prefix = ''): string[] => {
  const signs = number.replace(/[^\p{L}\p{N}]/gu, '');
  return signs.length < LEAST_NUMBER ? [] : [prefix + [...signs].join(String.raw`[\s./-]*`)];
};

/** With or without the code of the country, or with the 0 in its place. */
const ofPhone = (number: string): string[] =>
  ofNumber(number.replace(/^\s*(?:\+?60|0)/u, ''), String.raw`(?:\+?60|0)?[\s./-]*`);

/**
 * A text without what a person is known by: names, e-mail, telephone and the number of the document become `•••`. The reason of an
 * erasure outlives the data that are erased, and people write it as they speak.
 */
export function unnamed(text: string, { first_name, last_name, email, phone_number, ic_number }: Known): string {
  const patterns = [
    ...(email?.trim() ? [escaped(email.trim())] : []),
    ...ofNumber(ic_number ?? ''),
    ...ofPhone(phone_number ?? ''),
    ...[`${first_name} ${last_name}`, first_name, last_name].flatMap(ofName).map(escaped),
  ];
  return patterns.reduce((masked, pattern) => masked.replace(whole(pattern), MASK), text);
}
