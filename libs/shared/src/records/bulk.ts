import type { ColumnFacts } from '../schema/column.js';
import type { Context } from '../transaction/context.js';
import { insertsOfValues } from '../transaction/rows-as-values.js';
import { RowsSent, sqlTypeOf } from './rows-sent.js';
import { isSharded } from '../transaction/sharded-transaction.js';
import { mayHoldCards, type Table } from '../schema/table.js';

export interface InsertManyOptions<T extends object, C extends keyof T> {
  /** What all rows have in common: it is sent once. */
  common?: Pick<T, C>;
  /** A row takes the place of one that has its key; otherwise it is refused as a duplicate. */
  replace?: boolean;
  /** A row whose key is taken is left out; otherwise it is refused as a duplicate. */
  spare?: boolean;
}

/** How many rows are sent as they are, in VALUES: arrays of columns that are made a table first cost PostgreSQL more. */
const AS_THEY_ARE = 4;

/**
 * Enqueues the INSERT of rows of the context's tenant, in one statement however many they are. What the database writes (a serial, a
 * document number) has to be in them: numbers are drawn one by one, by `Repository.insert`.
 * @param rows instances of the entity where the table has sealed columns
 */
export function insertMany<T extends object, C extends keyof T = never>(
  ctx: Context,
  table: Table<T>,
  rows: readonly Omit<T, 'tenant_id' | C>[],
  { common = {} as Pick<T, C>, replace = false, spare = false }: InsertManyOptions<T, C> = {},
): void {
  if (rows.length === 0) return;
  const { head, tail, text, generated, shared, wordy, sent } = insertFor(table, Object.keys(common), replace, spare);
  for (const name of generated)
    if (rows.some((row) => (row as Record<string, unknown>)[name] === undefined))
      throw new Error(`${table.path}.${name} is given by the database: such rows are inserted one by one`);
  // A seal names whose it is.
  for (const row of rows) if (row instanceof table.entity) Object.assign(row, { tenant_id: ctx.tenant_id });
  for (const row of [common, ...rows]) table.cutCards(row as Partial<T>, wordy);
  const { keyring } = ctx.db;
  const all = rows as unknown as readonly T[];
  const once = [ctx.tenant_id, ...shared.map((column) => table.stored(column, common as unknown as T, keyring))];
  const statements =
    rows.length <= AS_THEY_ARE || isSharded(ctx)
      ? insertsOfValues({ head, common: once.map((_, i) => `$${i + 1}`), values: once, tail }, sent.byRow(all, keyring))
      : sent.portions(all, keyring).map(({ values }) => ({ text, values: [...once, ...values] }));
  for (const { text: insert, values } of statements) ctx.db.enqueue(insert, values);
}

interface Insert<T extends object> {
  /** `insert into` with its columns, and what stands behind the rows. */
  head: string;
  tail: string;
  /** The whole of it for rows that are sent column by column: one text however many they are. */
  text: string;
  /** Names of what the database gives to those that have none. */
  generated: readonly string[];
  /** Columns of what is sent once. */
  shared: readonly ColumnFacts[];
  /** Those that a card may be in. */
  wordy: readonly ColumnFacts[];
  sent: RowsSent<T>;
}

/** @param common names of what all rows have in common */
function insertFor<T extends object>(
  table: Table<T>,
  common: readonly string[],
  replace: boolean,
  spare: boolean,
): Insert<T> {
  return madeOnce(table, `insert ${String(replace)} ${String(spare)} ${common.join()}`, () => {
    const columns = table.columns.filter(({ name }) => name !== 'tenant_id');
    const generated = columns.flatMap((column) => (column.generated ? [column.name] : []));
    const shared = columns.filter(({ name }) => common.includes(name));
    const sent = new RowsSent(
      table,
      columns.filter((column) => !shared.includes(column)),
    );
    const names = [...shared.map(({ name }) => name), ...sent.names];
    const kept = names.filter((name) => !table.keys.includes(name)).map((name) => `${name} = excluded.${name}`);
    kept.push(...emptiedBy(columns));
    const replaced = replace && `do update set ${kept.join(', ')}`;
    const otherwise = replaced || (spare && 'do nothing');
    const head = `insert into ${table.path} (${['tenant_id', ...names].join(', ')})`;
    const tail = otherwise ? `on conflict (${table.keys.join(', ')}) ${otherwise}` : '';
    const constants = shared.map((column, i) => `$${i + 2}::${sqlTypeOf(column)}`);
    // Under row level security an INSERT of a SELECT needs a RETURNING.
    const text = `${head} select $1, ${[...constants, ...sent.reads].join(', ')}
    from ${sent.from(shared.length + 2)}${tail && ` ${tail}`} returning 1`;
    return { head, tail, text, generated, shared, wordy: columns.filter(mayHoldCards), sent };
  });
}

