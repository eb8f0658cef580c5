import type { Context, Table } from '@usaha/shared';

type SqlType = 'uuid' | 'integer' | 'numeric' | 'boolean' | 'text' | 'timestamptz' | 'jsonb';

/** Names of columns, which the rows have too, and their SQL types; without the tenant's. */
export type RowColumns = Readonly<Record<string, SqlType>>;

/** How many rows go into one statement: enough that their number costs little, and no message grows without bound. */
const ROWS_AT_ONCE = 2_000;

const sqlTypes: Readonly<Partial<Record<Table<object>['columns'][number]['kind'], SqlType>>> = {
  text: 'text',
  uuid: 'uuid',
  count: 'integer',
  money: 'numeric',
  rate: 'numeric',
  flag: 'boolean',
  instant: 'timestamptz',
  object: 'jsonb',
};

/** The columns of an entity's table as they are written. @param only of these, unless all are wanted */
export function rowColumns<T extends object>(table: Table<T>, only?: readonly (keyof T & string)[]): RowColumns {
  const wanted = table.columns.filter(
    ({ name }) => name !== 'tenant_id' && (only === undefined || (only as readonly string[]).includes(name)),
  );
  return Object.fromEntries(
    wanted.map(({ name, kind }) => {
      const type = sqlTypes[kind];
      if (!type) throw new Error(`${table.path}.${name} cannot be written many rows at once`);
      return [name, type];
    }),
  );
}

/** Inserts rows of the context's tenant, many with one statement. */
export async function insertRows(
  ctx: Context,
  path: string,
  columns: RowColumns,
  rows: readonly object[],
): Promise<void> {
  const names = Object.keys(columns);
  const text = `insert into ${path} (tenant_id, ${names.join(', ')})
    select $1, ${names.map((name) => `v.${name}`).join(', ')} from ${listOf(columns)} returning 1`;
  const sent: Promise<unknown>[] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
    sent.push(ctx.db.write(text, [ctx.tenant_id, ...arraysOf(columns, rows.slice(at, at + ROWS_AT_ONCE))]));
  await Promise.all(sent);
}

/** Writes columns of rows that are there with one statement. @param columns `id`, and those that are written */
export async function updateRows(
  ctx: Context,
  path: string,
  columns: RowColumns,
  rows: readonly object[],
): Promise<void> {
  const sets = Object.keys(columns).filter((name) => name !== 'id');
  const changed = await ctx.db.change(
    `update ${path} r set ${sets.map((name) => `${name} = v.${name}`).join(', ')}
     from ${listOf(columns)} where r.tenant_id = $1 and r.id = v.id`,
    [ctx.tenant_id, ...arraysOf(columns, rows)],
  );
  if (changed !== rows.length) throw new Error(`Only ${changed} of ${rows.length} rows of ${path} could be written`);
}

const listOf = (columns: RowColumns): string =>
  `unnest(${Object.values(columns)
    .map((type, i) => `$${i + 2}::${type}[]`)
    .join(', ')}) as v (${Object.keys(columns).join(', ')})`;

const arraysOf = (columns: RowColumns, rows: readonly object[]): unknown[] =>
  Object.entries(columns).map(([name, type]) =>
    arrayOf(
      type,
      rows.map((row) => (row as Readonly<Record<string, unknown>>)[name] ?? null),
    ),
  );

/** What needs no quotes in an array's text is joined here, at a fraction of what the driver takes to look for them. */
function arrayOf(type: SqlType, values: readonly unknown[]): unknown {
  if (type === 'text') return values;
  if (type === 'jsonb') return values.map((value) => (value === null ? null : JSON.stringify(value)));
  const texts = (values as readonly (Date | string | number | boolean | null)[]).map((value) => {
    if (value === null) return 'NULL';
    return value instanceof Date ? value.toISOString() : String(value);
  });
  return `{${texts.join()}}`;
}
