import { resolve } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { FileContent, FileRepository, OperatorService, type Tenant } from '@usaha/core';
import type { Database } from '@usaha/shared';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { ExportFiles } from '../database/tenant-data/export-files.js';
import { exportTenant } from '../database/tenant-data/tenant-export.js';
import { withProgress } from '../start/progress.js';
import { optionOf, type Command, type Situation } from './command.js';
import { asService, withContexts } from './reach.js';

/**
 * Writes a whole tenant: its rows and files into a folder, as they are kept before a purge and loaded elsewhere, or its records and files into an archive, as they are
 * handed over to a customer.
 */
export const run: Command = (situation) => {
  const { args, cwd, say } = situation;
  const [named = ''] = args;
  const path = optionOf(args, '--archive');
  return withContexts(situation, async (app, database) => {
    const tenant = await asService(database, (ctx) => app.get(OperatorService).findTenant(ctx, named));
    if (path === undefined) await exportRows(app, database, tenant, situation);
    else await exportArchive(app, database, tenant, { ...situation, path: resolve(cwd, path) });
    say(
      'It holds personal data in clear, which only this account can read: encrypt it before it leaves this machine, ' +
        'and delete it when it has been handed over',
    );
    return 0;
  });
};

async function exportRows(
  app: INestApplicationContext,
  database: Database,
  tenant: Tenant,
  { args, cwd, say, note }: Situation,
): Promise<void> {
  const folder = resolve(cwd, optionOf(args, '--to') ?? '');
  const contents = new ExportFiles(database, app.get(FileRepository), app.get(FileContent));
  const files = args.includes('--without-files') ? null : contents;
  const { entries, as_of, ...written } = await withProgress(`Exporting ${tenant.slug}`, note, (progress) =>
    exportTenant(database, tenant, { folder, files }, progress),
  );
  const rows = entries.reduce((sum, entry) => sum + entry.rows, 0);
  const bytes = [...entries, ...(written.files ?? [])].reduce((sum, entry) => sum + entry.bytes, 0);
  const counted = written.files ? `, ${written.files.length} files` : '';
  say(
    `The export of ${tenant.slug} in ${folder} is complete: ${rows} rows of ${entries.length} tables${counted}, ` +
      `${(bytes / 1e6).toFixed(1)} MB, as of ${as_of}`,
  );
}

async function exportArchive(
  app: INestApplicationContext,
  database: Database,
  { id, slug, deleted_at }: Tenant,
  { path, args, say, note }: Pick<Situation, 'args' | 'say' | 'note'> & { path: string },
): Promise<void> {
  if (deleted_at)
    throw new StartError(`${slug} is deleted, and has no archive: tenant:export ${slug} --to <folder> writes its rows`);
  // Loaded only here: the views of both surfaces take a while to load.
  const [{ TenantArchive }, { writeArchiveFile }] = await Promise.all([
    import('../tenant-export/tenant-archive.js'),
    import('../tenant-export/archive-file.js'),
  ]);
  const archive = new TenantArchive(database, (service) => app.get(service, { strict: false }));
  const include_files = !args.includes('--without-files');
  const { counts, bytes, as_of } = await withProgress(`Exporting ${slug}`, note, (progress) =>
    writeArchiveFile(archive, { tenant_id: id, path, include_files }, progress),
  );
  const filled = Object.values(counts).filter((records) => records > 0);
  const records = filled.reduce((sum, count) => sum + count, 0);
  say(
    `The archive of ${slug} in ${path} is complete: ${records} records of ${filled.length} resources, ` +
      `${(bytes / 1e6).toFixed(1)} MB, as of ${as_of.toISOString()}`,
  );
}
