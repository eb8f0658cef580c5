import { distribute, enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const purposesAre = (purposes: string): string =>
  `alter table core.files add constraint files_purpose_check check (purpose in (${purposes}))`;
const PURPOSES = `'document', 'picture', 'logo', 'import'`;

const kindsAre = (kinds: string): string =>
  `alter table core.account_letters add constraint account_letters_kind_check check (kind in (${kinds}))`;
const KINDS = `'password_reset', 'invitation', 'confirm_email', 'password_was_reset', 'email_changed', 'factor_added', 'factor_removed',
  'factor_reset', 'recovery_code_used', 'codes_guessed', 'key_suspended', 'key_expiring', 'webhook_disabled'`;

/** Exports of whole tenants, the files that they make, and the letter that tells administrators of one. */
export class TenantExports1764980505000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.tenant_exports (
        tenant_id     uuid           not null,
        id            uuid           not null,
        created_at    timestamptz(3) not null,
        updated_at    timestamptz(3) not null,
        deleted_at    timestamptz(3),
        version       integer        not null default 1,
        status        text           not null check (status in ('queued', 'running', 'ready', 'failed', 'expired')),
        include_files boolean        not null,
        requested_by  uuid           not null,
        file_id       uuid,
        bytes         bigint,
        counts        jsonb,
        as_of         timestamptz(3),
        expires_at    timestamptz(3),
        attempts      integer        not null default 0,
        holder        uuid,
        leased_until  timestamptz(3),
        primary key (tenant_id, id),
        constraint tenant_exports_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index tenant_exports_listed on core.tenant_exports (tenant_id, id desc) where deleted_at is null;
      create unique index tenant_exports_one on core.tenant_exports (tenant_id) where status in ('queued', 'running');
      create index tenant_exports_waiting on core.tenant_exports (leased_until) where status in ('queued', 'running');
      create index tenant_exports_over on core.tenant_exports (expires_at) where status = 'ready';
      ${enableRowLevelSecurityForPlatform('core.tenant_exports')}
      grant select, insert, update on core.tenant_exports to usaha_app;
      ${distribute('core.tenant_exports')}`);
    await runner.query('alter table core.files drop constraint files_purpose_check');
    await runner.query(purposesAre(`${PURPOSES}, 'export'`));
    await runner.query('alter table core.account_letters drop constraint account_letters_kind_check');
    await runner.query(kindsAre(`${KINDS}, 'tenant_export'`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("delete from core.account_letters where kind = 'tenant_export'");
    await runner.query('alter table core.account_letters drop constraint account_letters_kind_check');
    await runner.query(kindsAre(KINDS));
    await runner.query("delete from core.files where purpose = 'export'");
    await runner.query('alter table core.files drop constraint files_purpose_check');
    await runner.query(purposesAre(PURPOSES));
    await runner.query('drop table core.tenant_exports');
  }
}
