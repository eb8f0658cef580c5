import { groupKeySql, sqlTable, type Filter } from '@usaha/shared';
import { schoolLevels } from './school-level.js';

const names = schoolLevels.flatMap(({ key, aliases }) =>
  [key, ...aliases].map((name) => [name.toLowerCase(), key.toLowerCase()] as const),
);
const table = sqlTable(names);
/** As PostgreSQL writes it: the shortest names first. */
const stored = [...names]
  .sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
  .map(([name, key]) => `"${name}": "${key}"`)
  .join(', ');
const beginning = `'^(${names.map(([name]) => name).join('|')})(?![[:alnum:]])'`;

/**
 * SQL: what levels are compared by: the one that a text names by its key or an alias before any words, as `levelOf` has it, in small
 * letters; otherwise its key (A-342). `Tingkatan 4 Sains` is `form 4`.
 */
export const levelKeySql = (text: string): string => {
  const words = `btrim(regexp_replace(lower(normalize(${text}, nfkc)), '\\s+', ' ', 'g'))`;
  return `coalesce(${table} ->> substring(${words} from ${beginning}), ${groupKeySql(text)})`;
};

/** The same of a column, as PostgreSQL writes the expression of a stored column. */
export const levelKeyColumn = (column: string): string => {
  const words = `btrim(regexp_replace(lower(NORMALIZE(${column}, NFKC)), '\\s+'::text, ' '::text, 'g'::text))`;
  const name = `"substring"(${words}, ${beginning}::text)`;
  return `COALESCE(('{${stored}}'::jsonb ->> ${name}), NULLIF(lower(btrim(${column}, ' \t\r\n'::text)), ''::text))`;
};

/** A filter by a stored key of levels: `Tingkatan 4` finds `Form 4` and `form 4 sains` (A-342). */
export const ofLevel =
  (column: string): Filter<string> =>
  (text, bind) =>
    `r.${column} = ${levelKeySql(`${bind(text)}::text`)}`;
