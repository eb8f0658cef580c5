import { TenantRepository, type ArchiveFacts } from '@usaha/core';
import type { Context, Database } from '@usaha/shared';
import { exportedTables, leftOut, leftOutColumns } from '../database/tenant-data/exported-tables.js';
import { EXPORT_FORMAT, manifestName } from '../database/tenant-data/manifest.js';
import { RELEASE } from '../start/release.js';
import { ZipWriter, type TakeBytes } from '../zip/zip-writer.js';
import { entryOf, following, type ArchiveEntry } from './archive-entry.js';
import { ArchiveFiles } from './archive-files.js';
import type { ExportReading, ExportedResource } from './exported-resource.js';
import { exportedResources } from './exported-resources.js';
import { tableRows } from './table-rows.js';

export interface ArchiveOptions {
  include_files: boolean;
  /** Asked before each page and file: throws where the archive is not wanted any more. */
  goOn?: () => void;
}

/**
 * Writes all records of a tenant, and its files, into a zip archive that is streamed: memory does not grow with the tenant.
 * One transaction of `Database.snapshot` reads the records, which are those of one moment, by the services and views of the reference
 * surface; tables that no list has are rows. Bytes of files never change: they are read afterwards, without that transaction.
 */
export class TenantArchive {
  private readonly files: ArchiveFiles;

  constructor(
    private readonly database: Database,
    private readonly get: ExportReading['get'],
  ) {
    this.files = new ArchiveFiles(database, get);
  }

  /** @returns its facts, save for the size @throws what a reading, `goOn` or `take` throws: then the archive is not whole */
  async write(
    who: Omit<Context, 'db'>,
    { include_files, goOn = () => undefined }: ArchiveOptions,
    take: TakeBytes,
  ): Promise<Omit<ArchiveFacts, 'bytes'>> {
    const zip = new ZipWriter(take, who.now);
    const entries: ArchiveEntry[] = [];
    let isBegun = false;
    const { as_of, tenant, counts, ids } = await this.database.snapshot(who, async (ctx) => {
      // Bytes that were written stay: records of a second snapshot would follow those of the first.
      if (isBegun) throw new Error('The snapshot of an export has ended before all was read');
      isBegun = true;
      const [[clock], { id, slug, name }, ids] = await Promise.all([
        ctx.db.read('select transaction_timestamp()'),
        this.get(TenantRepository).get(ctx, ctx.tenant_id),
        this.files.idsOf(ctx),
      ]);
      const counts = await this.writeRecords(ctx, zip, { entries, goOn });
      return { as_of: clock?.[0] as Date, tenant: { id, slug, name }, counts, ids };
    });
    const files = include_files ? await this.files.write(who, ids, zip, { entries, goOn }) : null;
    const manifest = {
      format: EXPORT_FORMAT,
      release: RELEASE,
      tenant,
      as_of: as_of.toISOString(),
      include_files,
      counts,
      files,
      entries,
      left_out: { tables: leftOut, columns: leftOutColumns },
    };
    await zip.add(manifestName, [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
    await zip.end();
    return { as_of, counts };
  }

  /** @returns records by resource, also of those that have none: these have no file */
  private async writeRecords(
    ctx: Context,
    zip: ZipWriter,
    { entries, goOn }: { entries: ArchiveEntry[]; goOn: () => void },
  ): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    const { database, get } = this;
    for (const { resource, read } of this.resources()) {
      let records = 0;
      const lines = linesOf(read({ ctx, database, get }), (some) => {
        goOn();
        records += some;
      });
      const first = await lines.next();
      if (!first.done) {
        const written = await zip.add(`data/${resource}.ndjson`, following(first, lines));
        entries.push(entryOf(written, resource, records));
      }
      counts[resource] = records;
    }
    return counts;
  }

  /** Those that the reference surface answers, and each table of tenants that none of them has: none can be forgotten. */
  private resources(): ExportedResource[] {
    const had = new Set(exportedResources.flatMap(({ tables }) => tables));
    const others = exportedTables(this.database).filter(({ table }) => !had.has(table.path));
    return [...exportedResources, ...others.map(({ table }) => tableRows(table))];
  }
}

/** Records as lines of JSON. @param counted told how many were read, before they are written */
async function* linesOf(
  pages: AsyncIterable<readonly (object | string)[]>,
  counted: (records: number) => void,
): AsyncGenerator<Buffer> {
  for await (const records of pages) {
    counted(records.length);
    yield Buffer.from(records.map((one) => (typeof one === 'string' ? one : `${JSON.stringify(one)}\n`)).join(''));
  }
}
