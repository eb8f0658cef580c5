import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, eachTenant, type Context, type EachTenantOptions } from '@usaha/shared';
import { FileCollections } from '../file/file-collections.js';
import { FileService } from '../file/file.service.js';
import { PersonErasure } from '../privacy/person-erasure.js';
import { PersonRegistry } from '../privacy/person-registry.js';
import { lookBy } from '../tenant/due-tenants.js';
import { binDays, erasesBinnedPersons } from '../tenant/tenant-settings.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { TenantsWithWork, type LookForWork } from '../tenant/tenants-with-work.js';
import { UserErasure } from '../user/user-erasure.js';
import { Bin, restorableSince } from './bin.js';
import { purgeFunctionOf } from './bin-due.js';
import { purgedUntil, type Binned } from './bin-rows.js';

/** So long after its last moment in the bin a record stays whole: a restoration that is under way is not overtaken. */
const GRACE_MS = 3_600_000;
/** Files of a transaction, and persons that are looked for at once. */
const PIECE = 100;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

type DueFile = [id: string, resource: string, record_id: string];
type Erase = (ctx: Context, id: string) => Promise<unknown>;

/** Work of one tenant, and when it should come to an end. */
interface Visit extends Required<Pick<EachTenantOptions, 'isStopping'>> {
  as: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>;
  failed: (error: unknown) => void;
}

/**
 * Purges records that can be restored no more: their files go, the rows stay for what cites them, and persons are erased where
 * the tenant has set so. Any number of instances may do it at once, and another goes on where one has ended.
 */
@Injectable()
export class BinPurge {
  constructor(
    private readonly database: Database,
    private readonly bin: Bin,
    private readonly tenants: TenantRepository,
    private readonly work: TenantsWithWork,
    private readonly collections: FileCollections,
    private readonly files: FileService,
    private readonly persons: PersonRegistry,
    private readonly erasure: PersonErasure,
    private readonly userErasure: UserErasure,
  ) {}

  /** One round. @param options.failed is told of each tenant and each person that could not be purged */
  async run(clock: () => Date, options: EachTenantOptions): Promise<void> {
    const { isStopping = () => false } = options;
    const found = await this.work.find(clock(), this.look, (error) => options.failed(error, NO_TENANT));
    const purge = async (tenant_id: string): Promise<void> => {
      const visit: Visit = {
        as: (work) => this.database.job({ tenant_id, actor: null, now: clock() }, work),
        failed: (error) => options.failed(error, tenant_id),
        isStopping,
      };
      await this.purgeFiles(visit);
      await this.erasePersons(visit);
    };
    await Promise.all(found.map((some) => eachTenant(some, purge, options)));
  }

  /** Tenants with something to purge, in any of the schemas whose records can be restored. */
  private readonly look: LookForWork = async (ctx, there) => {
    const schemas = new Set(this.bin.all.map(({ path }) => path.split('.')[0] as string));
    const found: string[] = [];
    for (const schema of schemas) {
      const look = lookBy(purgeFunctionOf(schema), (now) => [new Date(now.getTime() - GRACE_MS)]);
      found.push(...(await look(ctx, there)));
    }
    return found;
  };

  private async purgeFiles({ as, isStopping }: Visit): Promise<void> {
    const until = await as((ctx) => this.begin(ctx));
    for (let after: string | null = FIRST_ID; until && after !== null && !isStopping();) {
      const from: string = after;
      after = await as((ctx) => this.purgePiece(ctx, until, from));
    }
  }

  /**
   * Ends the time of records that have files to purge, before any of these go: a restoration that has locked its record by then comes
   * first, a later one is refused, also where the tenant sets more days meanwhile.
   * @returns before when records were deleted that are purged; null where no file has to go
   */
  private async begin(ctx: Context): Promise<Date | null> {
    const [{ settings }, purged] = await Promise.all([this.tenants.get(ctx, ctx.tenant_id), purgedUntil(ctx)]);
    const due = dueSince(ctx, settings);
    const until = purged && purged > due ? purged : due;
    if ((await this.dueFiles(ctx, until, FIRST_ID, 1)).length === 0) return null;
    ctx.db.enqueue(
      'update core.file_usage r set purged_until = greatest(r.purged_until, $2) where r.tenant_id = $1 and r.id = $1',
      [ctx.tenant_id, until],
    );
    return until;
  }

