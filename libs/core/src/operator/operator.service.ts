import { Injectable } from '@nestjs/common';
import { DomainError, conflict, inTenant, type Context } from '@usaha/shared';
import { Tenant } from '../tenant/tenant.entity.js';
import { ofTenant } from '../tenant/one-tenant.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { hashPassword, passwordFits, requirePassword } from '../user/password.js';
import { SessionRegistry } from '../auth/session.registry.js';
import { PLATFORM_SLUG, PLATFORM_TENANT } from './platform-tenant.js';
import { messages } from '../messages.js';

/** The operator's first administrator, from the environment. */
export interface OperatorAccount {
  email: string;
  username: string;
  password: string;
}

const TENANTS_AT_ONCE = 1_000;

/** What the operator of the service does from outside the two surfaces. */
@Injectable()
export class OperatorService {
  constructor(
    private readonly tenants: TenantRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRegistry,
  ) {}

  /**
   * Makes the operator's tenant and its administrator, once; later starts, and other instances, find them there. A
   * password changed afterwards is not set back.
   * @returns whether they were made
   */
  async bootstrap(ctx: Context, account: OperatorAccount): Promise<boolean> {
    return inTenant(ctx, PLATFORM_TENANT, async (platform) => {
      if (await this.tenants.find(platform, PLATFORM_TENANT)) return false;
      await this.tenants.lockNames(platform);
      if (await this.tenants.find(platform, PLATFORM_TENANT)) return false;
      const tenant = Tenant.of(PLATFORM_SLUG, null, {
        name: 'Platform',
        schema_name: PLATFORM_SLUG,
        business_type: 'retail',
        email: account.email,
      });
      tenant.giveId(ctx.now, PLATFORM_TENANT);
      await this.tenants.insert(platform, tenant);
      const { username, email } = account;
      const user = User.of({ username, email, role: 'admin', first_name: 'Platform', last_name: 'Operator' });
      user.choosePassword(await hashPassword(requirePassword(account.password)));
      await this.users.insert(platform, user);
      return true;
    });
  }

  /** Tenants that are not deleted, in the order of their creation, a page at a time. @param after the last id of the page before */
  listTenants(ctx: Context, after: string | null, size = TENANTS_AT_ONCE): Promise<Tenant[]> {
    return this.tenants.pageOfAll(ctx, after, size);
  }

  /**
   * Suspends a tenant, whose sessions end, or lets it back in, whichever side suspended it.
   * @param tenant id, slug or schema name @throws not_found, conflict (the operator's own)
   */
  async setTenantActive(ctx: Context, tenant: string, is_active: boolean): Promise<Tenant> {
    const found = await this.named(ctx, tenant);
    if (found.id === PLATFORM_TENANT && !is_active) throw conflict('tenant', messages.operatorTenantStays());
    return inTenant(ctx, found.id, async (there) => {
      const held = await this.tenants.hold(there, found.id);
      if (is_active) held.reactivate();
      else held.suspend('operator');
      await this.tenants.save(there, held);
      if (is_active) await this.sessions.rightsChanged(there, { tenant_id: held.id });
      else await this.sessions.endAllIn(there);
      return held;
    });
  }

  private async named(ctx: Context, tenant: string): Promise<Tenant> {
    const found = await this.tenants.findByIdentifier(ctx, tenant);
    if (!found) throw new DomainError('not_found', messages.noTenantCalled({ tenant }));
    return found;
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
   * Sets a password for a user who lost it and has no administrator to help: all sessions of the user end, and the
   * audit trail says so. It counts as a password that another person set. @param tenant id, slug or schema name @param identity e-mail, username, uuid or integer
   */
  async resetPassword(ctx: Context, tenant: string, identity: string, password: string): Promise<User> {
    const found = await this.named(ctx, tenant);
    const hash = await hashPassword(requirePassword(password));
    return inTenant(ctx, found.id, async (there) => {
      const [named] = await this.users.candidatesIn(there, identity, true, ofTenant(found.id));
      const user = await this.users.hold(there, named?.id ?? identity);
      user.assignPassword(hash);
      user.endPower(user.email);
      await this.users.save(there, user, 'reset_password');
      await this.sessions.endAllOf(there, user.id);
      return user;
    });
  }
}
