import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, conflict, inTenant, type Context } from '@usaha/shared';
import { EventInterests } from '../event/event-interests.js';
import { FileQuota } from '../file/file-usage.js';
import { ModuleService } from '../module/module.service.js';
import { Tenant } from '../tenant/tenant.entity.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { UserNumbers } from '../user/user-numbers.js';
import { PLATFORM_TENANT } from './platform-tenant.js';
import { messages } from '../messages.js';

/** As the operator's trail calls the begin and the end of a load. */
const BEGUN = 'load';
const DONE = 'loaded';

/** The load of a tenant from an export of another installation. */
export interface LoadRun {
  /** SHA-256 of the export's manifest: a load is finished with the export that it was begun with. */
  manifest: string;
  as_of: string;
  /** The account of the machine that does it. */
  by: string;
}

/** How far a load has come, by the operator's trail. */
export interface LoadState {
  manifest: string;
  begun_at: Date;
  is_done: boolean;
}

/**
 * Takes tenants over from other installations. Until all rows are there the tenant is a deleted one: no sign-in, list or job finds
 * it.
 */
@Injectable()
export class TenantLoads {
  constructor(
    private readonly database: Database,
    private readonly tenants: TenantRepository,
    private readonly modules: ModuleService,
    private readonly interests: EventInterests,
    private readonly quota: FileQuota,
    private readonly numbers: UserNumbers,
  ) {}

  /** The load of a tenant that was begun here; null: none was. */
  async find(ctx: Context, tenant_id: string): Promise<LoadState | null> {
    const rows = await inTenant(ctx, PLATFORM_TENANT, (platform) =>
      platform.db.read(
        `select r.at, r.action, r.changes ->> 'manifest' from kernel.audit_entries r
          where r.tenant_id = $1 and r.record_type = 'tenant' and r.record_id = $2 and r.action in ('${BEGUN}', '${DONE}')
          order by r.id`,
        [PLATFORM_TENANT, tenant_id],
      ),
    );
    const [first] = rows;
    if (!first) return null;
    const [begun_at, , manifest] = first as [Date, string, string];
    return { manifest, begun_at, is_done: rows.some(([, action]) => action === DONE) };
  }

  /** What keeps a tenant from being taken over: another one has its id or a name of it. null: nothing */
  async obstacle(ctx: Context, { id, slug, schema_name }: Tenant): Promise<string | null> {
    if (id === NO_TENANT || id === PLATFORM_TENANT) return 'it is the tenant of an installation itself';
    if (await this.tenants.findEver(ctx, id)) return 'the tenant is here already, or was';
    if (await this.tenants.findEver(ctx, slug)) return `another tenant has the slug ${slug}`;
    const named = await this.tenants.findByIdentifier(ctx, schema_name);
    return named ? `another tenant has the schema name ${schema_name}` : null;
  }

  /** Makes the tenant, hidden, and notes it on the operator's trail. @throws conflict where another has its id or a name of it */
  async begin(ctx: Context, tenant: Tenant, run: LoadRun): Promise<void> {
    const obstacle = await this.obstacle(ctx, tenant);
    if (obstacle !== null) throw conflict('tenant', messages.tenantNotLoaded({ obstacle }));
    await inTenant(ctx, tenant.id, (there) => {
      const names = [tenant.slug, ...(tenant.deleted_at === null ? [tenant.schema_name] : [])];
      const taken = [...new Set(names.map((name) => name.toLowerCase()))];
      this.tenants.lockNames(there, taken);
      this.write(there, hidden(tenant, ctx.now));
      for (const name of taken)
        there.db.enqueue('insert into core.sign_in_names (tenant_id, name) values ($1, $2)', [tenant.id, name]);
      return Promise.resolve();
    });
    await this.note(ctx, tenant.id, BEGUN, run);
  }

  /** What follows from rows that came from elsewhere: usage of files, awaited events, numbers of users. */
  async complete(ctx: Context): Promise<void> {
    await this.quota.settle(ctx);
    await this.interests.lock(ctx);
    this.interests.refreshEndpoints(ctx);
    await this.modules.announceSettings(ctx);
    const [row] = await ctx.db.read('select max(r.number) from core.users r where r.tenant_id = $1', [ctx.tenant_id]);
    const highest = row?.[0] as number | null;
    if (highest !== null) await this.numbers.passOver(ctx, highest);
  }

  /** All is there: the tenant is what the export says, and the operator's trail tells it. */
  async finish(ctx: Context, tenant: Tenant, run: LoadRun): Promise<void> {
    await inTenant(ctx, tenant.id, (there) => {
      const { status, deleted_at } = tenant;
      const text = `update core.tenants r set status = $2, deleted_at = $3 where r.id = $1 and r.version = $4`;
      there.db.updateExpecting(1, text, [tenant.id, status, deleted_at, tenant.version], () =>
        conflict('tenant', messages.tenantChangedMeanwhile()),
      );
      return Promise.resolve();
    });
    await this.note(ctx, tenant.id, DONE, run);
  }

  private write(ctx: Context, tenant: Tenant): void {
    const table = this.database.table(Tenant);
    const names = table.namesOf(table.columns);
    const { values } = table.row(tenant, table.columns, ctx.db.keyring);
    const places = names.map((_, i) => `$${i + 1}`).join(', ');
    ctx.db.enqueue(`insert into core.tenants (${names.join(', ')}) values (${places})`, values);
  }

  private async note(ctx: Context, tenant_id: string, action: string, run: LoadRun): Promise<void> {
    const changes = Object.fromEntries(
      Object.entries(run).map(([name, after]) => [name, { before: null, after: after as string }]),
    );
    await inTenant(ctx, PLATFORM_TENANT, (platform) => {
      platform.db.record(platform, { action, record_type: 'tenant', record_id: tenant_id, changes });
      return Promise.resolve();
    });
  }
}

/** The tenant while rows are missing: as if it were deleted. */
const hidden = (tenant: Tenant, now: Date): Tenant =>
  Object.assign(Object.create(Tenant.prototype) as Tenant, tenant, {
    status: 'terminated',
    deleted_at: tenant.deleted_at ?? now,
  });
