import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tenant } from '@usaha/core';
import type { Context, Database } from '@usaha/shared';
import { allRows } from '@usaha/shared/operation';
import { makeBackupFolder } from '../embedded/backup-folder.js';
import { replaceFile, syncDirectory } from '@usaha/embedded-postgres';
import { reasonOf, StartError } from '@usaha/embedded-postgres/start-error';
import type { Progress } from '../../start/progress.js';
import { RELEASE } from '../../start/release.js';
import { EntryFile } from './entry-file.js';
import { exportLine, exportedFields } from './export-line.js';
import { exportedTables, leftOut, leftOutColumns, type ExportedTable } from './exported-tables.js';
import type { ExportFiles } from './export-files.js';
import { EXPORT_FORMAT, manifestName, tableFile, type ExportEntry, type ExportManifest } from './manifest.js';
import { ownSchema } from './schema-mark.js';

const DATA = 'data';

/**
 * Writes all rows of a tenant into a folder, as of one moment and with sealed fields opened: a file of lines of JSON for each table that
 * has rows, the bytes of files, and last the manifest. Deleted records are among them, since others cite them. Memory does not grow with
 * the tenant. Bytes of files never change: they are read after the rows, without their transaction.
 * @param folder empty, or not there yet @param files null: their bytes are left out @throws StartError; then the folder is as it was
 */
export async function exportTenant(
  database: Database,
  { id, slug, name }: Tenant,
  { folder, files }: { folder: string; files: ExportFiles | null },
  progress: Progress,
): Promise<ExportManifest> {
  const clear = await makeBackupFolder(folder, []);
  try {
    await mkdir(join(folder, DATA), { mode: 0o700 });
    const who = { tenant_id: id, actor: null, now: new Date() };
    const { ids, ...content } = await database.snapshot(who, async (ctx) => {
      const as_of = await momentOf(ctx);
      const tables = await writeTables(ctx, exportedTables(database), folder, progress);
      return { as_of, ...tables, ids: (await files?.idsOf(ctx)) ?? [] };
    });
    const written = files && (await files.write(who, ids, folder, progress));
    const manifest: ExportManifest = {
      format: EXPORT_FORMAT,
      release: RELEASE,
      tenant: { id, slug, name },
      ...content,
      files: written,
      schema: ownSchema(),
      left_out: { tables: leftOut, columns: leftOutColumns },
    };
    await syncDirectory(join(folder, DATA));
    await replaceFile(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, 0o600);
    return manifest;
  } catch (error) {
    await clear();
    if (error instanceof StartError) throw error;
    throw new StartError(`The export failed, and its files were removed (${reasonOf(error)})`, { cause: error });
  }
}

/** The database's clock, when the transaction began: before its snapshot. */
async function momentOf(ctx: Context): Promise<string> {
  const [row] = await ctx.db.read('select transaction_timestamp()');
  return (row?.[0] as Date).toISOString();
}

async function writeTables(
  ctx: Context,
  tables: readonly ExportedTable[],
  folder: string,
  progress: Progress,
): Promise<{ counts: Record<string, number>; entries: ExportEntry[] }> {
  const counts: Record<string, number> = {};
  const entries: ExportEntry[] = [];
  for (const [i, of] of tables.entries()) {
    const { path } = of.table;
    const tell = (rows: number): void => progress.at(`${path}, ${rows} rows (table ${i + 1} of ${tables.length})`);
    tell(0);
    const entry = await writeTable(ctx, of, folder, tell);
    counts[path] = entry?.rows ?? 0;
    if (entry) entries.push(entry);
  }
  return { counts, entries };
}

/** @returns null for a table without rows, which gets no file */
async function writeTable(
  ctx: Context,
  { table, scope }: ExportedTable,
  folder: string,
  tell: (rows: number) => void,
): Promise<ExportEntry | null> {
  const fields = exportedFields(table);
  const path = tableFile(table.path);
  let rows = 0;
  let file: EntryFile | undefined;
  try {
    for await (const records of allRows(ctx, table, scope)) {
      file ??= await EntryFile.create(join(folder, path));
      await file.append(records.map((record) => exportLine(record, fields)).join(''));
      rows += records.length;
      tell(rows);
    }
    return file ? { path, table: table.path, rows, ...(await file.finish()) } : null;
  } finally {
    await file?.close();
  }
}
