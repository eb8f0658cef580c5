import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts of businesses at payment gateways. */
export class PaymentAccounts1764980531100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.payment_accounts (
        tenant_id         uuid           not null,
        id                uuid           not null,
        created_at        timestamptz(3) not null,
        updated_at        timestamptz(3) not null,
        deleted_at        timestamptz(3),
        version           integer        not null default 1,
        gateway           text           not null check (gateway in ('sandbox', 'chip')),
        mode              text           not null check (mode in ('sandbox', 'test', 'live')),
        brand_id          uuid,
        sealed_secret_key text,
        secret_hint       text,
        api_url           text,
        methods           jsonb          not null,
        refunds           text           not null check (refunds in ('none', 'full', 'partial')),
        verified_at       timestamptz(3) not null,
        primary key (tenant_id, id),
        constraint payment_accounts_tenant foreign key (tenant_id) references core.tenants (id)
      );
      -- One is current.
      create unique index payment_accounts_current on core.payment_accounts (tenant_id) where deleted_at is null;
      ${enableRowLevelSecurity('core.payment_accounts')}
      grant select, insert, update on core.payment_accounts to usaha_app;
      ${distribute('core.payment_accounts')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.payment_accounts');
  }
}
