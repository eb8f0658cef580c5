import { join } from 'node:path';
import { Tenant } from '@usaha/core';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { insertMany, type Context, type Database, type Table } from '@usaha/shared';
import { allRows } from '@usaha/shared/operation';
import type { Progress } from '../../start/progress.js';
import { exportLine, exportedFields } from './export-line.js';
import { LineReading } from './import-line.js';
import { lineBatches } from './line-batches.js';
import { LineDigest, canonicalLine } from './line-digest.js';
import { arrive, ofInstallation, type Arrival } from './load-changes.js';
import type { LoadedTable } from './load-order.js';
import { tableFile, type ExportEntry, type ExportManifest } from './manifest.js';

/** What of an export is loaded, and from where. */
export interface LoadSource {
  folder: string;
  manifest: ExportManifest;
  arrival: Arrival;
  /** In the order in which they are loaded. */
  tables: readonly LoadedTable[];
}

/** Findings of the lines of an export. */
export interface Checked {
  tenant: Tenant;
  /** What each table has to have once all is loaded. */
  digests: ReadonlyMap<string, LineDigest>;
  /** Rows that are not loaded: see `arrive`. */
  leftOut: number;
  /** Rows of which numbers of cards were cut. */
  cut: number;
}

const TENANTS = 'core.tenants';
/** Columns of a tenant that hide it until all rows are there. */
const HIDDEN_BY = ['status', 'deleted_at'];

/** Reads and writes the rows of an export. */
export class TenantLoad {
  private readonly entries: ReadonlyMap<string, ExportEntry>;

  constructor(
    private readonly database: Database,
    private readonly source: LoadSource,
  ) {
    this.entries = new Map(source.manifest.entries.map((entry) => [entry.table, entry]));
  }

  /** Reads every line. Changes nothing. @throws StartError for a line that cannot be loaded, and a table that is not known */
  async check(progress: Progress): Promise<Checked> {
    const { tables } = this.source;
    const known = new Set([TENANTS, ...tables.map(({ table }) => table.path)]);
    const strange = [...this.entries.keys()].find((path) => !known.has(path));
    if (strange !== undefined)
      throw new StartError(`The export has rows of ${strange}, which this release does not know`);
    const digests = new Map<string, LineDigest>();
    let [leftOut, cut] = [0, 0];
    const tenant = await this.tenant();
    for (const { table } of tables) {
      progress.at(`checking ${table.path}`);
      const digest = new LineDigest();
      const reading = new LineReading(table);
      let rows = 0;
      for await (const lines of this.lines(table.path))
        for (const line of lines) {
          rows += 1;
          const record = this.read(reading, table, line);
          if (!arrive(table.path, record, this.source.arrival)) leftOut += 1;
          else {
            if (table.cutCards(record)) cut += 1;
            digest.add(this.lineOf(table, record));
          }
        }
      digests.set(table.path, digest);
      const said = this.entries.get(table.path)?.rows ?? 0;
      if (rows !== said) throw new StartError(`${table.path} has ${rows} rows, and ${said} by the manifest`);
    }
    return { tenant, digests, leftOut, cut };
  }

  /** Inserts rows that are not there yet, a transaction for each few hundred: a run that was cut short is continued by the next. */
  async insert(progress: Progress): Promise<void> {
    const { tables } = this.source;
    for (const [i, of] of tables.entries()) {
      let rows = 0;
      const tell = (more: number): void => {
        rows += more;
        progress.at(`${of.table.path}, ${rows} rows (table ${i + 1} of ${tables.length})`);
      };
      tell(0);
      if (of.self === null) await this.insertAll(of.table, tell);
      else await this.insertParentsFirst(of.table, of.self, tell);
    }
  }

  /** Compares what is there with what the export has, in one transaction. @throws StartError naming the first table that differs */
  compare({ tenant, digests }: Checked, progress: Progress): Promise<void> {
    return this.database.snapshot(this.who(), async (ctx) => {
      await this.compareTenant(ctx, tenant);
      for (const { table } of this.source.tables) {
        progress.at(`comparing ${table.path}`);
        const digest = new LineDigest();
        for await (const records of allRows(ctx, table))
          for (const record of records) digest.add(this.lineOf(table, record));
        const expected = digests.get(table.path);
        if (!expected || !digest.equals(expected))
          throw new StartError(
            `${table.path} is not what the export has: ${digest.rows} rows, and ${expected?.rows ?? 0} in the export`,
          );
      }
    });
  }

