import { Injectable } from '@nestjs/common';
import { DomainError, NO_TENANT, announce, conflict, inTenant, type Context } from '@usaha/shared';
import { AccountLetters } from '../account/account-letters.js';
import { AccountLinks } from '../account/account-links.js';
import { Tenant } from '../tenant/tenant.entity.js';
import { ofTenant } from '../tenant/one-tenant.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { User } from '../user/user.entity.js';
import { UserNumbers } from '../user/user-numbers.js';
import { UserRepository } from '../user/user.repository.js';
import { hashPassword, passwordFits, requirePassword } from '../user/password.js';
import { PasswordRules } from '../user/password-rules.js';
import { SessionRegistry } from '../auth/session.registry.js';
import { FactorService } from '../factor/factor.service.js';
import { PLATFORM_SLUG, PLATFORM_TENANT } from './platform-tenant.js';
import { messages } from '../messages.js';

/** The operator's first administrator, from the environment. */
export interface OperatorAccount {
  email: string;
  username: string;
  password: string;
}

const TENANTS_AT_ONCE = 1_000;

/** As the operator's trail calls the purge of a tenant. */
const PURGE = 'purge';

/** What the operator of the service does from outside the two surfaces. */
@Injectable()
export class OperatorService {
  constructor(
    private readonly tenants: TenantRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRegistry,
    private readonly links: AccountLinks,
    private readonly letters: AccountLetters,
    private readonly passwords: PasswordRules,
    private readonly factors: FactorService,
    private readonly numbers: UserNumbers,
  ) {}

  /**
   * Makes the operator's tenant and its administrator, once; later starts, and other instances, find them there. A
   * password changed afterwards is not set back.
   * @returns whether they were made
   */
  async bootstrap(ctx: Context, account: OperatorAccount): Promise<boolean> {
    return inTenant(ctx, PLATFORM_TENANT, async (platform) => {
      if (await this.tenants.find(platform, PLATFORM_TENANT)) return false;
      this.tenants.lockNames(platform, [PLATFORM_SLUG]);
      if (await this.tenants.find(platform, PLATFORM_TENANT)) return false;
      const tenant = Tenant.of(PLATFORM_SLUG, null, {
        name: 'Platform',
        schema_name: PLATFORM_SLUG,
        business_type: 'retail',
        email: account.email,
      });
      tenant.giveId(ctx.now, PLATFORM_TENANT);
      this.tenants.insert(platform, tenant);
      const { username, email } = account;
      const user = User.of({ username, email, role: 'admin', first_name: 'Platform', last_name: 'Operator' });
      user.choosePassword(await hashPassword(requirePassword(account.password)));
      user.giveNumber(await this.numbers.next(platform));
      this.users.insert(platform, user);
      return true;
    });
  }

  /** Tenants that are not deleted, in the order of their creation, a page at a time. @param after the last id of the page before */
  listTenants(ctx: Context, after: string | null, size = TENANTS_AT_ONCE): Promise<Tenant[]> {
    return this.tenants.pageOfAll(ctx, after, size);
  }

  /** A tenant by its id or slug, a deleted one too. @throws not_found */
  async findTenant(ctx: Context, tenant: string): Promise<Tenant> {
    return (await this.tenants.findEver(ctx, tenant)) ?? this.missing(tenant);
  }

  /**
   * Suspends a tenant, whose sessions end, or lets it back in, whichever side suspended it.
   * @param tenant id, slug or schema name @throws not_found, conflict (the operator's own)
   */
  async setTenantActive(ctx: Context, tenant: string, is_active: boolean): Promise<Tenant> {
    const found = await this.named(ctx, tenant);
    if (found.id === PLATFORM_TENANT && !is_active) throw conflict('tenant', messages.operatorTenantStays());
    return inTenant(ctx, found.id, async (there) => {
      const held = await this.tenants.lock(there, found.id);
      if (is_active) held.reactivate();
      else held.suspend('operator');
      this.tenants.save(there, held);
      if (!is_active) this.links.endAllIn(there);
      if (is_active) this.sessions.rightsChanged(there, { tenant_id: held.id });
      else this.sessions.endAllIn(there);
      return held;
    });
  }

  /** When the purge of a tenant began, by the operator's trail; null: it has not. */
  async purgeBegan(ctx: Context, tenant_id: string): Promise<Date | null> {
    const [row] = await inTenant(ctx, PLATFORM_TENANT, (platform) =>
      platform.db.read(
        `select r.at from kernel.audit_entries r
          where r.tenant_id = $1 and r.record_type = 'tenant' and r.record_id = $2 and r.action = '${PURGE}'
          order by r.id limit 1`,
        [PLATFORM_TENANT, tenant_id],
      ),
    );
    return (row?.[0] as Date | undefined) ?? null;
  }

