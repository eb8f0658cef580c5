import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, runAcrossTenants, type ShardScope } from '@usaha/shared';
import { FileEmptying } from './file-emptying.js';
import type { StoreContext } from './file-store.js';
import type { FileStoreName } from './file.entity.js';
import { FileService } from './file.service.js';
import { FileUploads } from './file-uploads.js';

const HOUR_MS = 3_600_000;
/** Longer than any upload may take. */
const CUT_SHORT_MS = HOUR_MS;
/** Longer than any archive of an export is written: its export takes back what was cut short. */
const EXPORT_MS = 24 * HOUR_MS;
const UNATTACHED_MS = 24 * HOUR_MS;
const IMPORTED_MS = 30 * 24 * HOUR_MS;
/** How many files are looked at in a round. */
const PIECE = 1_000;

type Found = [tenant_id: string, id: string];

const cutShort = (isTheirs: string): string => `
  select r.tenant_id, r.id from core.files r
   where r.deleted_at is null and r.resource is null and r.stored_at is null and r.created_at < $1
     and (r.purpose <> 'export' or r.created_at < $2) and ${isTheirs}
   order by r.created_at limit ${PIECE}`;

/**
 * What no record has: a file that an import read for 30 days after it began, any other for a day. Deleted tenants keep theirs until a
 * purge, since one whose rows are being loaded is deleted until all are there.
 */
const unattached = (isTheirs: string): string => `
  select r.tenant_id, r.id from core.files r join core.tenants t on t.id = r.tenant_id and t.deleted_at is null
   where r.deleted_at is null and r.resource is null and r.stored_at is not null and r.created_at < $1
     and r.purpose <> 'export'
     and (r.imported_at is null or r.imported_at < $2) and ${isTheirs}
   order by r.created_at limit ${PIECE}`;

const unemptied = (isTheirs: string): string => `
  select r.tenant_id, r.id, r.store, r.generation from core.files r
   where r.deleted_at is not null and r.has_bytes and ${isTheirs}
   order by r.deleted_at limit ${PIECE}`;

/** Infected ones whose store did not answer when they were rejected. */
const rejected = (isTheirs: string): string => `
  select r.tenant_id, r.id, r.store, r.generation from core.files r
   where r.deleted_at is null and r.status = 'rejected' and r.has_bytes and ${isTheirs}
   order by r.updated_at limit ${PIECE}`;

/** Removes files that were cut short, that no record has, and bytes of deleted and infected ones. Any number of instances may do it at once. */
@Injectable()
export class FileRetention {
  constructor(
    private readonly database: Database,
    private readonly files: FileService,
    private readonly uploads: FileUploads,
    private readonly emptying: FileEmptying,
  ) {}

  /** One round. @param there of whose tenants @param options.failed is told of each file that could not be removed */
  async run(
    clock: () => Date,
    there: ShardScope,
    {
      failed,
      isStopping = () => false,
    }: { failed: (error: unknown, tenant_id: string) => void; isStopping?: () => boolean },
  ): Promise<void> {
    const now = clock();
    const before = (ms: number): Date => new Date(now.getTime() - ms);
    const each = async <T extends [tenant_id: string, ...rest: unknown[]]>(
      rows: T[],
      work: (who: StoreContext, row: T) => Promise<unknown>,
    ): Promise<void> => {
      for (const row of rows) {
        if (isStopping()) return;
        const [tenant_id] = row;
        await work({ tenant_id, actor: null, now: clock() }, row).catch((error: unknown) => failed(error, tenant_id));
      }
    };
    await each(await this.found<Found>(now, there, cutShort, before(CUT_SHORT_MS), before(EXPORT_MS)), (who, [, id]) =>
      this.uploads.drop(who, id),
    );
    const forgotten = await this.found<Found>(now, there, unattached, before(UNATTACHED_MS), before(IMPORTED_MS));
    await each(forgotten, (who, [, id]) => this.database.job(who, (ctx) => this.files.removeUnattached(ctx, id)));
    for (const sql of [unemptied, rejected]) {
      const rows = await this.found<[...Found, store: FileStoreName, generation: number]>(now, there, sql);
      await each(rows, (who, [, id, store, generation]) => this.emptying.empty(who, { id, store, generation }));
    }
  }

  private found<T>(now: Date, there: ShardScope, sql: (isTheirs: string) => string, ...befores: Date[]): Promise<T[]> {
    const values: unknown[] = [...befores];
    const isTheirs = there.where('r.tenant_id', values);
    return this.database.job({ tenant_id: NO_TENANT, actor: null, now }, (ctx) =>
      runAcrossTenants(ctx, () => ctx.db.read(sql(isTheirs), values)),
    ) as Promise<T[]>;
  }
}
