import { looseKey } from '../language/words.js';

/** Names that mean the same as the name they stand under: `{ cash: ['tunai'] }`. Case, spaces, hyphens and apostrophes do not matter. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

/** SQL: white space that texts are compared without, at their ends. */
const BLANKS = `E' \\t\\r\\n'`;
const blanks = /^[ \t\r\n]+|[ \t\r\n]+$/g;

/** SQL: a text as it was written, without white space at its ends. */
export const spellingOf = (text: string): string => `btrim(${text}, ${BLANKS})`;

/** SQL: the key that freely written texts are compared by: trimmed, in small letters; null for a blank one. */
export const groupKeySql = (text: string): string => `nullif(lower(${spellingOf(text)}), '')`;

/** The same of a text; '' for a blank one and for none. */
export const groupKey = (text: string | null | undefined): string => (text ?? '').replace(blanks, '').toLowerCase();

/** A table that SQL reads names in. */
export const sqlTable = (entries: Iterable<readonly [name: string, key: string]>): string =>
  `'${JSON.stringify(Object.fromEntries(entries)).replaceAll("'", "''")}'::jsonb`;

/** SQL: the name that a text has in a table of aliases, otherwise its key. */
export function aliasKeySql(aliases: Aliases): (text: string) => string {
  const names = Object.entries(aliases).flatMap(([key, others]) =>
    [key, ...others].map((name) => [looseKey(name), key] as const),
  );
  const table = sqlTable(names);
  return (text) =>
    `coalesce(${table} ->> regexp_replace(lower(${text}), '[\\s_''’-]+', '', 'g'), ${groupKeySql(text)})`;
}

/** How freely written texts become the groups of a report. */
export interface TextGroups {
  /** SQL: the key of a spelling, or what stands for none. */
  key(spelling: string): string;
  /**
   * SQL of an aggregate over rows of one spelling each: the commonest spelling of a group, of equally common ones the first by
   * their bytes, or what stands for none.
   * @param times SQL of how often the spelling was found
   */
  label(spelling: string, times: string): string;
  /** SQL of an aggregate over records: the same, where records are few enough to be sorted. */
  labelOfRecords(text: string): string;
}

/**
 * Groups of freely written texts. To write every spelling in small letters is dear, so a report of many records groups them
 * by `spellingOf` first, and the few spellings by `key` then.
 * @param none group and label of what has no text; null where it has no label
 */
export function textGroups(none: string | null, keySql: (text: string) => string = groupKeySql): TextGroups {
  const without = none === null ? 'null' : `'${none}'`;
  const key = (text: string): string => (none === null ? keySql(text) : `coalesce(${keySql(text)}, ${without})`);
  const named = (text: string): string => `filter (where ${key(text)} is distinct from ${without})`;
  return {
    key,
    label: (spelling, times) =>
      `coalesce((array_agg(${spelling} order by ${times} desc, ${spelling} collate "C") ${named(spelling)})[1], ${without})`,
    labelOfRecords: (text) =>
      `coalesce(mode() within group (order by ${spellingOf(text)} collate "C") ${named(text)}, ${without})`,
  };
}

/** Genders as they are written in English and Malay; forms have L and P for lelaki and perempuan. */
export const genderKeySql = aliasKeySql({
  male: ['m', 'man', 'lelaki', 'l'],
  female: ['f', 'woman', 'perempuan', 'wanita', 'p'],
});
