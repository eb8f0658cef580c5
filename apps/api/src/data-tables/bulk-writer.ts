import { Injectable } from '@nestjs/common';
import { DomainError, type Context, type FieldError } from '@usaha/shared';
import type { DataTable, ErrorPolicy, WriteMode } from './data-table.js';
import { dryRun } from './dry-run.js';
import type { RowOutcome } from './row-outcome.js';
import { matchedOn } from './row-plan.js';
import { SeenKeys } from './seen-keys.js';
import { TableWriter } from './table-writer.js';

/** A request that writes many records. */
export interface BulkRequest {
  mode?: WriteMode;
  match_on?: string;
  on_error?: ErrorPolicy;
  dry_run?: boolean;
  items: readonly Readonly<Record<string, unknown>>[];
}

/** More is not named. */
const MOST_ERRORS = 100;

/** Writes the items of one request, in its transaction. */
@Injectable()
export class BulkWriter {
  constructor(private readonly tables: TableWriter) {}

  /**
   * Items are written in one order of records and keys, whichever order they were sent in.
   * @returns what came of each item, in their order; the ids of records that a dry run created are null
   * @throws invalid for a key that the table has not; with `abort` naming each wrong item
   */
  async run(ctx: Context, table: DataTable, request: BulkRequest): Promise<RowOutcome[]> {
    const { mode = 'upsert', on_error = 'skip', dry_run = false, items } = request;
    const options = { mode, match_on: matchedOn(table, mode, request.match_on), sets_balances: true, sorts_new: true };
    const write = async (): Promise<RowOutcome[]> => {
      const rows = items.map((body) => ({ body }));
      const outcomes = await this.tables.write(ctx, table, rows, options, new SeenKeys());
      if (on_error === 'abort') refuseWrong(outcomes);
      return outcomes;
    };
    return dry_run ? dryRun(ctx, write) : write();
  }
}

/** @throws invalid naming the fields of all wrong items */
function refuseWrong(outcomes: readonly RowOutcome[]): void {
  const errors = outcomes.flatMap(({ errors: wrong }, i): FieldError[] =>
    wrong.map(({ field, ...error }) => ({ ...error, field: `items.${i}.${field}` })),
  );
  const [first] = errors;
  if (first) throw new DomainError('invalid', first.message, { errors: errors.slice(0, MOST_ERRORS) });
}
