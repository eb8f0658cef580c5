import type { Context } from '../transaction/context.js';
import type { StoredRecord } from '../schema/tenant-record.js';
import type { Row } from '../wire-protocol/batch.js';

/** How deleted records of a table are shown in the bin. */
export interface BinOptions<T> {
  /** The path of their collection below /api/v1/ with dots: `retail.products`. */
  resource: string;
  /** What a person knows the record by. */
  label: (record: T) => string;
}

interface BinnedTable<T extends object> {
  path: string;
  /** The SELECT list. */
  selected: string;
  /** SQL: `r` is in the tenant, which is $1, and in the bin. */
  condition: string;
  /** As `audit_entries.record_type` has it. */
  noun: string;
  options: BinOptions<T>;
  hydrate: (ctx: Context, row: Row) => T;
}

/** The deleted records of a table, as long as they can be restored. */
export class BinnedRecords<T extends StoredRecord = StoredRecord> {
  readonly resource: string;
  readonly noun: string;
  readonly path: string;
  /** SQL: `r` is in the tenant, which is $1, and in the bin. */
  readonly condition: string;

  constructor(private readonly source: BinnedTable<T>) {
    this.resource = source.options.resource;
    this.noun = source.noun;
    this.path = source.path;
    this.condition = source.condition;
  }

  /** What people know deleted records by, by id. */
  async labels(ctx: Context, ids: readonly string[]): Promise<Map<string, string>> {
    const { path, selected, options, hydrate } = this.source;
    const rows = await ctx.db.read(`select ${selected} from ${path} r where r.tenant_id = $1 and r.id = any($2)`, [
      ctx.tenant_id,
      ids,
    ]);
    return new Map(rows.map((row) => hydrate(ctx, row)).map((record) => [record.id, options.label(record)]));
  }
}
