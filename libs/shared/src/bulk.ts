import type { ColumnFacts } from './column.js';
import type { Context } from './context.js';
import { insertsOfValues, type InsertStatement } from './rows-as-values.js';
import { RowsSent, sqlTypeOf } from './rows-sent.js';
import { isSharded } from './sharded-transaction.js';
import type { Table } from './table.js';

export interface InsertManyOptions<T extends object, C extends keyof T> {
  /** What all rows have in common: it is sent once. */
  common?: Pick<T, C>;
  /** A row takes the place of one that has its key; otherwise it is refused as a duplicate. */
  replace?: boolean;
  /** A row whose key is taken is left out; otherwise it is refused as a duplicate. */
  spare?: boolean;
}

/** So many rows nobody waits for: they leave with what comes next. More are waited for, so that they do not gather in memory. */
const FEW = 100;

/**
 * Inserts rows of the context's tenant, in one round trip however many they are. What the database writes (a serial, a
 * document number) has to be in them: numbers are drawn one by one, by `Repository.insert`.
 * @param rows instances of the entity where the table has sealed columns
 */
export async function insertMany<T extends object, C extends keyof T = never>(
  ctx: Context,
  table: Table<T>,
  rows: readonly Omit<T, 'tenant_id' | C>[],
  { common = {} as Pick<T, C>, replace = false, spare = false }: InsertManyOptions<T, C> = {},
): Promise<void> {
  if (rows.length === 0) return;
  const { keyring } = ctx.db;
  const columns = table.columns.filter(({ name }) => name !== 'tenant_id');
  for (const { name, generated } of columns)
    if (generated && rows.some((row) => (row as Record<string, unknown>)[name] === undefined))
      throw new Error(`${table.path}.${name} is given by the database: such rows are inserted one by one`);
  // A seal names whose it is.
  for (const row of rows) if (row instanceof table.entity) Object.assign(row, { tenant_id: ctx.tenant_id });
  for (const row of [common, ...rows]) table.cutCards(row as Partial<T>, columns);
  const shared = columns.filter(({ name }) => name in common);
  const varying = columns.filter((column) => !shared.includes(column));
  const sent = new RowsSent(table, varying, rows as unknown as readonly T[], keyring);
  const names = [...shared.map(({ name }) => name), ...sent.names];
  const kept = names.filter((name) => !table.keys.includes(name)).map((name) => `${name} = excluded.${name}`);
  const replaced = replace && `do update set ${kept.join(', ')}`;
  const otherwise = replaced || (spare && 'do nothing');
  const head = `insert into ${table.path} (${['tenant_id', ...names].join(', ')})`;
  const conflict = otherwise ? `on conflict (${table.keys.join(', ')}) ${otherwise}` : '';
  const once = [ctx.tenant_id, ...shared.map((column) => table.stored(column, common as unknown as T, keyring))];
  const statements = isSharded(ctx)
    ? insertsOfValues({ head, common: once.map((_, i) => `$${i + 1}`), values: once, tail: conflict }, sent.byRow)
    : insertsOfLists(head, shared, sent, once, conflict);
  if (rows.length <= FEW) for (const { text, values } of statements) ctx.db.put(text, values);
  else await Promise.all(statements.map(({ text, values }) => ctx.db.write(text, values)));
}

/** One text however many rows there are. */
function insertsOfLists<R extends object>(
  head: string,
  shared: readonly ColumnFacts[],
  sent: RowsSent<R>,
  once: readonly unknown[],
  conflict: string,
): InsertStatement[] {
  const constants = shared.map((column, i) => `$${i + 2}::${sqlTypeOf(column)}`);
  // Under row level security an INSERT of a SELECT needs a RETURNING.
  const text = `${head} select $1, ${[...constants, ...sent.reads].join(', ')}
    from ${sent.from(shared.length + 2)}${conflict && ` ${conflict}`} returning 1`;
  return sent.portions().map((values) => ({ text, values: [...once, ...values] }));
}

/**
 * Writes columns of rows that are there, in one round trip however many they are. Of records it names the version that each
 * was read with: one that has another by now stays as it is; the others have the next one, and `updated_at` is now.
 * @param rows with their keys, and with the version that was read where the table has one @param names what is written
 * @param common the part of their keys that all rows share @returns those that are not there, or have another version
 */
export async function updateMany<T extends object, R extends Partial<T>>(
  ctx: Context,
  table: Table<T>,
  rows: readonly R[],
  names: readonly (keyof T & string)[],
  common: Partial<T> = {},
): Promise<R[]> {
  if (rows.length === 0) return [];
  const isRecord = table.columns.some(({ name }) => name === 'version');
  const keys = table.keys.filter((name) => name !== 'tenant_id');
  const shared = keys.filter((name) => name in common);
  const named = [...keys.filter((name) => !shared.includes(name)), ...(isRecord ? ['version'] : [])];
  const written: string[] = names.filter((name) => !table.keys.includes(name) && !bookkeeping.has(name));
  if (written.length < names.length) throw new Error(`Keys and versions of ${table.path} are never written over`);
  const columns = table.columns.filter(({ name }) => named.includes(name) || written.includes(name));
  for (const row of rows) table.cutCards(row, columns);
  const sent = new RowsSent(table, columns, rows as unknown as readonly T[], ctx.db.keyring);
  const sets = sent.names.map((name, i) => [name, `${name} = ${sent.reads[i]}`] as const);
  const assignments = sets.filter(([name]) => !named.includes(name)).map(([, assignment]) => assignment);
  const once = [ctx.tenant_id, ...shared.map((name) => (common as Record<string, unknown>)[name])];
  const conditions = [
    'r.tenant_id = $1',
    ...shared.map((name, i) => `r.${name} = $${i + 2}`),
    ...named.map((name) => `r.${name} = v.${name}`),
  ];
  if (isRecord) assignments.push('version = r.version + 1', `updated_at = $${once.push(ctx.now)}`);
  const text = `update ${table.path} r set ${assignments.join(', ')} from ${sent.from(once.length + 1)}
    where ${conditions.join(' and ')} returning ${keys.map((name) => `r.${name}`).join(', ')}`;
  // The values are made now: what the caller does to the rows while they are written is not written.
  const done = await Promise.all(sent.portions().map((values) => ctx.db.write(text, [...once, ...values])));
  const found = new Set(done.flat().map(textOfKey));
  const keyOf = (row: R): string =>
    textOfKey((keys as (keyof T)[]).map((name) => (name in common ? common[name] : row[name])));
  return rows.filter((row) => !found.has(keyOf(row)));
}

const bookkeeping: ReadonlySet<string> = new Set(['version', 'updated_at', 'created_at']);
const textOfKey = (values: readonly unknown[]): string => values.map(String).join('\n').toLowerCase();
