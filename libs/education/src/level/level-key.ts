import { groupKeySql, sqlTable } from '@usaha/shared';
import { schoolLevels } from './school-level.js';

const names = schoolLevels.flatMap(({ key, aliases }) =>
  [key, ...aliases].map((name) => [name.toLowerCase(), key.toLowerCase()] as const),
);
const table = sqlTable(names);
const beginning = `'^(${names.map(([name]) => name).join('|')})(?![[:alnum:]])'`;

/**
 * SQL: what levels are compared by: the one that a text names by its key or an alias before any words, as `levelOf` has it, in small
 * letters; otherwise its key. `Tingkatan 4 Sains` is `form 4`.
 */
export const levelKeySql = (text: string): string => {
  const words = `btrim(regexp_replace(lower(normalize(${text}, nfkc)), '\\s+', ' ', 'g'))`;
  return `coalesce(${table} ->> substring(${words} from ${beginning}), ${groupKeySql(text)})`;
};
