import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Second factors of users, with their recovery codes. No operation has set `mfa_enabled` so far: from now on it says that
 * there is a factor.
 */
export class MfaFactors1764980460000 implements MigrationInterface {
  /** An earlier one signs users in without asking for their factor. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.mfa_factors (
        tenant_id        uuid           not null,
        id               uuid           not null,
        created_at       timestamptz(3) not null,
        updated_at       timestamptz(3) not null,
        deleted_at       timestamptz(3),
        version          integer        not null default 1,
        secret           text,
        new_secret       text,
        new_secret_until timestamptz(3),
        confirmed_at     timestamptz(3),
        last_step        integer        not null,
        wrong_codes      text[]         not null,
        primary key (tenant_id, id),
        constraint mfa_factors_tenant foreign key (tenant_id) references core.tenants (id),
        constraint mfa_factors_confirmed check ((secret is null) = (confirmed_at is null)),
        constraint mfa_factors_begun check ((new_secret is null) = (new_secret_until is null))
      );
      ${enableRowLevelSecurity('core.mfa_factors')}
      grant select, insert, update, delete on core.mfa_factors to usaha_app;
      ${distribute('core.mfa_factors')}`);
    await runner.query(`
      create table core.mfa_recovery_codes (
        tenant_id  uuid           not null,
        user_id    uuid           not null,
        hash       text           not null,
        created_at timestamptz(3) not null,
        used_at    timestamptz(3),
        primary key (tenant_id, user_id, hash),
        constraint mfa_recovery_codes_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity('core.mfa_recovery_codes')}
      grant select, insert, update, delete on core.mfa_recovery_codes to usaha_app;
      ${distribute('core.mfa_recovery_codes')}`);
    await runner.query('alter table core.sign_in_entries drop constraint sign_in_entries_way_check');
    await runner.query(`
      alter table core.sign_in_entries add constraint sign_in_entries_way_check
        check (way in ('password', 'password_again', 'code'))`);
    await runner.query('update core.users r set mfa_enabled = false where r.mfa_enabled');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("delete from core.sign_in_entries r where r.way = 'code'");
    await runner.query('alter table core.sign_in_entries drop constraint sign_in_entries_way_check');
    await runner.query(`
      alter table core.sign_in_entries add constraint sign_in_entries_way_check check (way in ('password', 'password_again'))`);
    await runner.query('drop table core.mfa_recovery_codes');
    await runner.query('drop table core.mfa_factors');
  }
}
