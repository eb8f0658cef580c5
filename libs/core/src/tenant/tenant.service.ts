import { Injectable } from '@nestjs/common';
import {
  NO_TENANT,
  conflict,
  forbidden,
  inTenant,
  notFound,
  withoutCards,
  type Context,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { AccountLinks } from '../account/account-links.js';
import { PLATFORM_TENANT } from '../operator/platform-tenant.js';
import { SessionRegistry } from '../auth/session.registry.js';
import { DocumentParties } from '../document/document-parties.js';
import { sellerOf } from '../document/party.js';
import { FactorRepository } from '../factor/factor.repository.js';
import { LogoFiles } from '../file/logo-files.js';
import { User } from '../user/user.entity.js';
import { UserNumbers } from '../user/user-numbers.js';
import { UserRepository } from '../user/user.repository.js';
import { freeNames, slugOf } from './slug.js';
import { Tenant, type TenantDetails } from './tenant.entity.js';
import { TenantQuota } from './tenant-quota.js';
import { TenantRepository, type TenantQuery } from './tenant.repository.js';
import { messages, nouns } from '../messages.js';
import { messages as userMessages } from '../user/user.messages.js';

/** What a tenant is created from; schema_name is made from the slug, with underscores, unless it is given. */
export type NewTenant = Pick<Tenant, 'name' | 'business_type'> &
  Partial<Omit<TenantDetails, 'schema_name' | 'logo_url' | 'logo_file_id' | 'settings'>> & {
    schema_name?: string | null;
  };

/** What may be changed of a tenant; the slug never is. `is_active: false` suspends it. */
export type TenantChanges = Partial<TenantDetails & Pick<Tenant, 'is_active'>>;

/** Tenants: one's own, those one created, and for the operator all. */
@Injectable()
export class TenantService {
  constructor(
    private readonly tenants: TenantRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRegistry,
    private readonly links: AccountLinks,
    private readonly quota: TenantQuota,
    private readonly parties: DocumentParties,
    private readonly factors: FactorRepository,
    private readonly numbers: UserNumbers,
    private readonly logos: LogoFiles,
  ) {}

  /** @throws not_found for a tenant that is neither the actor's own nor created by the actor, or no longer administered; the operator sees all. */
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
   * caller's token works there at once; a member of another tenant gets a second membership with the same password.
   * @throws conflict when schema_name or domain is taken; forbidden while another person knows the creator's password, or
   * where the creator's account has as many tenants as it may have
   */
  async create(ctx: Context, data: NewTenant): Promise<Tenant> {
    const creator = await this.creator(ctx);
    const member = creator && memberOf(ctx, creator);
    const tenant = await this.named(ctx, data, creator?.id ?? null);
    if (creator && !ctx.actor?.is_operator) tenant.countFor(await this.accountWithRoom(ctx, creator));
    // An account that moves in begins with its own version.
    if (creator && member) tenant.seatCreator(member.id, (member.id === creator.id ? member : creator).version);
    await inTenant(ctx, tenant.id, async (there) => this.tenants.insert(there, tenant));
    if (creator && member) await this.seat(ctx, creator, member, tenant);
    return tenant;
  }

  /** @throws not_found, conflict (schema_name, domain; the operator's own tenant cannot be suspended), invalid for a logo_file_id that is no logo, forbidden (the operator's suspension is lifted by the operator alone, A-391) */
  async update(ctx: Context, id: string, changes: TenantChanges): Promise<Tenant> {
    const { id: target, schema_name: known } = await this.get(ctx, id);
    return inTenant(ctx, target, async (there) => {
      if (changes.schema_name) this.tenants.lockNamesFirst(there, [known, changes.schema_name]);
      const [tenant, logo_file_id] = await Promise.all([this.tenants.lock(there, target), this.logoOf(there, changes)]);
      const { status: before, schema_name } = tenant;
      const seller = sellerOf(tenant);
      tenant.describe({ ...changes, logo_file_id });
      this.setActive(ctx, tenant, changes.is_active);
      if (tenant.schema_name !== schema_name) this.tenants.rename(there, tenant, schema_name);
      this.tenants.save(there, tenant);
      this.parties.keep(there, tenant, seller, sellerOf(tenant));
      // Permanently: after a reactivation all users sign in again.
      if (before === 'active' && !tenant.is_active) this.links.endAllIn(there);
      if (before === 'active' && !tenant.is_active) this.sessions.endAllIn(there);
      else if (before !== tenant.status) this.sessions.rightsChanged(there, { tenant_id: target });
      return tenant;
    });
  }

  /** Ends a tenant: invisible from now on, its users' tokens dead (A-58); by its administrator, its creator or the operator. @throws not_found, conflict (the operator's own) */
  async remove(ctx: Context, id: string): Promise<Tenant> {
    const { id: target } = await this.get(ctx, id);
    return inTenant(ctx, target, async (there) => {
      const tenant = await this.tenants.lock(there, target);
      this.refuseForOperator(tenant, 'tenant_id');
      tenant.terminate();
      this.tenants.remove(there, tenant);
      this.tenants.releaseNames(there, tenant);
      this.links.endAllIn(there);
      this.sessions.endAllIn(there);
      return tenant;
    });
  }

  /** @throws invalid for a file that is no logo */
  private async logoOf(there: Context, { logo_file_id }: TenantChanges): Promise<string | null | undefined> {
    if (typeof logo_file_id !== 'string') return logo_file_id;
    return (await this.logos.attach(there, 'logo_file_id', logo_file_id)).id;
  }

  /** The actor's own account, held: it may be about to move. */
  private async creator(ctx: Context): Promise<User | null> {
    if (!ctx.actor) return null;
    const creator = await this.users.lockIfExists(ctx, ctx.actor.user_id);
    if (!creator) throw conflict('name', messages.tenantJustTaken());
    // The new membership takes the password over: the person who set it could enter the tenant.
    if (!creator.password_is_own) throw forbidden(userMessages.passwordByAnother());
    return creator;
  }

  private async named(ctx: Context, data: NewTenant, created_by: string | null): Promise<Tenant> {
    const base = slugOf(withoutCards(data.name));
    const free = freeNames(base, await this.tenants.namesTaken(ctx, base, data.schema_name ?? undefined));
    const schema_name = data.schema_name ?? free.schema_name;
    return Tenant.of(free.slug, created_by, { ...data, schema_name }).giveId(ctx.now);
  }

  /** The account that a new tenant of the creator counts for. @throws forbidden */
  private async accountWithRoom(ctx: Context, creator: User): Promise<string> {
    const account_id = await this.tenants.accountOf(ctx, creator);
    this.tenants.lockAccount(ctx, account_id);
    const most = this.quota.perAccount;
    if ((await this.tenants.countOf(ctx, account_id)) >= most)
      throw forbidden(messages.tooManyTenants({ most }), 'QUOTA_EXCEEDED');
    return account_id;
  }

  /** Makes the creator an administrator of the tenant. */
  private async seat(ctx: Context, creator: User, member: User, tenant: Tenant): Promise<void> {
    const moves = member.id === creator.id;
    await inTenant(ctx, tenant.id, async (there) => {
      if (!moves) member.giveNumber(await this.numbers.next(there));
      this.users.insert(there, member, moves ? 'take_tenant' : 'create');
    });
    if (!moves) return;
    if (creator.mfa_enabled) await this.factors.followTo(ctx, creator.id, tenant.id);
    else this.factors.forget(ctx, creator.id);
    this.users.leaveNoTenant(ctx, creator.id);
    await this.sessions.followTo(ctx, creator.id, tenant.id);
  }

  /** Suspends or reactivates. An operator's suspension also replaces a tenant's own. */
  private setActive(ctx: Context, tenant: Tenant, is_active: boolean | undefined): void {
    const by = ctx.actor?.is_operator ? 'operator' : 'tenant';
    if (is_active === true && !tenant.is_active) {
      if (by === 'tenant' && !tenant.is_own_to_reactivate) throw forbidden(messages.suspendedByOperator());
      tenant.reactivate();
    }
    if (is_active === false && (tenant.is_active || by === 'operator')) {
      this.refuseForOperator(tenant, 'is_active');
      tenant.suspend(by);
    }
  }

  private refuseForOperator(tenant: Tenant, field: string): void {
    if (tenant.id === PLATFORM_TENANT) throw conflict(field, messages.operatorTenantStays());
  }

  private missing(): never {
    throw notFound(nouns.tenant);
  }
}

/** The creator's membership of the new tenant: the account itself where it has no tenant yet. */
const memberOf = (ctx: Context, creator: User): User =>
  creator.tenant_id === NO_TENANT ? User.movedFrom(creator) : User.likewise(creator).giveId(ctx.now);
