import { cutAt, endOfParentheses, topLevel, withoutComments, wordsOf } from './sql-pieces.js';

/** A CHECK that the migration gives no name: PostgreSQL makes one of the table's and the column's, Citus another one. */
export interface UnnamedCheck {
  table: string;
  /** With its parentheses. */
  condition: string;
  /** Words of the condition, among them the columns that it reads. */
  words: string[];
}

/** A new table. */
export interface MadeTable {
  path: string;
  /** Whether its primary key begins with the tenant. */
  isOfTenants: boolean;
  /** Statements that add its keys to other tables of tenants, once it is distributed. */
  keys: string[];
}

export interface CutStatement {
  statements: (string | UnnamedCheck)[];
  made?: MadeTable;
}

/**
 * Cuts a statement of a migration into those that Citus takes of distributed tables: one object in a DROP, no constraint among
 * other changes of a table, and no key from a table that is not distributed yet. All others stay as they are.
 */
export function cutForCitus(statement: string): CutStatement {
  const text = withoutComments(statement).trim();
  return cutDrop(text) ?? cutAlter(text) ?? cutCreate(text) ?? { statements: [statement] };
}

function cutDrop(text: string): CutStatement | undefined {
  const [, kind, list, rest] =
    /^(drop\s+[a-z]+(?:\s+if\s+exists)?)\s+(.*?)(\s+(?:cascade|restrict))?$/is.exec(text) ?? [];
  if (kind === undefined || list === undefined) return undefined;
  const names = cutAt(',', list);
  return names.length < 2 ? undefined : { statements: names.map((name) => `${kind} ${name}${rest ?? ''}`) };
}

function cutAlter(text: string): CutStatement | undefined {
  const [, head, table, list] = /^(alter\s+table\s+(?:only\s+)?(\S+))\s+(.*)$/is.exec(text) ?? [];
  if (head === undefined || table === undefined || list === undefined) return undefined;
  const changes: string[] = [];
  const constraints: (string | UnnamedCheck)[] = [];
  for (const change of cutAt(',', list)) {
    if (/^add\s+(?:constraint|check|foreign|unique|primary|exclude)\b/i.test(change))
      constraints.push(`${head} ${change}`);
    else if (/^add\s+/i.test(change)) {
      const { column, checks } = takeChecks(head, table, change);
      changes.push(column);
      constraints.push(...checks);
    } else changes.push(change);
  }
  if (constraints.length === 0 || changes.length + constraints.length < 2) return undefined;
  // Dropped and changed before anything is added that looks at the rows, as PostgreSQL does within one statement.
  return { statements: [...(changes.length > 0 ? [`${head} ${changes.join(', ')}`] : []), ...constraints] };
}

/** Takes the CHECKs off a new column. */
function takeChecks(
  head: string,
  table: string,
  change: string,
): { column: string; checks: (string | UnnamedCheck)[] } {
  const checks: (string | UnnamedCheck)[] = [];
  let column = change;
  for (;;) {
    const found = /(?:\bconstraint\s+(\S+)\s+)?\bcheck\s*\(/i.exec(topLevel(column));
    if (!found) return { column: column.trim(), checks };
    const start = found.index + found[0].length - 1;
    const end = endOfParentheses(column, start);
    const condition = column.slice(start, end);
    checks.push(
      found[1] === undefined
        ? { table, condition, words: wordsOf(condition) }
        : `${head} add constraint ${found[1]} check ${condition}`,
    );
    column = `${column.slice(0, found.index)}${column.slice(end)}`;
  }
}

const TO_TENANTS = /\breferences\s+core\.tenants\b/i;

function cutCreate(text: string): CutStatement | undefined {
  const [, head, path] = /^(create\s+table\s+(\S+)\s*)\(/is.exec(text) ?? [];
  if (head === undefined || path === undefined) return undefined;
  const end = endOfParentheses(text, head.length);
  const elements = cutAt(',', text.slice(head.length + 1, end - 1));
  const isKey = (element: string): boolean =>
    /^(?:constraint\s+\S+\s+)?foreign\s+key\b/i.test(element) && !TO_TENANTS.test(element);
  const keys = elements.filter(isKey).map((element) => `alter table ${path} add ${element}`);
  const isOfTenants = elements.some(
    (element) =>
      /^(?:constraint\s+\S+\s+)?primary\s+key\s*\(\s*tenant_id\b/i.test(element) ||
      /^tenant_id\s.*\bprimary\s+key\b/is.test(element),
  );
  const others = elements.filter((element) => !isKey(element));
  const statement = keys.length > 0 ? `${head}(${others.join(', ')})${text.slice(end)}` : text;
  return { statements: [statement], made: { path, isOfTenants, keys } };
}

/**
 * The same UPDATE with its values worked out before: Citus refuses what depends on settings, as an instant less an interval does, in the
 * UPDATE of a distributed table. `offset 0` keeps the two apart.
 * @param key the columns of the table's primary key
 * @returns undefined of other statements, and of those with a FROM or with several columns in parentheses
 */
export function workedOutFirst(statement: string, key: readonly string[]): string | undefined {
  const text = withoutComments(statement).trim();
  const [head, path, alias] = /^update\s+(\S+)\s+(?:(?:as\s+)?(?!set\b)(\w+)\s+)?set\s/i.exec(text) ?? [];
  if (head === undefined || path === undefined) return undefined;
  const rest = text.slice(head.length);
  const where = /\b(?:where|from|returning)\b/i.exec(topLevel(rest));
  if (where && !/where/i.test(where[0])) return undefined;
  const [list, condition] = where ? [rest.slice(0, where.index), rest.slice(where.index)] : [rest, ''];
  const set = cutAt(',', list).map((one) => /^(\w+)\s*=\s*(.*)$/s.exec(one));
  if (set.includes(null)) return undefined;
  const name = alias ?? path.split('.').at(-1);
  const values = set.map((one, i) => `${one?.[2]} as value_${i}`);
  return `update ${path} ${name} set ${set.map((one, i) => `${one?.[1]} = worked_out.value_${i}`).join(', ')}
    from (select ${[...key.map((column) => `${name}.${column}`), ...values].join(', ')} from ${path} ${name} ${condition} offset 0) worked_out
   where ${key.map((column) => `worked_out.${column} = ${name}.${column}`).join(' and ')}`;
}

/** The table of an UPDATE. */
export const updatedTable = (statement: string): string | undefined =>
  /^update\s+(\S+)/i.exec(withoutComments(statement).trim())?.[1];

/** Whether a statement says how values of a column are stored, which Citus refuses of every table that it manages. */
export const setsStorage = (statement: string): boolean =>
  /^alter\s+table\s+\S+\s+alter\s+(?:column\s+)?\S+\s+set\s+storage\s/i.test(withoutComments(statement).trim());
