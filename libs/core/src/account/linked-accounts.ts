import { Injectable } from '@nestjs/common';
import { NO_TENANT, announce, inTenant, type Context } from '@usaha/shared';
import { TenantRepository } from '../tenant/tenant.repository.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { SERVICE_NAME } from './account-letter-writer.js';
import { AccountLetters } from './account-letters.js';
import type { AccountLink, AccountLinkPurpose } from './account-link.entity.js';
import { AccountLinks, invalidToken, readLinkToken, type LinkToken } from './account-links.js';

/** The status that a link's user has as long as the link is of use. */
const statusFor = (purpose: AccountLinkPurpose): User['status'] => (purpose === 'invitation' ? 'pending' : 'active');

/** The page of a link shows this, to the person who reads the mailbox. */
export interface LinkedAccount {
  purpose: Exclude<AccountLinkPurpose, 'sign_in'>;
  /** Of the account; for `email` the address that is confirmed. */
  email: string;
  business: string;
  expires_at: Date;
}

/** Accounts as the links of letters show them, and the confirmation of an e-mail. */
@Injectable()
export class LinkedAccounts {
  constructor(
    private readonly tenants: TenantRepository,
    private readonly users: UserRepository,
    private readonly links: AccountLinks,
    private readonly letters: AccountLetters,
  ) {}

  /** The account of a live link; consumes nothing, since mail scanners follow links. null for every other text. */
  async shown(ctx: Context, token: string): Promise<LinkedAccount | null> {
    const named = readLinkToken(token);
    if (!named) return null;
    return inTenant(ctx, named.tenant_id, async (there) => {
      const link = await this.links.find(there, named, ['reset', 'invitation', 'email']);
      if (!link || link.purpose === 'sign_in') return null;
      const user = await this.users.find(there, link.user_id);
      const business = await this.businessOf(there);
      if (user?.status !== statusFor(link.purpose) || business === null) return null;
      const { purpose, email, expires_at } = link;
      return { purpose, email: (purpose === 'email' ? email : null) ?? user.email, business, expires_at };
    });
  }

  /**
   * Makes the address of a link the account's e-mail, and confirmed. A username that is the old e-mail follows it; the old address is
   * told. @throws invalid (token), at COMMIT at the latest conflict where another user has the address meanwhile
   */
  async confirmEmail(ctx: Context, token: string): Promise<User> {
    const named = readLinkToken(token);
    if (!named) throw invalidToken();
    return inTenant(ctx, named.tenant_id, async (there) => {
      // The user is locked before the link, as by changes that end links.
      const { user_id } = await this.emailLink(there, named, 'find');
      const user = await this.users.lockIfExists(there, user_id);
      const link = await this.emailLink(there, named, 'lock');
      if (!user?.is_active || link.email === null || (await this.businessOf(there)) === null) throw invalidToken();
      this.confirm(there, user, link, link.email);
      return user;
    });
  }

  private confirm(ctx: Context, user: User, link: AccountLink, email: string): void {
    const { email: before, username } = user;
    user.describe({ email, ...(username.toLowerCase() === before.toLowerCase() ? { username: email } : {}) });
    user.confirmEmail(ctx.now);
    this.users.save(ctx, user, 'confirm_email');
    this.links.use(ctx, link);
    if (before.toLowerCase() === email.toLowerCase()) return;
    // They went to the old address.
    this.links.endOf(ctx, user.id, 'reset');
    this.letters.enqueue(ctx, { kind: 'email_changed', user_id: user.id, address: before });
    announce(ctx, 'core.user.email_changed', { user_id: user.id });
  }

  private async emailLink(ctx: Context, named: LinkToken, how: 'find' | 'lock'): Promise<AccountLink> {
    const link = await this.links[how](ctx, named, ['email']);
    if (!link) throw invalidToken();
    return link;
  }

  /** The name of the context's business; null where it is not active. */
  private async businessOf(ctx: Context): Promise<string | null> {
    if (ctx.tenant_id === NO_TENANT) return SERVICE_NAME;
    const tenant = await this.tenants.find(ctx, ctx.tenant_id);
    return tenant?.is_active ? tenant.name : null;
  }
}
