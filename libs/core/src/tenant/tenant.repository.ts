import { Injectable } from '@nestjs/common';
import {
  Database,
  NO_TENANT,
  Repository,
  contains,
  declareUnique,
  either,
  equals,
  runAcrossTenants,
  isSharded,
  isUuid,
  where,
  type Context,
  type Filters,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { whereTenantIsNamed } from './one-tenant.js';
import { stemOf } from './slug.js';
import type { User } from '../user/user.entity.js';
import { Tenant } from './tenant.entity.js';
import { tenantEvents } from './tenant.events.js';
import { nouns } from '../messages.js';

/** Filters of a list of tenants. */
export interface TenantQuery {
  search?: string;
  business_type?: string;
  is_active?: boolean;
}

const filters: Filters<TenantQuery> = {
  search: contains('name', 'slug', 'email'),
  business_type: equals('business_type'),
  is_active: either("r.status = 'active'", "r.status <> 'active'"),
};

declareUnique({
  tenants_slug: 'name',
  tenants_schema_name: 'schema_name',
  sign_in_names_pkey: 'schema_name',
  tenants_domain: 'domain',
});

/** Serialises the naming of tenants of one name, so that two get two slugs. The number is arbitrary and must stay. */
const NAME_LOCK = 7_283_641_906;
/** The same of the tenants of one account, which are counted. */
const ACCOUNT_LOCK = 7_283_641_907;
/** At the coordinator of a cluster: instances at several nodes would lock each for itself. */
const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, $2)) from kernel.coordinator';

/** As which a name stands among those of sign-in. */
const keyOf = (name: string): string => name.toLowerCase();

/** The tenants themselves are asked, too: an earlier release that still runs writes no other name. */
const NAMES = `
  select n.name from core.sign_in_names n where n.name = any($1)
  union select r.slug from core.tenants r where r.slug = any($1)
  union select r.schema_name from core.tenants r where r.schema_name = any($1)`;

/** How many names are asked for in one statement. */
const NAMES_AT_ONCE = 100;

/** Tenants: the context's own within its scope, others only through the platform's door. */
@Injectable()
export class TenantRepository extends Repository<Tenant, TenantQuery> {
  constructor(database: Database) {
    super(database, Tenant, { noun: nouns.tenant, filters, scope: 'id', events: tenantEvents });
  }

  /** The one an id, a slug or a schema name stands for at sign-in. */
  findByIdentifier(ctx: Context, identifier: string): Promise<Tenant | null> {
    return runAcrossTenants(ctx, () => this.first(ctx, whereTenantIsNamed('r', identifier, '$1'), [identifier]));
  }

  /** One by its id or slug, a deleted one too: its rows are still there. */
  findEver(ctx: Context, identifier: string): Promise<Tenant | null> {
    const named = isUuid(identifier) ? 'r.id = $2' : 'r.slug = lower($2)';
    return runAcrossTenants(ctx, () => this.first(ctx, `r.id <> $1 and ${named}`, [NO_TENANT, identifier]));
  }

  /**
   * The context's tenant is active, and remains so until this transaction ends. No caller waits for it: where it is not, `otherwise` is
   * thrown by what comes next, COMMIT at the latest.
   */
  async requireActive(ctx: Context, otherwise: () => Error): Promise<void> {
    if (isSharded(ctx)) {
      if (!(await this.find(ctx, ctx.tenant_id))?.is_active) throw otherwise();
      return;
    }
    const select = `select 1 from ${this.table.path} r where ${this.mine} and r.status = 'active' for share`;
    ctx.db.assertExists(select, [ctx.tenant_id], otherwise);
  }

  /** A tenant that the actor may see without being a member: one that the actor created and still administers, or any for the operator. */
  findBeyond(ctx: Context, id: string): Promise<Tenant | null> {
    if (!ctx.actor?.is_operator) return this.findCreated(ctx, id);
    if (!isUuid(id)) return Promise.resolve(null);
    return runAcrossTenants(ctx, () =>
      this.first(ctx, 'r.deleted_at is null and r.id <> $1 and r.id = $2', [NO_TENANT, id]),
    );
  }

