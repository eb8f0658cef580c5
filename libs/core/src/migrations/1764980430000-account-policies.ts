import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What tenants ask of the accounts of their users: one row of a tenant, which has the tenant's id. */
export class AccountPolicies1764980430000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.account_policies (
        tenant_id               uuid           not null,
        id                      uuid           not null check (id = tenant_id),
        created_at              timestamptz(3) not null,
        updated_at              timestamptz(3) not null,
        deleted_at              timestamptz(3),
        version                 integer        not null default 1,
        mfa                     text           not null check (mfa in ('optional', 'administrators', 'everyone')),
        password_min_length     integer        not null check (password_min_length between 8 and 64),
        refuse_common_passwords boolean        not null,
        invite_new_users        boolean        not null,
        link_urls               text[]         not null,
        primary key (tenant_id, id),
        constraint account_policies_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity('core.account_policies')}
      grant select, insert, update on core.account_policies to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.account_policies');
  }
}
