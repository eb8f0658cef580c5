import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Context } from '@usaha/shared';
import type { DataTable, TableVerbs } from './data-table.js';
import { failed, faultsOf, isFault, type RowOutcome } from './row-outcome.js';
import { RowPlanner, keyText, type PlannedRow, type SentRow, type WriteOptions } from './row-plan.js';
import type { SeenKeys } from './seen-keys.js';

/** Where an error of a whole body is named. */
const WHOLE = 'body';

/**
 * Writes rows of a table by the verbs of its service, as single requests do: audit trail, events and numbers are the same.
 * A row that fails leaves nothing behind.
 */
@Injectable()
export class TableWriter {
  constructor(private readonly modules: ModuleRef) {}

  /**
   * @param rows a batch: all of it is in memory, and its records are locked together
   * @param seen keys of the batches before @returns what came of each row, in their order
   */
  async write(
    context: Context,
    table: DataTable,
    rows: readonly SentRow[],
    options: WriteOptions,
    seen: SeenKeys,
  ): Promise<RowOutcome[]> {
    // If-Match names one record.
    const { expected_versions: _, ...ctx } = context;
    const verbs = table.verbs(this.modules);
    const planned = await new RowPlanner(table, verbs, options).plan(ctx, rows, seen);
    const { rows_a_turn = Infinity, sorts_new = false } = options;
    const ready = inLockOrder(planned.filter(isReady), sorts_new);
    const written = new Map<PlannedRow, RowOutcome>();
    for (let at = 0; at < ready.length; at += rows_a_turn)
      await this.writeAll(ctx, table, verbs, ready.slice(at, at + rows_a_turn), written);
    return planned.map((row) => (isReady(row) ? (written.get(row) as RowOutcome) : row));
  }

  /** Notes the keys of rows that were written before, so that a later row with one of them fails. */
  async note(
    ctx: Context,
    table: DataTable,
    rows: readonly SentRow[],
    { match_on }: WriteOptions,
    seen: SeenKeys,
  ): Promise<void> {
    if (match_on === null) return;
    const found = await table.verbs(this.modules).byKey(ctx, match_on, []);
    for (const { body } of rows) {
      const text = keyText(body[match_on]);
      const keyed = text === null ? null : found.of(text);
      if (keyed) seen.add(keyed.key);
    }
  }

  /** All together, which sends least; where one is refused, each by itself. @param outcomes what came of each is put there */
  private async writeAll(
    ctx: Context,
    table: DataTable,
    verbs: TableVerbs,
    rows: readonly PlannedRow[],
    outcomes: Map<PlannedRow, RowOutcome>,
  ): Promise<void> {
    try {
      const written = await ctx.db.savepoint(() => together(ctx, table, verbs, rows));
      for (const [row, outcome] of written) outcomes.set(row, outcome);
      return;
    } catch (error) {
      if (!isFault(error)) throw error;
    }
    for (const row of rows) outcomes.set(row, await alone(ctx, verbs, row));
  }
}

const isReady = (row: PlannedRow | RowOutcome): row is PlannedRow => 'record' in row;

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * Records that are there by their ids, then new ones: two requests that write the same records in opposite orders do not deadlock.
 * @param sorts_new whether new ones come in the order of their keys, of which the database has each once
 */
function inLockOrder(rows: readonly PlannedRow[], sorts_new: boolean): PlannedRow[] {
  const known = rows.filter(({ record }) => record !== null);
  const made = rows.filter(({ record }) => record === null);
  return [
    ...known.sort((a, b) => compare(a.record?.id ?? '', b.record?.id ?? '')),
    ...(sorts_new ? made.sort((a, b) => compare(a.key ?? '', b.key ?? '')) : made),
  ];
}

async function writeOne(ctx: Context, verbs: TableVerbs, { record, body }: PlannedRow): Promise<RowOutcome> {
  if (!record) return { result: 'created', id: (await verbs.create(ctx, body)).id, errors: [] };
  const { version } = record;
  const changed = await verbs.update(ctx, record.id, body);
  return { result: changed.version === version ? 'unchanged' : 'updated', id: record.id, errors: [] };
}

async function alone(ctx: Context, verbs: TableVerbs, row: PlannedRow): Promise<RowOutcome> {
  try {
    return await ctx.db.savepoint(() => writeOne(ctx, verbs, row));
  } catch (error) {
    if (isFault(error)) return failed(faultsOf(error, WHOLE));
    throw error;
  }
}

/** Reads and writes of many rows leave in one packet. Each has ended before the first error is thrown. */
async function together(
  ctx: Context,
  { inTurn }: DataTable,
  verbs: TableVerbs,
  rows: readonly PlannedRow[],
): Promise<Map<PlannedRow, RowOutcome>> {
  const outcomes = new Map<PlannedRow, RowOutcome>();
  const write = async (row: PlannedRow): Promise<void> => {
    outcomes.set(row, await writeOne(ctx, verbs, row));
  };
  if (inTurn) {
    for (const row of rows) await write(row);
    return outcomes;
  }
  const ended = await Promise.allSettled(rows.map(write));
  const errors = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  const worst = errors.find((error) => !isFault(error)) ?? errors[0];
  if (worst !== undefined) throw worst;
  return outcomes;
}
