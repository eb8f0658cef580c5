import { columns } from '@usaha/shared';
import { Entity } from 'typeorm';

/** An error of a row, as it is shown. */
export interface RowError {
  field: string;
  /** The beginning of the cell; null where it is personal or empty. */
  value: string | null;
  /** In the language of the starter. */
  message: string;
}

/** A row of an import that failed. Kept for 30 days. */
@Entity({ schema: 'core', name: 'import_rows' })
export class ImportRow {
  @columns.primary() tenant_id!: string;
  @columns.primary() import_id!: string;
  /** The row of the file; its header is 1. */
  @columns.primary('count') row!: number;
  /** By which the errors are sealed. */
  @columns.uuid() id!: string;
  @columns.instant() created_at!: Date;
  /** JSON of errors. */
  @columns.sealed() errors!: string | null;

  get told(): RowError[] {
    return this.errors === null ? [] : (JSON.parse(this.errors) as RowError[]);
  }
}
