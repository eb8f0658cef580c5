import { Injectable } from '@nestjs/common';
import { NO_TENANT, invalid, type Context } from '@usaha/shared';
import { AccountPolicyService } from '../account/account-policy.service.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { requirePassword } from './password.js';
import { isCommonPassword, isWorstPassword, type KnownOfUser } from './password-lists.js';
import { messages } from './user.messages.js';

/** Which passwords stated operations refuse, unless the tenant's policy refuses more. */
export const passwordBlocklists = ['worst', 'all', 'off'] as const;
export type PasswordBlocklist = (typeof passwordBlocklists)[number];

export interface PasswordToSet {
  /** The name under which it was sent; `password` unless told. */
  field?: string;
  /** Whether both lists hold, whichever the operator has chosen: for all but the stated operations. */
  isStrict?: boolean;
  /** The user whose password it is; asked for where it matters alone. */
  user: () => Omit<KnownOfUser, 'business'> | Promise<Omit<KnownOfUser, 'business'>>;
}

/** What new passwords have to be, wherever they are set. */
@Injectable()
export class PasswordRules {
  constructor(
    private readonly blocklist: PasswordBlocklist,
    private readonly policies: AccountPolicyService,
    private readonly tenants: TenantRepository,
  ) {}

  /** @returns the password @throws invalid naming its field: too short for the tenant, too long, one of the worst or a common one */
  async require(
    ctx: Context,
    password: string,
    { field = 'password', isStrict = false, user }: PasswordToSet,
  ): Promise<string> {
    // What no policy allows is refused before one is read.
    requirePassword(password, field);
    const { password_min_length, refuse_common_passwords } = await this.policies.held(ctx);
    requirePassword(password, field, password_min_length);
    const refusesCommon = isStrict || refuse_common_passwords || this.blocklist === 'all';
    const isRefused =
      ((refusesCommon || this.blocklist === 'worst') && isWorstPassword(password)) ||
      (refusesCommon && isCommonPassword(password, { ...(await user()), business: await this.businessOf(ctx) }));
    if (isRefused) throw invalid(field, messages.passwordGuessed({ field }));
    return password;
  }

  private async businessOf(ctx: Context): Promise<string | null> {
    if (ctx.tenant_id === NO_TENANT) return null;
    return (await this.tenants.find(ctx, ctx.tenant_id))?.name ?? null;
  }
}