  /**
   * Ends a suspended tenant, so that it cannot be let back in, and notes on the operator's trail that its rows are purged from here on.
   * Once begun, a purge may be repeated until nothing is left; the entry stays the one.
   * @param judged the tenant as it was when it was found ready
   * @param rows of each table that has some @param by who does it, as the machine knows them
   * @throws conflict where the tenant is in use, was changed since it was judged, or is the operator's own
   */
  async beginPurge(
    ctx: Context,
    { id: tenant_id, version }: Pick<Tenant, 'id' | 'version'>,
    rows: Readonly<Record<string, number>>,
    by: string,
  ): Promise<void> {
    if (tenant_id === PLATFORM_TENANT || tenant_id === NO_TENANT)
      throw conflict('tenant', messages.operatorTenantStays());
    await inTenant(ctx, tenant_id, async (there) => {
      const held = await this.tenants.lockIfExists(there, tenant_id);
      if (held && held.status !== 'suspended') throw conflict('tenant', messages.tenantInUse());
      // Lifted and suspended again meanwhile: it waits from then on.
      if (held && held.version !== version) throw conflict('tenant', messages.tenantChangedMeanwhile());
      held?.terminate();
      if (held) this.tenants.remove(there, held);
      if (held) this.tenants.releaseNames(there, held);
      this.links.endAllIn(there);
      this.sessions.endAllIn(there);
    });
    if (await this.purgeBegan(ctx, tenant_id)) return;
    const gone = Object.entries(rows).map(([table, before]) => [table, { before, after: 0 }] as const);
    const changes = { by: { before: null, after: by }, ...Object.fromEntries(gone) };
    await inTenant(ctx, PLATFORM_TENANT, (platform) => {
      platform.db.record(platform, { action: PURGE, record_type: 'tenant', record_id: tenant_id, changes });
      return Promise.resolve();
    });
  }

  private async named(ctx: Context, tenant: string): Promise<Tenant> {
    return (await this.tenants.findByIdentifier(ctx, tenant)) ?? this.missing(tenant);
  }

  private missing(tenant: string): never {
    throw new DomainError('not_found', messages.noTenantCalled({ tenant }));
  }

  /**
   * Active accounts of a tenant that have this password, for a password that is public: a default, or the demo one. Accounts
   * made together share a hash, which is verified once.
   * @returns their e-mail addresses with the tenant's slug: `admin@example.com (platform)`
   */
  async accountsWithPassword(ctx: Context, tenant_id: string, password: string): Promise<string[]> {
    return inTenant(ctx, tenant_id, async (there) => {
      const tenant = await this.tenants.find(there, tenant_id);
      if (!tenant) return [];
      const verified = new Map<string, boolean>();
      const accounts: string[] = [];
      for (const { email, password_hash } of await this.users.activeWithPassword(there)) {
        const isKnown = verified.get(password_hash) ?? (await passwordFits(password_hash, password, there));
        verified.set(password_hash, isKnown);
        if (isKnown) accounts.push(`${email} (${tenant.slug})`);
      }
      return accounts;
    });
  }

  /**
   * Sets a password for a user who lost it and has no administrator to help: all sessions of the user end, the audit trail
   * says so, and a letter tells the user. It counts as a password that another person set. @param tenant id, slug or schema name @param identity e-mail, username, uuid or integer
   */
  async resetPassword(ctx: Context, tenant: string, identity: string, password: string): Promise<User> {
    const found = await this.named(ctx, tenant);
    return inTenant(ctx, found.id, async (there) => {
      const [named] = await this.users.candidatesIn(there, identity, true, ofTenant(found.id));
      const user = await this.users.lock(there, named?.id ?? identity);
      const allowed = await this.passwords.require(there, password, { isStrict: true, user: () => user });
      user.assignPassword(await hashPassword(allowed));
      user.endPower(user.email);
      this.users.save(there, user, 'reset_password');
      this.links.endAllOf(there, user.id);
      this.sessions.endAllOf(there, user.id);
      this.letters.enqueue(there, { kind: 'password_was_reset', user_id: user.id });
      announce(there, 'core.user.password_reset', { user_id: user.id });
      return user;
    });
  }

  /**
   * Ends the second factor of a user who has lost it and has no administrator to help: all sessions of the user end.
   * @param tenant id, slug or schema name @param identity e-mail, username, uuid or integer @throws not_found, conflict (no factor)
   */
  async resetFactor(ctx: Context, tenant: string, identity: string): Promise<User> {
    const found = await this.named(ctx, tenant);
    return inTenant(ctx, found.id, async (there) => {
      const [named] = await this.users.candidatesIn(there, identity, true, ofTenant(found.id));
      return this.factors.reset(there, named?.id ?? identity);
    });
  }
}
