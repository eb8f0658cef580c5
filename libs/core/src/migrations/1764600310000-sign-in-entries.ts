import { enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sign-ins that succeeded and failed. They hold addresses, and so stand apart from the audit trail: they are deleted after 90 days. */
export class SignInEntries1764600310000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.sign_in_entries (
        tenant_id  uuid not null,
        id         uuid not null,
        user_id    uuid not null,
        action     text not null check (action in ('login', 'login_failed')),
        way        text not null check (way in ('password', 'password_again')),
        address    text,
        user_agent text,
        constraint sign_in_entries_tenant foreign key (tenant_id) references core.tenants (id),
        primary key (tenant_id, id)
      );
      create index sign_in_entries_user on core.sign_in_entries (tenant_id, user_id, id desc);
      create index sign_in_entries_old on core.sign_in_entries (id);
      ${enableRowLevelSecurityForPlatform('core.sign_in_entries')}
      grant select, insert, delete on core.sign_in_entries to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.sign_in_entries');
  }
}
