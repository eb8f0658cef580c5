import { setImmediate } from 'node:timers/promises';
import { DomainError, invalid, type Context, type FieldError, type StoredRecord } from '@usaha/shared';
import { validation } from '../wire/validation.pipe.js';
import type { DataTable, FoundByKey, TableVerbs, WireClass, WriteMode } from './data-table.js';
import { messages } from './messages.js';
import { failed, type RowOutcome } from './row-outcome.js';
import type { SeenKeys } from './seen-keys.js';

type Fields = Readonly<Record<string, unknown>>;

/** A row as it was read: a body, with `id` where the row names one. */
export interface SentRow {
  body: Fields;
  /** Errors that were found before there was a body. */
  errors?: readonly FieldError[];
  /** Of a record that exists: the body with what the record has. */
  completed?: (shown: object) => Fields;
}

/** How rows are written. */
export interface WriteOptions {
  mode: WriteMode;
  /** The key by which records are found; null where none is looked for. */
  match_on: string | null;
  /** Whether balances of records that exist are set. */
  sets_balances: boolean;
  /** Whether new records are made in the order of their keys, not of the rows. */
  sorts_new?: boolean;
  /** Rows that are planned, and written in one packet, before others have their turn; all unless given. */
  rows_a_turn?: number;
}

/** A row that is ready to be written; `record` is the one that it changes. */
export interface PlannedRow {
  body: object;
  record: StoredRecord | null;
  /** By which it was looked for; null where none was. */
  key: string | null;
}

/** What a row is of. */
type Matched = Pick<PlannedRow, 'record' | 'key'>;

/** The key by which records are found. @throws invalid for one that the table has not, and where one is needed */
export function matchedOn(table: DataTable, mode: WriteMode, match_on: string | null | undefined): string | null {
  const { keys: allowed, usual } = table;
  const key = match_on ?? (mode === 'create' ? null : usual);
  if (key === null && mode !== 'create') throw invalid('match_on', messages.keyNeeded({ allowed }));
  if (key !== null && !allowed.includes(key)) throw invalid('match_on', messages.keyUnknown({ allowed }));
  return key;
}

/** Finds the records of rows, and reads their bodies: what can be said of a row before it is written. */
export class RowPlanner {
  constructor(
    private readonly table: DataTable,
    private readonly verbs: TableVerbs,
    private readonly options: WriteOptions,
  ) {}

  /** @returns in the order of the rows: what is written, or why it is not */
  async plan(ctx: Context, rows: readonly SentRow[], seen: SeenKeys): Promise<(PlannedRow | RowOutcome)[]> {
    const { match_on } = this.options;
    const texts = match_on === null ? [] : rows.flatMap(({ body }) => keyText(body[match_on]) ?? []);
    const found = match_on !== null && texts.length > 0 ? await this.verbs.byKey(ctx, match_on, texts) : null;
    const planned: (PlannedRow | RowOutcome)[] = [];
    const { rows_a_turn = Infinity } = this.options;
    for (const row of rows) {
      if (planned.length > 0 && planned.length % rows_a_turn === 0) await setImmediate();
      planned.push(await this.planned(ctx, row, found, seen));
    }
    return planned;
  }

  private async planned(
    ctx: Context,
    row: SentRow,
    found: FoundByKey | null,
    seen: SeenKeys,
  ): Promise<PlannedRow | RowOutcome> {
    const matched = this.match(row.body, found, seen);
    if (row.errors?.length) return failed(row.errors);
    if ('result' in matched) return matched;
    const { record, key } = matched;
    const body = record ? this.changesOf(ctx, row, record) : row.body;
    const read = await bodyOf(record ? this.table.patch : this.table.body, body);
    return Array.isArray(read) ? failed(read) : { body: read, record, key };
  }

  /** The record that a row is of; null where it makes a new one. */
  private match(body: Fields, found: FoundByKey | null, seen: SeenKeys): Matched | RowOutcome {
    const { mode, match_on: key } = this.options;
    if (key === null) return { record: null, key };
    const wrong = (message: FieldError['message']): RowOutcome => failed([{ field: key, message }]);
    const text = keyText(body[key]);
    if (text === null) return mode === 'update' ? wrong(messages.keyEmpty({ key })) : { record: null, key: null };
    const matched = found?.of(text);
    if (!matched) return wrong(messages.keyUnreadable({ key }));
    if (!seen.add(matched.key)) return wrong(messages.keyAgain({ key }));
    const [record, ...more] = matched.records;
    if (more.length > 0) return wrong(messages.severalRecords({ key, count: matched.records.length }));
    if (record) return mode === 'create' ? wrong(messages.recordExists({ key })) : { record, key: matched.key };
    return mode === 'update' || this.table.given.includes(key)
      ? wrong(messages.noRecord({ key }))
      : { record: null, key: matched.key };
  }

  private changesOf(ctx: Context, { body, completed }: SentRow, record: StoredRecord): Fields {
    const whole = completed ? completed(this.verbs.show(ctx, record)) : body;
    if (this.options.sets_balances) return whole;
    return Object.fromEntries(Object.entries(whole).filter(([name]) => !this.table.balances.includes(name)));
  }
}

/** A key as it was sent; null where none was. Numbers are the digits that they are written with. */
export function keyText(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

/** An instance of a body's class, or what is wrong. */
export async function bodyOf(type: WireClass, body: Fields): Promise<object | FieldError[]> {
  try {
    return (await validation.transform(body, { type: 'body', metatype: type })) as object;
  } catch (error) {
    if (error instanceof DomainError && error.errors) return [...error.errors];
    throw error;
  }
}
