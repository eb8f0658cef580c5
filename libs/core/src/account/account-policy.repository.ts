import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { AccountPolicy } from './account-policy.entity.js';

declareReferences({ account_policies_tenant: 'tenant_id' });

/** The policies of tenants; a row has the tenant's id, and is made with the first change. */
@Injectable()
export class AccountPolicyRepository extends Repository<AccountPolicy> {
  constructor(database: Database) {
    super(database, AccountPolicy, { noun: nouns.account_policy });
  }

  /** The tenant's row, locked; two first changes at once make it once. */
  async lockOrMake(ctx: Context): Promise<AccountPolicy> {
    const { mfa, password_min_length, refuse_common_passwords, invite_new_users, link_urls } = new AccountPolicy();
    ctx.db.enqueue(
      `insert into ${this.table.path} (tenant_id, id, created_at, updated_at, mfa, password_min_length,
         refuse_common_passwords, invite_new_users, link_urls)
       values ($1, $1, $2, $2, $3, $4, $5, $6, $7) on conflict (tenant_id, id) do nothing`,
      [ctx.tenant_id, ctx.now, mfa, password_min_length, refuse_common_passwords, invite_new_users, link_urls],
    );
    return this.lock(ctx, ctx.tenant_id);
  }
}
