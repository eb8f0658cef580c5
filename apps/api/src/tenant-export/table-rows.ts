import type { Table } from '@usaha/shared';
import { allRows } from '@usaha/shared/operation';
import { exportLine, exportedFields } from '../database/tenant-data/export-line.js';
import { isLive, type ExportedResource } from './exported-resource.js';

/** Rows of a table that no list of the reference surface has, under the name of the table and without what is secret. */
export function tableRows(table: Table<object>): ExportedResource {
  const fields = exportedFields(table);
  return {
    resource: table.path,
    tables: [table.path],
    async *read({ ctx }) {
      for await (const rows of allRows(ctx, table)) {
        const live = rows.filter(isLive);
        if (live.length > 0) yield live.map((row) => exportLine(row, fields));
      }
    },
  };
}
