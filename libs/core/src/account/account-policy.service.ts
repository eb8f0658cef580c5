import { Injectable } from '@nestjs/common';
import { DomainError, NO_TENANT, type Context } from '@usaha/shared';
import { SessionRegistry } from '../auth/session.registry.js';
import { UserRepository } from '../user/user.repository.js';
import { AccountPages } from './account-pages.js';
import { AccountPolicy, usualPolicy, type AccountPolicyDetails, type PolicyOfRights } from './account-policy.entity.js';
import { messages } from './account-policy.messages.js';
import { AccountPolicyRepository } from './account-policy.repository.js';

/** What the context's tenant asks of the accounts of its users. */
@Injectable()
export class AccountPolicyService {
  constructor(
    private readonly policies: AccountPolicyRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionRegistry,
    private readonly pages: AccountPages,
  ) {}

  /** The policy of the tenant; the usual one where none was set. */
  async get(ctx: Context): Promise<AccountPolicy> {
    const usual = AccountPolicy.usual(ctx.tenant_id);
    return ctx.tenant_id === NO_TENANT ? usual : ((await this.policies.find(ctx, ctx.tenant_id)) ?? usual);
  }

  /**
   * What requests need of it. It is as old as the caller's rights, with which it is cached, and read where they are not.
   */
  async held(ctx: Context): Promise<PolicyOfRights> {
    if (ctx.tenant_id === NO_TENANT) return usualPolicy;
    const cached = ctx.actor && this.sessions.cache.get(ctx.actor.session_id, ctx.now.getTime());
    return cached?.tenant_id === ctx.tenant_id ? cached.policy : this.get(ctx);
  }

  /**
   * Absent fields stay. A change holds from the next request on, on all instances.
   * @throws invalid (a length, a page), conflict (a factor is asked of others, and the caller has none, A-428; users are to be invited, and no letters can be sent, A-403)
   */
  async update(ctx: Context, changes: Partial<AccountPolicyDetails>): Promise<AccountPolicy> {
    if (changes.invite_new_users === true) this.pages.requireLetters();
    const policy = await this.policies.lockOrMake(ctx);
    const { version, mfa } = policy;
    policy.describe(changes);
    if (policy.mfa !== mfa && policy.mfa !== 'optional') await this.requireOwnFactor(ctx);
    this.policies.save(ctx, policy);
    if (policy.version !== version) this.sessions.rightsChanged(ctx, { tenant_id: ctx.tenant_id });
    return policy;
  }

  /** The user is locked, so that the factor is not removed meanwhile. @throws conflict */
  private async requireOwnFactor(ctx: Context): Promise<void> {
    const user = ctx.actor && (await this.users.lockIfExists(ctx, ctx.actor.user_id));
    if (user?.mfa_enabled) return;
    const message = messages.enrolFirst();
    throw new DomainError('conflict', message, { code: 'MFA_ENROL_FIRST', errors: [{ field: 'mfa', message }] });
  }
}
