import { Injectable } from '@nestjs/common';
import { Database, runAcrossTenants, type Context, type ShardScope } from '@usaha/shared';
import type { FileArrival } from '../file/file-arrival.js';
import { EXPORT_KEPT_MS } from '../file/file-purposes.js';
import { FileService } from '../file/file.service.js';
import { FileUploads } from '../file/file-uploads.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { MOST_ATTEMPTS, type ArchiveFacts, type TenantExport } from './tenant-export.entity.js';
import { TenantExportRepository } from './tenant-export.repository.js';

/** An instance that has not said for so long that it makes an export has ended: another one begins it again. */
const LEASE_MS = 60_000;
/** How many tenants one search finds. */
const MOST_TENANTS = 100;

const IS_ACTIVE = `exists (select 1 from core.tenants t where t.id = r.tenant_id and t.status = 'active' and t.deleted_at is null)`;

const waiting = (isTheirs: string): string => `
  select distinct r.tenant_id from core.tenant_exports r
   where r.status in ('queued', 'running') and (r.leased_until is null or r.leased_until <= $1) and ${isTheirs} and ${IS_ACTIVE}
   order by r.tenant_id limit ${MOST_TENANTS}`;

const over = (isTheirs: string): string => `
  select r.tenant_id, r.id from core.tenant_exports r
   where r.status = 'ready' and r.expires_at <= $1 and ${isTheirs} order by r.expires_at limit 1000`;

const TAKE = `
  update core.tenant_exports r
     set status = 'running', holder = $3, leased_until = $4, file_id = $5, attempts = r.attempts + 1, updated_at = $6
   where r.tenant_id = $1 and r.id = $2 and r.version = $7 and r.status in ('queued', 'running')
     and (r.leased_until is null or r.leased_until <= $6)`;
const RENEW = `
  update core.tenant_exports r set leased_until = $4
   where r.tenant_id = $1 and r.id = $2 and r.holder = $3 and r.status = 'running'`;

/** Another instance makes the export now: nothing of this attempt is kept. */
export class LostExport extends Error {
  constructor() {
    super('The export is made by another instance');
  }
}

/** An export that this process makes, and the file that it fills. */
export interface ClaimedExport {
  found: TenantExport;
  arrival: FileArrival;
}

/** Exports that wait for a job: each is made by one instance at a time, and begun again where that instance was killed. */
@Injectable()
export class TenantExportClaims {
  constructor(
    private readonly database: Database,
    private readonly exports: TenantExportRepository,
    private readonly tenants: TenantRepository,
    private readonly files: FileService,
    private readonly uploads: FileUploads,
  ) {}

  /** Tenants on some machines with an export that no instance makes. */
  async tenantsWithWork(ctx: Context, there: ShardScope): Promise<string[]> {
    const values: unknown[] = [ctx.now];
    const isTheirs = there.where('r.tenant_id', values);
    const rows = await runAcrossTenants(ctx, () => ctx.db.read(waiting(isTheirs), values));
    return rows.map(([id]) => id as string);
  }

  /** Takes the export of a tenant, and begins its file. @returns null where another instance has it, or it has failed too often */
  async take(who: Omit<Context, 'db'>, holder: string): Promise<ClaimedExport | null> {
    const taken = await this.database.job(who, async (ctx) => {
      const found = await this.exports.lockUnderWay(ctx);
      if (!found || (found.leased_until && found.leased_until > ctx.now)) return null;
      const before = found.file_id;
      if (found.attempts >= MOST_ATTEMPTS) {
        found.postpone(ctx.now);
        this.exports.save(ctx, found, 'fail');
        return { before, claimed: null };
      }
      const arrival = this.uploads.beginUncounted(ctx);
      const lease = new Date(ctx.now.getTime() + LEASE_MS);
      ctx.db.updateExpecting(
        1,
        TAKE,
        [ctx.tenant_id, found.id, holder, lease, arrival.id, ctx.now, found.version],
        () => new LostExport(),
      );
      return { before, claimed: { found, arrival } };
    });
    if (taken?.before) await this.uploads.drop(who, taken.before);
    return taken?.claimed ?? null;
  }

  /** Says that the holder goes on. @returns false where another instance has taken over */
  async renew(ctx: Context, id: string, holder: string): Promise<boolean> {
    const values = [ctx.tenant_id, id, holder, new Date(ctx.now.getTime() + LEASE_MS)];
    return (await ctx.db.change(RENEW, values)) === 1;
  }

  /** Makes the file and the export ready, both or neither. @throws LostExport */
  async finish(ctx: Context, { found, arrival }: ClaimedExport, holder: string, facts: ArchiveFacts): Promise<void> {
    const own = await this.requireHeld(ctx, found.id, holder);
    const tenant = await this.tenants.get(ctx, ctx.tenant_id);
    const day = facts.as_of.toISOString().slice(0, 10);
    await this.files.completeExport(ctx, arrival, `${tenant.slug}-${day}.zip`);
    own.finish(facts, new Date(ctx.now.getTime() + EXPORT_KEPT_MS));
    this.exports.save(ctx, own, 'finish');
  }

  /**
   * Ends an attempt that has made no archive, and takes its file back.
   * @param isUnbroken the process ends: another instance goes on at once, and the attempt does not count @throws LostExport
   */
  async giveUp(
    who: Omit<Context, 'db'>,
    { found, arrival }: ClaimedExport,
    holder: string,
    isUnbroken: boolean,
  ): Promise<'failed' | 'retried'> {
    const outcome = await this.database.job(who, async (ctx) => {
      const own = await this.requireHeld(ctx, found.id, holder);
      if (isUnbroken) own.giveBack();
      else own.postpone(ctx.now);
      this.exports.save(ctx, own, isUnbroken ? 'give_back' : 'fail');
      return own.status === 'failed' ? ('failed' as const) : ('retried' as const);
    });
    await this.uploads.drop(who, arrival.id);
    return outcome;
  }

  /** Removes what a lost attempt has written: the instance that took over has removed what was there then. */
  forget(who: Omit<Context, 'db'>, { arrival }: ClaimedExport): Promise<void> {
    return this.uploads.forget(who, arrival);
  }

  /** Exports on some machines whose time is over. */
  async expired(ctx: Context, there: ShardScope): Promise<[tenant_id: string, id: string][]> {
    const values: unknown[] = [ctx.now];
    const isTheirs = there.where('r.tenant_id', values);
    return (await runAcrossTenants(ctx, () => ctx.db.read(over(isTheirs), values))) as [string, string][];
  }

  /** Ends an export of the context's tenant whose time is over: its bytes are deleted. */
  async expire(ctx: Context, id: string): Promise<void> {
    const found = await this.exports.lockIfExists(ctx, id);
    if (found?.status !== 'ready' || !found.expires_at || found.expires_at > ctx.now) return;
    if (found.file_id) await this.files.removeExport(ctx, found.file_id);
    found.expire();
    this.exports.save(ctx, found, 'expire');
  }

  private async requireHeld(ctx: Context, id: string, holder: string): Promise<TenantExport> {
    const own = await this.exports.lockIfExists(ctx, id);
    if (own?.holder !== holder || own.status !== 'running') throw new LostExport();
    return own;
  }
}