  private async compareTenant(ctx: Context, tenant: Tenant): Promise<void> {
    const table = this.database.table(Tenant);
    const lineOf = (one: Tenant): string => canonicalLine(exportLine(one, exportedFields(table)), HIDDEN_BY);
    for await (const [found] of allRows(ctx, table, 'id'))
      if (found && lineOf(found) !== lineOf(tenant)) throw new StartError(`${TENANTS} is not what the export has`);
  }

  private async insertAll(table: Table<object>, tell: (rows: number) => void): Promise<void> {
    for await (const lines of this.lines(table.path)) {
      const records = this.arriving(table, lines);
      await this.work((ctx) => Promise.resolve(insertMany(ctx, table, records as never[], { spare: true })));
      tell(records.length);
    }
  }

  /** Rows of which some point to others of the table, in any order: each pass inserts those whose targets are there. */
  private async insertParentsFirst(table: Table<object>, self: string, tell: (rows: number) => void): Promise<void> {
    const targetOf = (record: object): string | null => (record as Record<string, string | null>)[self] ?? null;
    for (let before = Infinity; ;) {
      let waiting = 0;
      for await (const lines of this.lines(table.path)) {
        const records = this.arriving(table, lines);
        await this.work(async (ctx) => {
          const there = await idsAmong(ctx, table, records.map(targetOf));
          const ready = records.filter((record) => {
            const target = targetOf(record);
            return target === null || there.has(target);
          });
          insertMany(ctx, table, ready as never[], { spare: true });
          waiting += records.length - ready.length;
        });
        tell(records.length);
      }
      if (waiting === 0) return;
      if (waiting >= before) throw new StartError(`${waiting} rows of ${table.path} name rows that the export lacks`);
      before = waiting;
    }
  }

  /** Records of lines as they are here. */
  private arriving(table: Table<object>, lines: readonly string[]): object[] {
    const reading = new LineReading(table);
    const { manifest, arrival } = this.source;
    return lines
      .map((line) => reading.recordOf(line, manifest.tenant.id))
      .filter((record) => arrive(table.path, record, arrival));
  }

  /** @throws StartError for a line that a record does not say again */
  private read(reading: LineReading, table: Table<object>, line: string): object {
    const record = reading.recordOf(line, this.source.manifest.tenant.id);
    const said = exportLine(record, exportedFields(table));
    if (canonicalLine(said) !== canonicalLine(line))
      throw new StartError(`A line of ${table.path} has values that this release would change`);
    return record;
  }

  private lineOf(table: Table<object>, record: object): string {
    return canonicalLine(exportLine(record, exportedFields(table)), ofInstallation[table.path]);
  }

  private async tenant(): Promise<Tenant> {
    const { id } = this.source.manifest.tenant;
    const found: Tenant[] = [];
    for await (const lines of this.lines(TENANTS))
      for (const line of lines) found.push(new LineReading(this.database.table(Tenant)).recordOf(line, null) as Tenant);
    const [tenant] = found;
    if (tenant?.id === id && found.length === 1) return tenant;
    throw new StartError(`The export does not have one row of ${TENANTS}, of the tenant that its manifest names`);
  }

  /** Lines of a table; none where the export has no file of it. */
  private async *lines(path: string): AsyncGenerator<string[]> {
    if (this.entries.has(path)) yield* lineBatches(join(this.source.folder, tableFile(path)));
  }

  private work<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.work(this.who(), work);
  }

  private who(): Omit<Context, 'db'> {
    return { tenant_id: this.source.manifest.tenant.id, actor: null, now: new Date() };
  }
}

/** Those of some ids that are there. */
async function idsAmong(
  ctx: Context,
  { path }: Table<object>,
  ids: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(ids.filter((id) => id !== null))];
  if (asked.length === 0) return new Set();
  const text = `select r.id from ${path} r where r.tenant_id = $1 and r.id = any($2::uuid[])`;
  const rows = await ctx.db.read(text, [ctx.tenant_id, asked]);
  return new Set(rows.map(([id]) => id as string));
}
