import type { MigrationInterface, QueryRunner } from 'typeorm';
import { PLATFORM_TENANT } from '../operator/platform-tenant.js';

/** The account that each tenant counts for: its creator's, or the one that made its creator's membership elsewhere. */
export class TenantAccounts1764600700000 implements MigrationInterface {
  /** An earlier one makes tenants that count for no account. */
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.tenants add column account_id uuid');
    // The operator's belong to no account. A chain of memberships is followed to the account that it began with.
    await runner.query(`
      do $$
      declare operators uuid[];
      begin
        select coalesce(array_agg(u.id), '{}') into operators from core.users u where u.tenant_id = '${PLATFORM_TENANT}';
        update core.tenants t set account_id = t.created_by where t.created_by <> all (operators);
        loop
          update core.tenants t set account_id = h.account_id from core.tenants h
           where h.creator_member_id = t.account_id and h.account_id <> t.account_id;
          exit when not found;
        end loop;
      end $$`);
    await runner.query('create index tenants_account on core.tenants (account_id) where deleted_at is null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index core.tenants_account');
    await runner.query('alter table core.tenants drop column account_id');
  }
}