/**
 * Enqueues the UPDATE of columns of rows that are there, in one statement however many they are. Of records it names
 * the version that each was read with; they have the next one then, and `updated_at` is now. Where one is not there, or has
 * another version, nothing at all is done.
 * @param rows with their keys, and with the version that was read where the table has one @param names what is written
 * @param otherwise what is thrown where one is not there, by COMMIT at the latest
 * @param common the part of their keys that all rows share
 */
export function updateMany<T extends object, R extends Partial<T>>(
  ctx: Context,
  table: Table<T>,
  rows: readonly R[],
  names: readonly (keyof T & string)[],
  otherwise: () => Error,
  common: Partial<T> = {},
): void {
  if (rows.length === 0) return;
  const { update, alone, shared, wordy, isRecord, sent } = updateFor(table, names, Object.keys(common));
  for (const row of rows) table.cutCards(row, wordy);
  const once = [ctx.tenant_id, ...shared.map((name) => (common as Record<string, unknown>)[name])];
  if (isRecord) once.push(ctx.now);
  if (rows.length === 1) {
    const [values = []] = sent.byRow(rows as unknown as readonly T[], ctx.db.keyring);
    return ctx.db.updateExpecting(1, alone, [...once, ...values], otherwise);
  }
  // The values are made now: what the caller does to the rows while they are written is not written.
  const portions = sent.portions(rows as unknown as readonly T[], ctx.db.keyring);
  for (const { values, count } of portions) ctx.db.updateExpecting(count, update, [...once, ...values], otherwise);
}

interface Update<T extends object> {
  update: string;
  /** The same of one row, whose values are sent as they are. */
  alone: string;
  /** Names of the keys that are sent once. */
  shared: readonly string[];
  /** Columns that a card may be in. */
  wordy: readonly ColumnFacts[];
  /** Whether its rows have versions. */
  isRecord: boolean;
  sent: RowsSent<T>;
}

/** @param names what is written @param common names of what all rows have in common @throws for keys and versions */
function updateFor<T extends object>(table: Table<T>, names: readonly string[], common: readonly string[]): Update<T> {
  return madeOnce(table, `update ${names.join()} ${common.join()}`, () => {
    const isRecord = table.columns.some(({ name }) => name === 'version');
    const keys = table.keys.filter((name) => name !== 'tenant_id');
    const shared = keys.filter((name) => common.includes(name));
    const named = [...keys.filter((name) => !shared.includes(name)), ...(isRecord ? ['version'] : [])];
    const written = names.filter((name) => !table.keys.includes(name) && !bookkeeping.has(name));
    if (written.length < names.length) throw new Error(`Keys and versions of ${table.path} are never written over`);
    const columns = table.columns.filter(({ name }) => named.includes(name) || written.includes(name));
    const sent = new RowsSent(table, columns);
    const next = shared.length + 2;
    const first = isRecord ? next + 1 : next;
    /** @param reads what each column is set to or compared with, by its place among what is sent */
    const updateOf = (reads: (place: number) => string, from = ''): string => {
      const sets = sent.names.flatMap((name, i) => (named.includes(name) ? [] : [`${name} = ${reads(i)}`]));
      sets.push(...emptiedBy(columns));
      if (isRecord) sets.push('version = r.version + 1', `updated_at = $${next}`);
      const conditions = [
        'r.tenant_id = $1',
        ...shared.map((name, i) => `r.${name} = $${i + 2}`),
        ...named.map((name) => `r.${name} = ${reads(sent.names.indexOf(name))}`),
      ];
      return `update ${table.path} r set ${sets.join(', ')}${from} where ${conditions.join(' and ')}`;
    };
    const update = updateOf((place) => sent.reads[place] as string, ` from ${sent.from(first)}`);
    const alone = updateOf((place) => `$${first + place}`);
    return { update, alone, shared, wordy: columns.filter(mayHoldCards), isRecord, sent };
  });
}

/** What lay in clear is empty once it is sealed. */
const emptiedBy = (columns: readonly ColumnFacts[]): string[] =>
  columns.flatMap(({ formerlyClear = [] }) => formerlyClear.map((name) => `${name} = null`));

const made = new WeakMap<object, Map<string, unknown>>();

/** A statement of a table and what is known of it: worked out once, since its text is long and asked for with every write. */
function madeOnce<S>(table: object, key: string, make: () => S): S {
  const statements = made.get(table) ?? new Map<string, unknown>();
  made.set(table, statements);
  const known = statements.get(key) as S | undefined;
  if (known !== undefined) return known;
  const statement = make();
  statements.set(key, statement);
  return statement;
}

const bookkeeping: ReadonlySet<string> = new Set(['version', 'updated_at', 'created_at']);
