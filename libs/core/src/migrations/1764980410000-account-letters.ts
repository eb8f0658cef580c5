import { distribute, enableRowLevelSecurity, enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Letters about accounts, and the links in them. Jobs look for tenants with letters through the platform's policy. */
export class AccountLetters1764980410000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.account_letters (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        updated_at     timestamptz(3) not null,
        deleted_at     timestamptz(3),
        version        integer        not null default 1,
        kind           text           not null check (kind in ('password_reset', 'invitation', 'confirm_email', 'password_was_reset',
                         'email_changed', 'factor_added', 'factor_removed', 'factor_reset', 'recovery_code_used', 'codes_guessed',
                         'key_suspended', 'key_expiring')),
        user_id        uuid,
        sealed_details text,
        language       text           check (language in ('en', 'ms')),
        due_at         timestamptz(3) not null,
        attempts       integer        not null default 0,
        done_at        timestamptz(3),
        outcome        text           check (outcome in ('sent', 'refused', 'expired', 'needless', 'replaced')),
        primary key (tenant_id, id),
        constraint account_letters_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index account_letters_due  on core.account_letters (tenant_id, due_at, id) where done_at is null;
      create index account_letters_sent on core.account_letters (tenant_id, done_at) where outcome = 'sent';
      create index account_letters_old  on core.account_letters (created_at);
      ${enableRowLevelSecurityForPlatform('core.account_letters')}
      grant select, insert, update, delete on core.account_letters to usaha_app;
      ${distribute('core.account_letters')}`);
    await runner.query(`
      create table core.account_links (
        tenant_id   uuid           not null,
        id          uuid           not null,
        created_at  timestamptz(3) not null,
        updated_at  timestamptz(3) not null,
        deleted_at  timestamptz(3),
        version     integer        not null default 1,
        user_id     uuid           not null,
        purpose     text           not null check (purpose in ('reset', 'invitation', 'email', 'sign_in')),
        email       text,
        -- SHA-256 in base64url: the secret is in the letter alone.
        secret_hash text,
        sent_at     timestamptz(3),
        refused_at  timestamptz(3),
        expires_at  timestamptz(3) not null,
        ended_at    timestamptz(3),
        wrong_codes integer        not null default 0 check (wrong_codes >= 0),
        primary key (tenant_id, id),
        constraint account_links_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index account_links_user  on core.account_links (tenant_id, user_id, purpose, id desc);
      create index account_links_ended on core.account_links (tenant_id, (least(ended_at, expires_at)));
      ${enableRowLevelSecurity('core.account_links')}
      grant select, insert, update, delete on core.account_links to usaha_app;
      ${distribute('core.account_links')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.account_links');
    await runner.query('drop table core.account_letters');
  }
}
