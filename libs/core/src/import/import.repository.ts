import { Injectable } from '@nestjs/common';
import { Database, Repository, equals, insertMany, newId, type Context, type Filters, type Table } from '@usaha/shared';
import { nouns } from '../messages.js';
import { DataImport, type ImportStatus } from './data-import.entity.js';
import { ImportRow, type RowError } from './import-row.entity.js';

/** Filters of a list of imports. */
export interface ImportQuery {
  resource?: string;
  status?: ImportStatus;
}

const filters: Filters<ImportQuery> = { resource: equals('resource'), status: equals('status') };

/** A row that failed, with its number in the file. */
export interface FailedRow {
  row: number;
  errors: readonly RowError[];
}

/** The imports of a tenant, and the rows that failed. */
@Injectable()
export class ImportRepository extends Repository<DataImport, ImportQuery> {
  private readonly failed: Table<ImportRow>;

  constructor(database: Database) {
    super(database, DataImport, { noun: nouns.import, filters });
    this.failed = database.table(ImportRow);
  }

  /** Enqueues the INSERT of rows that failed. */
  addFailed(ctx: Context, import_id: string, rows: readonly FailedRow[]): void {
    const made = rows.map(({ row, errors }) =>
      Object.assign(new ImportRow(), {
        id: newId(ctx.now),
        import_id,
        row,
        created_at: ctx.now,
        errors: JSON.stringify(errors),
      }),
    );
    insertMany(ctx, this.failed, made);
  }

  /** Forgets what an earlier pass has found. */
  forgetFailed(ctx: Context, import_id: string): void {
    ctx.db.enqueue('delete from core.import_rows r where r.tenant_id = $1 and r.import_id = $2', [
      ctx.tenant_id,
      import_id,
    ]);
  }

  /** Rows that failed, in the order of the file. @param after the row before the first */
  async failedRows(ctx: Context, import_id: string, after: number, most: number): Promise<ImportRow[]> {
    const rows = await ctx.db.read(
      `select ${this.failed.selected} from core.import_rows r
        where r.tenant_id = $1 and r.import_id = $2 and r.row > $3 order by r.row limit $4`,
      [ctx.tenant_id, import_id, after, most],
    );
    return rows.map((row) => this.failed.hydrate(row, ctx.db.keyring));
  }
}