  /** A tenant that the actor created and still administers: what the operator may do elsewhere ends with the tenants themselves. */
  findCreated(ctx: Context, id: string): Promise<Tenant | null> {
    const { actor } = ctx;
    if (!isUuid(id) || !actor) return Promise.resolve(null);
    return runAcrossTenants(ctx, async () => {
      const tenant = await this.first(ctx, 'r.deleted_at is null and r.id <> $1 and r.id = $2 and r.created_by = $3', [
        NO_TENANT,
        id,
        actor.user_id,
      ]);
      const made = tenant ? [[tenant.id, tenant.creator_member_id, tenant.creator_version] as const] : [];
      const administered = await this.administered(ctx, actor.user_id, made);
      return administered.length > 0 ? tenant : null;
    });
  }

  /**
   * The actor's own tenant and those the actor created and still administers; all for the operator.
   * @throws invalid for changes unless the actor is the operator: tenants leave the list of others
   */
  async listVisible(ctx: Context, query: TenantQuery, page: PageRequest): Promise<Page<Tenant>> {
    const values: unknown[] = [NO_TENANT];
    const fixed = ['r.deleted_at is null', 'r.id <> $1'];
    if (page.updated_since) {
      if (!ctx.actor?.is_operator) this.refuseChanges();
      values.push(page.updated_since);
      fixed[0] = 'r.updated_at >= $2';
    } else if (!ctx.actor?.is_operator) {
      values.push([ctx.tenant_id, ...(await this.created(ctx))]);
      fixed.push('r.id = any($2::uuid[])');
    }
    return runAcrossTenants(ctx, () => this.page(ctx, where(filters, query, fixed, values), values, page));
  }

  /** Other tenants that the actor created and still administers: only their machines are asked, and none where there are none. */
  created(ctx: Context): Promise<string[]> {
    if (!ctx.actor) return Promise.resolve([]);
    const { user_id } = ctx.actor;
    return runAcrossTenants(ctx, async () => {
      const rows = await ctx.db.read(
        `select r.id, r.creator_member_id, r.creator_version from core.tenants r
          where r.created_by = $1 and r.id <> $2 and r.deleted_at is null and r.creator_member_id is not null`,
        [user_id, ctx.tenant_id],
      );
      return this.administered(ctx, user_id, rows as [string, string, number][]);
    });
  }

  /**
   * Of tenants that an account of the context's tenant created, each with the account's member there and the account's version then:
   * those where that member is an active administrator and the account has not lost its power since.
   * In a separate statement: a distributed PostgreSQL compares no table of every machine with one of tenants row by row.
   */
  private async administered(
    ctx: Context,
    creator: string,
    created: readonly (readonly [string, string | null, number])[],
  ): Promise<string[]> {
    if (created.length === 0) return [];
    const rows = await ctx.db.read(
      `select u.tenant_id, u.id, u.role = 'admin' and u.status = 'active', u.power_ended_in
         from core.users u where u.tenant_id = any($1::uuid[]) and u.id = any($2::uuid[]) and u.deleted_at is null`,
      [
        [ctx.tenant_id, ...created.map(([id]) => id)],
        [creator, ...created.map(([, member]) => member)],
      ],
    );
    const users = rows as [tenant_id: string, id: string, is_active_admin: boolean, power_ended_in: number | null][];
    const account = users.find(([tenant_id, id]) => tenant_id === ctx.tenant_id && id === creator);
    if (!account) return [];
    const endedIn = account[3] ?? 0;
    const seats = new Set(users.filter(([, , isAdmin]) => isAdmin).map(([tenant_id, id]) => `${tenant_id} ${id}`));
    return created
      .filter(([id, member, version]) => version >= endedIn && seats.has(`${id} ${member}`))
      .map(([id]) => id);
  }

  /** Inserts a tenant with the names by which it is found at sign-in. @throws conflict where another tenant has one of them */
  override insert(ctx: Context, tenant: Tenant, action?: string): Tenant {
    super.insert(ctx, tenant, action);
    for (const name of new Set([keyOf(tenant.slug), keyOf(tenant.schema_name)])) this.takeName(ctx, tenant, name);
    return tenant;
  }

  /**
   * A tenant that is held has another schema name. Call before saving it: the lock on names comes before the row that takes one.
   * @param before the one that it had @throws conflict
   */
  rename(ctx: Context, tenant: Tenant, before: string): void {
    const [was, is] = [keyOf(before), keyOf(tenant.schema_name)];
    if (was === is) return;
    this.lockNames(ctx, [was, is]);
    this.releaseName(ctx, tenant, was);
    if (is !== keyOf(tenant.slug)) this.takeName(ctx, tenant, is);
  }