  /** @returns the last of the files that were looked at; null where there are no further ones */
  private async purgePiece(ctx: Context, until: Date, after: string): Promise<string | null> {
    const due = await this.dueFiles(ctx, until, after, PIECE);
    const ids: string[] = [];
    for (const { resource, path } of this.withFiles) {
      const theirs = due.filter(([, of]) => of === resource);
      if (theirs.length === 0) continue;
      // One that was restored since then keeps its files.
      const locked = await ctx.db.lock(
        `select r.id from ${path} r where r.tenant_id = $1 and r.id = any($2) and r.deleted_at < $3
          order by r.id for no key update`,
        [ctx.tenant_id, [...new Set(theirs.map(([, , record_id]) => record_id))], until],
      );
      const gone = new Set(locked.map(([id]) => id as string));
      ids.push(...theirs.flatMap(([id, , record_id]) => (gone.has(record_id) ? [id] : [])));
    }
    await this.files.throwAwayAll(ctx, ids);
    return due.length < PIECE ? null : (due.at(-1)?.[0] ?? null);
  }

  /** The records of the bin that can have files. */
  private get withFiles(): readonly Binned[] {
    return this.bin.all.filter(({ resource, path }) => this.collections.of(resource)?.table === path);
  }

  /** Files of records that were deleted before an instant. @param after the file before the first */
  private async dueFiles(ctx: Context, until: Date, after: string, most: number): Promise<DueFile[]> {
    const parts = this.withFiles.map(
      ({ resource, path }) =>
        `select f.id, f.resource, f.record_id from core.files f join ${path} r on r.tenant_id = $1 and r.id = f.record_id
          where f.tenant_id = $1 and f.resource = '${resource}' and f.deleted_at is null and f.id > $3 and r.deleted_at < $2`,
    );
    if (parts.length === 0) return [];
    const text = `select b.id, b.resource, b.record_id from (${parts.join(' union all ')}) b order by b.id limit $4`;
    return (await ctx.db.read(text, [ctx.tenant_id, until, after, most])) as DueFile[];
  }

  private async erasePersons(visit: Visit): Promise<void> {
    for (const binned of this.bin.all) {
      const erase = this.eraserOf(binned);
      if (erase) await this.eraseAll(visit, binned, erase);
    }
  }

  /** How persons of one kind are erased by their erase/; null for what is no person. */
  private eraserOf({ resource, path }: Binned): Erase | null {
    if (resource === 'users') return (ctx, id) => this.userErasure.erase(ctx, id);
    const person = this.persons.all.find(({ table }) => table.path === path);
    return person ? (ctx, id) => this.erasure.erase(ctx, person.data, id, { isDue: true }) : null;
  }

  private async eraseAll({ as, failed, isStopping }: Visit, binned: Binned, erase: Erase): Promise<void> {
    for (let after: string | undefined = FIRST_ID; after !== undefined;) {
      const from: string = after;
      const ids = await as((ctx) => this.duePersons(ctx, binned, from));
      for (const id of ids) {
        if (isStopping()) return;
        await as((ctx) => this.eraseIfDue(ctx, binned, id, erase)).catch(failed);
      }
      after = ids.length < PIECE ? undefined : ids.at(-1);
    }
  }

  private async duePersons(ctx: Context, { path, condition }: Binned, after: string): Promise<string[]> {
    const { settings } = await this.tenants.get(ctx, ctx.tenant_id);
    if (!erasesBinnedPersons(settings)) return [];
    const rows = await ctx.db.read(
      `select r.id from ${path} r where ${condition} and r.deleted_at < $2 and r.id > $3 order by r.id limit ${PIECE}`,
      [ctx.tenant_id, dueSince(ctx, settings), after],
    );
    return rows.map(([id]) => id as string);
  }

  /** Under the lock of the person, since a restoration or another setting may have come first. */
  private async eraseIfDue(ctx: Context, { path, condition }: Binned, id: string, erase: Erase): Promise<void> {
    const { settings } = await this.tenants.get(ctx, ctx.tenant_id);
    if (!erasesBinnedPersons(settings)) return;
    const [due] = await ctx.db.lock(
      `select r.id from ${path} r where ${condition} and r.deleted_at < $2 and r.id = $3 for no key update`,
      [ctx.tenant_id, dueSince(ctx, settings), id],
    );
    if (due) await erase(ctx, id);
  }
}

/** Records that were deleted before then are purged. */
const dueSince = ({ now }: Context, settings: Readonly<Record<string, unknown>>): Date =>
  new Date(restorableSince(now, binDays(settings)).getTime() - GRACE_MS);
