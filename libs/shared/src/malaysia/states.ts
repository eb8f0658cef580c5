import { groupKeySql, spellingOf, sqlTable } from '../report/text-groups.js';

/**
 * The thirteen states and three federal territories by their two digits, which ISO 3166-2:MY, identity cards and the tax
 * board share.
 */
export const states = {
  '01': 'Johor',
  '02': 'Kedah',
  '03': 'Kelantan',
  '04': 'Melaka',
  '05': 'Negeri Sembilan',
  '06': 'Pahang',
  '07': 'Pulau Pinang',
  '08': 'Perak',
  '09': 'Perlis',
  '10': 'Selangor',
  '11': 'Terengganu',
  '12': 'Sabah',
  '13': 'Sarawak',
  '14': 'Kuala Lumpur',
  '15': 'Labuan',
  '16': 'Putrajaya',
} as const;

export type StateCode = keyof typeof states;

export const stateCodes = (Object.keys(states) as StateCode[]).sort();

/** Other names that people write: in English, in short, and the three letters of ISO 3166-2. */
const otherNames: Readonly<Record<StateCode, readonly string[]>> = {
  '01': ['johore', 'jhr'],
  '02': ['kdh'],
  '03': ['ktn'],
  '04': ['malacca', 'mlk'],
  '05': ['n sembilan', 'n9', 'nsn'],
  '06': ['phg'],
  '07': ['penang', 'p pinang', 'png'],
  '08': ['prk'],
  '09': ['pls'],
  '10': ['sgr'],
  '11': ['trg'],
  '12': ['sbh'],
  '13': ['swk'],
  '14': ['kl', 'kul'],
  '15': ['lbn'],
  '16': ['pjy'],
};

const byName = new Map<string, StateCode>(
  stateCodes.flatMap((code) => [states[code].toLowerCase(), ...otherNames[code]].map((name) => [name, code] as const)),
);

/** Words before the name of a state, in small letters. */
const TITLE = '^ ?(wilayah persekutuan|federal territory( of)?|w ?p|negeri(?! sembilan)) ';

/** A federal territory whose name is left out. */
const TERRITORY = '^ ?(wilayah persekutuan|federal territory|w ?p) ?$';

/** The federal territories by their postcodes (Pos Malaysia). */
const territories: readonly (readonly [postcode: string, StateCode])[] = [
  ['^(5[0-9]|60)[0-9]{3}$', '14'],
  ['^62[0-9]{3}$', '16'],
  ['^87[0-9]{3}$', '15'],
];
const [title, territory] = [new RegExp(TITLE), new RegExp(TERRITORY)];

/**
 * The state that a text in an address means, or null where it means none: it is free text.
 * @param postal_code of the same address: it says which federal territory "Wilayah Persekutuan" is
 */
export function stateNamed(text: string | null | undefined, postal_code?: string | null): StateCode | null {
  const written = (text ?? '').toLowerCase().replace(/[^a-z0-9]+/g, ' ');
  if (territory.test(written))
    return territories.find(([codes]) => new RegExp(codes).test(postal_code ?? ''))?.[1] ?? null;
  const name = written
    .replace(title, '')
    .replace(/ darul .*$/, '')
    .trim();
  return byName.get(name) ?? null;
}

const table = sqlTable(byName);
const wordsSql = (text: string): string => `regexp_replace(lower(${text}), '[^a-z0-9]+', ' ', 'g')`;

/** States of addresses in SQL. */
export const stateSql = {
  /** What states are compared by: the code where a text is one of the names of a state, otherwise its key. */
  key(text: string): string {
    const bare = `regexp_replace(${wordsSql(text)}, '${TITLE}', '')`;
    return `coalesce(${table} ->> btrim(regexp_replace(${bare}, ' darul .*$', '')), ${groupKeySql(text)})`;
  },
  /** The state of an address as it was written, without white space at its ends; the name of a territory where only its postcode says it. */
  writtenIn(address: string): string {
    const [text, postcode] = [`(${address} ->> 'state')`, `(${address} ->> 'postal_code')`];
    const names = territories.map(([codes, code]) => `when ${postcode} ~ '${codes}' then '${states[code]}'`).join(' ');
    return `case when ${text} ~* '^\\W*[wf]' and ${wordsSql(text)} ~ '${TERRITORY}' then case ${names} else ${spellingOf(text)} end
                 else ${spellingOf(text)} end`;
  },
};

/** The states whose names stand in a text as whole words, in the order in which they stand there last. */
export function statesNamedIn(text: string): StateCode[] {
  const words = ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()} `;
  const found = [...byName].map(([name, code]) => ({ code, at: words.lastIndexOf(` ${name} `) }));
  const named = found.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
  return [...new Set(named.map(({ code }) => code).reverse())].reverse();
}

/** The words of a text in any script, in small letters. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
