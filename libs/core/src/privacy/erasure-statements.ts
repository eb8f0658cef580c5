import type { Database, Table } from '@usaha/shared';
import { blankOf, blankedColumns, literalOf } from './blank.js';
import type { ChildRecords, PersonalRecords } from './personal-data.js';

/** null where there is nothing to blank. Children go first: they are found by their records. */
interface Statements {
  readonly records: string | null;
  readonly children: readonly string[];
}

/** The statements on one kind of records about a person. Each names the tenant, which is $1, for every table. */
export interface ErasureStatements {
  /** All records of one person and what belongs to them; $2 is the person, $3 the moment. */
  readonly blank: Statements;
  /** The records that rows of one person stand in, which change with them; null where there are none. It goes before `blank`. */
  readonly within: string | null;
  /** Those of erased persons that the law no longer asks for; $2 is the moment since which it does, $3 now. They answer ids. */
  readonly blankOld: Statements;
}

const none: Statements = { records: null, children: [] };

/** The values of a blanked row, by column, as SQL over `r`. */
function setsOf(table: Table<object>, records: ChildRecords): [name: string, value: string][] {
  const blanked = blankedColumns(table.entity, records).flatMap((column): [string, string][] => {
    const blank: [string, string] = [column.name, literalOf(column, blankOf(table.entity, column))];
    const also = [...(column.tokens ? [`${column.name}_tokens`] : []), ...(column.formerlyClear ?? [])];
    return [blank, ...also.map((name): [string, string] => [name, 'null'])];
  });
  return [
    ...blanked,
    ...Object.entries(records.becomes ?? {}).map(([name, sql]) => [name, sql ?? ''] as [string, string]),
  ];
}

/** How a table of records notes that they were changed. */
function bookkeepingOf(table: Table<object>): string[] {
  const has = new Set(table.columns.map(({ name }) => name));
  return [
    ...(has.has('erased_at') ? ['erased_at = $3'] : []),
    ...(has.has('updated_at') ? ['updated_at = $3'] : []),
    ...(has.has('version') ? ['version = r.version + 1'] : []),
  ];
}

interface Update {
  table: Table<object>;
  records: ChildRecords;
  /** Other tables that the condition names. */
  from?: string;
  where: string;
  isRepeated?: boolean;
}

/** null where an erasure has nothing to do to these rows. */
function update({ table, records, from = '', where, isRepeated = false }: Update): string | null {
  const sets = setsOf(table, records);
  const noted = bookkeepingOf(table);
  if (sets.length === 0 && !noted.includes('erased_at = $3')) return null;
  const assigned = [...sets.map(([name, value]) => `${name} = ${value}`), ...noted].join(', ');
  // Blank rows are left alone, so that the statement may be repeated.
  const differs = sets.map(([name, value]) => `r.${name} is distinct from ${value}`).join(' or ');
  const condition = isRepeated ? `${where} and (${differs}) returning r.id` : where;
  return `update ${table.path} r set ${assigned}${from} where r.tenant_id = $1 and ${condition}`;
}

/** Rows are written under the lock of their record, and their reader goes by its version: both have to know of what is blanked. */
function touched(
  database: Pick<Database, 'table'>,
  rows: Table<object>,
  { names, within }: PersonalRecords,
): string | null {
  if (!within) return null;
  const table = database.table(within.entity);
  const named = `select o.${within.names} from ${rows.path} o where o.tenant_id = $1 and o.${names} = $2`;
  return `update ${table.path} r set updated_at = $3, version = r.version + 1 where r.tenant_id = $1 and r.id in (${named})`;
}

/** @param person the person's table */
export function erasureStatements(
  database: Pick<Database, 'table'>,
  person: Table<object>,
  records: PersonalRecords,
): ErasureStatements {
  const table = database.table(records.entity);
  const children = Object.values(records.children).map((child) => [database.table(child.entity), child] as const);
  const belongs = (child: ChildRecords): string => `o.tenant_id = $1 and o.id = r.${child.names}`;
  const isOld = (row: string): string =>
    `p.tenant_id = $1 and p.id = ${row}.${records.names} and p.erased_at is not null and ${row}.created_at < $2`;
  const isThere = (text: string | null): text is string => text !== null;
  const within = touched(database, table, records);
  if (!records.keptWhole) {
    const own = update({ table, records, where: `r.${records.names} = $2` });
    const theirs = children.map(([of, child]) =>
      update({
        table: of,
        records: child,
        from: ` from ${table.path} o`,
        where: `${belongs(child)} and o.${records.names} = $2`,
      }),
    );
    return { within, blank: { records: own, children: theirs.filter(isThere) }, blankOld: none };
  }
  const theirs = children.map(([of, child]) =>
    update({
      table: of,
      records: child,
      from: ` from ${table.path} o, ${person.path} p`,
      where: `${belongs(child)} and ${isOld('o')}`,
      isRepeated: true,
    }),
  );
  const own = update({ table, records, from: ` from ${person.path} p`, where: isOld('r'), isRepeated: true });
  return { within, blank: none, blankOld: { records: own, children: theirs.filter(isThere) } };
}
