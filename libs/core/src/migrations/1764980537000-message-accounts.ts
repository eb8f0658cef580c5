import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts of businesses at carriers of messages (A-473), and the carriers' ids of messages, by which they report (A-478). */
export class MessageAccounts1764980537000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.message_accounts (
        tenant_id       uuid           not null,
        id              uuid           not null,
        created_at      timestamptz(3) not null,
        updated_at      timestamptz(3) not null,
        deleted_at      timestamptz(3),
        version         integer        not null default 1,
        way             text           not null check (way in ('whatsapp', 'sms', 'email')),
        provider        text           not null check (provider in ('meta', 'twilio', 'http', 'smtp')),
        sealed_settings text,
        price           numeric(14, 2) not null default 0 check (price >= 0),
        verified_at     timestamptz(3),
        primary key (tenant_id, id),
        constraint message_accounts_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create unique index message_accounts_current on core.message_accounts (tenant_id, way) where deleted_at is null;
      ${enableRowLevelSecurity('core.message_accounts')}
      grant select, insert, update on core.message_accounts to usaha_app;
      ${distribute('core.message_accounts')}`);
    await runner.query('alter table core.message_tries add column carrier_id text');
    await runner.query(`
      create index message_tries_carrier on core.message_tries (tenant_id, carrier_id) where carrier_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.message_tries drop column carrier_id');
    await runner.query('drop table core.message_accounts');
  }
}
