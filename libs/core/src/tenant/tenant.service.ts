import {
  NO_TENANT,
  conflict,
  forbidden,
  inTenant,
  newId,
  notFound,
  type Context,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { PLATFORM_TENANT } from '../operator/platform-tenant.js';
import { SessionRegistry } from '../auth/session.registry.js';
import { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { freeSlug, slugOf } from './slug.js';
import { Tenant, type Address, type BusinessType } from './tenant.entity.js';
import { TenantRepository, type TenantQuery } from './tenant.repository.js';
import { messages, nouns } from '../messages.js';

/** What a tenant is created from. */
export interface NewTenant {
  name: string;
  business_type: BusinessType;
  email?: string | null;
  phone?: string | null;
  address?: Address | null;
  /** Kept as sent; from the slug, with underscores, unless given. */
  schema_name?: string | null;
  domain?: string | null;
  registration_number?: string | null;
}

/** What may be changed of a tenant; the slug never is. `is_active: false` suspends it. */
export type TenantChanges = Partial<NewTenant> & {
  logo_url?: string | null;
  settings?: Record<string, unknown>;
  is_active?: boolean;
};

const plainFields = [
  'name',
  'business_type',
  'email',
  'phone',
  'address',
  'schema_name',
  'domain',
  'registration_number',
  'logo_url',
  'settings',
] as const;

/** Tenants: one's own, those one created, and for the operator all. */
export class TenantService {
  constructor(
    private readonly tenants: TenantRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRegistry,
  ) {}

  /** @throws not_found for a tenant that is neither his own, nor created by him, nor (operator) anyone's. */
  async get(ctx: Context, id: string): Promise<Tenant> {
    const own =
      id.toLowerCase() === ctx.tenant_id && ctx.tenant_id !== NO_TENANT ? await this.tenants.find(ctx, id) : null;
    return own ?? (await this.tenants.findBeyond(ctx, id)) ?? this.missing();
  }

  list(ctx: Context, query: TenantQuery, page: PageRequest): Promise<Page<Tenant>> {
    return this.tenants.listVisible(ctx, query, page);
  }

  /**
   * Creates a tenant and makes the creator its administrator: an account without a tenant moves in, and the
   * token in hand works there at once; a member of another tenant gets a second membership with the same password.
   * @throws conflict when schema_name or domain is taken
   */
  async create(ctx: Context, data: NewTenant): Promise<Tenant> {
    const creator = await this.creator(ctx);
    const tenant = await this.named(ctx, data);
    tenant.created_by = creator?.id ?? null;
    await inTenant(ctx, tenant.id, (there) => this.tenants.insert(there, tenant));
    if (creator) await this.seat(ctx, creator, tenant);
    return tenant;
  }

  /** @throws not_found, conflict (schema_name, domain; the operator's own tenant cannot be suspended) */
  async update(ctx: Context, id: string, changes: TenantChanges): Promise<Tenant> {
    const { id: target } = await this.get(ctx, id);
    return inTenant(ctx, target, async (there) => {
      const tenant = await this.tenants.hold(there, target);
      const before = tenant.status;
      for (const field of plainFields) {
        if (changes[field] !== undefined) (tenant as unknown as Record<string, unknown>)[field] = changes[field];
      }
      if (changes.is_active === true && !tenant.is_active) tenant.reactivate();
      if (changes.is_active === false && tenant.is_active) {
        this.refuseForOperator(tenant, 'is_active');
        tenant.suspend();
      }
      await this.tenants.save(there, tenant);
      if (before !== tenant.status) await this.sessions.rightsChanged(there, { tenant_id: target });
      return tenant;
    });
  }

  /** Ends a tenant: invisible from now on, its users' tokens dead (A-58). @throws not_found, forbidden, conflict (the operator's own) */
  async remove(ctx: Context, id: string): Promise<Tenant> {
    const { id: target } = await this.get(ctx, id);
    if (target !== ctx.tenant_id && !ctx.actor?.is_operator) throw forbidden(messages.tenantDeletedByOwn());
    return inTenant(ctx, target, async (there) => {
      const tenant = await this.tenants.hold(there, target);
      this.refuseForOperator(tenant, 'tenant_id');
      tenant.terminate();
      await this.tenants.remove(there, tenant);
      await this.sessions.rightsChanged(there, { tenant_id: target });
      return tenant;
    });
  }

  /** The actor's own account, held: it may be about to move. */
  private async creator(ctx: Context): Promise<User | null> {
    if (!ctx.actor) return null;
    const creator = await this.users.holdIfThere(ctx, ctx.actor.user_id);
    if (!creator) throw conflict('name', messages.tenantJustTaken());
    return creator;
  }

  private async named(ctx: Context, data: NewTenant): Promise<Tenant> {
    const base = slugOf(data.name);
    const schemaBase = base.replaceAll('-', '_');
    const taken = await this.tenants.namesTaken(ctx, base, schemaBase);
    const tenant = new Tenant();
    tenant.id = newId(ctx.now);
    tenant.name = data.name;
    tenant.slug = freeSlug(base, taken.slugs);
    tenant.schema_name = data.schema_name ?? freeSlug(tenant.slug.replaceAll('-', '_'), taken.schemas, '_');
    tenant.domain = data.domain ?? null;
    tenant.registration_number = data.registration_number ?? null;
    tenant.email = data.email ?? null;
    tenant.phone = data.phone ?? null;
    tenant.address = data.address ?? null;
    tenant.business_type = data.business_type;
    return tenant;
  }

  /** Gives the creator his seat as administrator. */
  private async seat(ctx: Context, creator: User, tenant: Tenant): Promise<void> {
    const moves = creator.tenant_id === NO_TENANT;
    await inTenant(ctx, tenant.id, async (there) => {
      const member = new User();
      member.username = creator.username;
      member.email = creator.email;
      member.password_hash = creator.password_hash;
      member.first_name = creator.first_name;
      member.last_name = creator.last_name;
      member.phone = creator.phone;
      member.ic_number = creator.ic_number;
      member.permissions = creator.permissions;
      member.role = 'ADMIN';
      member.status = 'ACTIVE';
      if (moves)
        Object.assign(member, {
          id: creator.id,
          number: creator.number,
          created_at: creator.created_at,
          last_login: creator.last_login,
        });
      await this.users.insert(there, member, moves ? 'take_tenant' : 'create');
    });
    if (!moves) return;
    await this.users.leaveNoTenant(ctx, creator.id);
    await this.sessions.followTo(ctx, creator.id, tenant.id);
  }

  private refuseForOperator(tenant: Tenant, field: string): void {
    if (tenant.id === PLATFORM_TENANT) throw conflict(field, messages.operatorTenantStays());
  }

  private missing(): never {
    throw notFound(nouns.tenant);
  }
}