  /** The schema name of a deleted tenant is free again; its slug never is. */
  releaseNames(ctx: Context, tenant: Tenant): void {
    this.releaseName(ctx, tenant, keyOf(tenant.schema_name));
  }

  /** Enqueues a lock: from the next statement on no other tenant gets a name of the same stems until this transaction ends. */
  lockNames(ctx: Context, names: readonly string[]): void {
    // In one order, so that two that lock the same never wait for each other.
    for (const stem of [...new Set(names.map(stemOf))].sort()) ctx.db.enqueue(LOCK, [stem, NAME_LOCK]);
  }

  /** The same for tenants of an account. */
  lockAccount(ctx: Context, account_id: string): void {
    ctx.db.enqueue(LOCK, [account_id, ACCOUNT_LOCK]);
  }

  /**
   * The same before a tenant is held that may be renamed, where tables are spread over machines: there a locked tenant keeps all
   * others from being created, and a creation that has this lock already waits for it. On one PostgreSQL it locks its row alone.
   */
  lockNamesFirst(ctx: Context, names: readonly string[]): void {
    if (isSharded(ctx)) this.lockNames(ctx, names);
  }

  /**
   * Which of `base`, `base-2`, `base-3`, … and of the same with underscores tenants have as slug or schema name, in small letters,
   * as far as the first of each that is free; no other tenant gets one of these names until this transaction ends.
   * @param schema_name another that the tenant is to have
   */
  async namesTaken(ctx: Context, base: string, schema_name?: string): Promise<Set<string>> {
    this.lockNames(ctx, schema_name === undefined ? [base] : [base, schema_name]);
    const taken = new Set<string>();
    for (let first = 1; ; first += NAMES_AT_ONCE) {
      const numbers = Array.from({ length: NAMES_AT_ONCE }, (_, i) => first + i);
      const asked = [
        numbers.map((n) => (n === 1 ? base : `${base}-${n}`)),
        numbers.map((n) => base.replaceAll('-', '_') + (n === 1 ? '' : `_${n}`)),
      ];
      const rows = await runAcrossTenants(ctx, () => ctx.db.read(NAMES, [asked.flat()]));
      for (const [name] of rows as [string][]) taken.add(keyOf(name));
      if (asked.every((names) => names.some((name) => !taken.has(name)))) return taken;
    }
  }

  private takeName(ctx: Context, { id }: Tenant, name: string): void {
    ctx.db.enqueue('insert into core.sign_in_names (tenant_id, name) values ($1, $2)', [id, name]);
  }

  private releaseName(ctx: Context, { id, slug }: Tenant, name: string): void {
    if (name === keyOf(slug)) return;
    ctx.db.enqueue('delete from core.sign_in_names n where n.tenant_id = $1 and n.name = $2', [id, name]);
  }

  /** The account that a user's tenants count for: of a creator's membership of another tenant, the account that made it. */
  async accountOf(ctx: Context, user: Pick<User, 'id' | 'tenant_id'>): Promise<string> {
    const [row] = await runAcrossTenants(ctx, () =>
      ctx.db.read('select r.account_id from core.tenants r where r.id = $1 and r.creator_member_id = $2', [
        user.tenant_id,
        user.id,
      ]),
    );
    return (row?.[0] as string | null | undefined) ?? user.id;
  }

  /** How many tenants count for an account: exact under `lockAccount`. */
  async countOf(ctx: Context, account_id: string): Promise<number> {
    const [row] = await runAcrossTenants(ctx, () =>
      ctx.db.read('select count(*)::int from core.tenants r where r.account_id = $1 and r.deleted_at is null', [
        account_id,
      ]),
    );
    return row?.[0] as number;
  }

  /** Ids of all tenants, deleted ones too: their rows are still there, and sealed. */
  async everyId(ctx: Context): Promise<string[]> {
    const rows = await runAcrossTenants(ctx, () => ctx.db.read('select r.id from core.tenants r order by r.id'));
    return rows.map((row) => row[0] as string);
  }

  /** All tenants that are not deleted, by id and so in the order of their creation. @param after the last id of the page before */
  async pageOfAll(ctx: Context, after: string | null, size: number): Promise<Tenant[]> {
    const rows = await runAcrossTenants(ctx, () =>
      ctx.db.read(
        `select ${this.table.selected} from ${this.table.path} r
          where r.deleted_at is null and ($1::uuid is null or r.id > $1) order by r.id limit $2`,
        [after, size],
      ),
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }
}
