import { Entity } from 'typeorm';
import { TenantRecord, assignDefined, columns, includesRole, invalid, type Role } from '@usaha/shared';
import { messages } from './account-policy.messages.js';
import { isLinkUrl } from './link-url.js';

/** Which users need a second factor. */
export const mfaDemands = ['optional', 'administrators', 'everyone'] as const;
export type MfaDemand = (typeof mfaDemands)[number];

/** Shortest passwords that a tenant may ask for, in characters. */
export const PASSWORD_LENGTHS = { least: 8, most: 64 } as const;
/** Pages of a consumer that letters of a tenant may lead to. */
export const MOST_LINK_URLS = 10;

const details = [
  'mfa',
  'password_min_length',
  'refuse_common_passwords',
  'invite_new_users',
  'link_urls',
] as const satisfies (keyof AccountPolicy)[];
export type AccountPolicyDetails = Pick<AccountPolicy, (typeof details)[number]>;

/** What requests need of a policy: it comes with the rights of their session. */
export type PolicyOfRights = Readonly<Omit<AccountPolicyDetails, 'link_urls'>>;

/** What a tenant asks of the accounts of its users. Its id is the tenant's: there is one. */
@Entity({ schema: 'core', name: 'account_policies' })
export class AccountPolicy extends TenantRecord {
  @columns.choice(mfaDemands) mfa: MfaDemand = 'optional';
  /** Characters that a new password must have. */
  @columns.count() password_min_length: number = PASSWORD_LENGTHS.least;
  /** Whether new passwords may not be common ones, on the operations that take them otherwise. */
  @columns.flag() refuse_common_passwords = false;
  /** Whether each user who is created without a password is invited by letter. */
  @columns.flag() invite_new_users = false;
  /** Pages of the tenant's own programs that letters may lead to. */
  @columns.list() link_urls: string[] = [];

  /** The policy of a tenant that has set none. */
  static usual(tenant_id: string): AccountPolicy {
    return Object.assign(new AccountPolicy(), { id: tenant_id, tenant_id });
  }

  /** Absent fields stay. @throws invalid for a length beyond the limits, and for pages that no letter may lead to */
  describe(changes: Partial<AccountPolicyDetails>): void {
    assignDefined(this, changes, details);
    const { least, most } = PASSWORD_LENGTHS;
    if (this.password_min_length < least || this.password_min_length > most)
      throw invalid('password_min_length', messages.lengthBeyond({ least, most }));
    if (this.link_urls.length > MOST_LINK_URLS)
      throw invalid('link_urls', messages.tooManyLinks({ most: MOST_LINK_URLS }));
    const wrong = this.link_urls.findIndex((url) => !isLinkUrl(url));
    if (wrong >= 0) throw invalid('link_urls', messages.noLinkUrl({ field: 'link_urls', entry: wrong + 1 }));
  }
}

/** The policy of tenants that have set none, and of accounts without a tenant. */
export const usualPolicy: PolicyOfRights = Object.freeze(
  (({ mfa, password_min_length, refuse_common_passwords, invite_new_users }) => ({
    mfa,
    password_min_length,
    refuse_common_passwords,
    invite_new_users,
  }))(new AccountPolicy()),
);

/** Whether a policy asks users of a role for a second factor. */
export const asksForFactor = ({ mfa }: Pick<PolicyOfRights, 'mfa'>, role: Role): boolean =>
  mfa === 'everyone' || (mfa === 'administrators' && includesRole(role, 'admin'));
