import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const kindsAre = (kinds: string): string =>
  `alter table core.sandbox_charges add constraint sandbox_charges_kind_check check (kind in (${kinds}))`;

/** Payments that wait for the payer, and the sandbox's book of them. */
export class WaitingPayments1764980531000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table core.payments
        add column gateway        text not null default 'sandbox',
        add column gateway_id     text,
        add column sealed_waiting text,
        add column ask_at         timestamptz(3)`);
    await runner.query(`
      alter table core.payments add constraint payments_gateway_check check (gateway in ('sandbox', 'chip'))`);
    await runner.query('create index payments_asked on core.payments (ask_at) where ask_at is not null');
    await runner.query('alter table core.sandbox_charges add column means text');
    await runner.query('alter table core.sandbox_charges drop constraint sandbox_charges_kind_check');
    await runner.query(kindsAre(`'charge', 'refund', 'none', 'wait'`));
    await runner.query(`
      create table core.sandbox_payments (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        updated_at     timestamptz(3) not null,
        deleted_at     timestamptz(3),
        version        integer        not null default 1,
        method         text           check (method in ('duitnow_qr', 'fpx', 'card', 'ewallet')),
        amount         numeric(14, 2) not null check (amount > 0),
        currency       text           not null,
        status         text           not null check (status in ('waiting', 'paid', 'refused', 'expired', 'abandoned')),
        reason         text,
        paid_at        timestamptz(3) check ((paid_at is not null) = (status = 'paid')),
        is_late        boolean        not null default false,
        expires_at     timestamptz(3) not null,
        sealed_details text,
        primary key (tenant_id, id)
      );
      ${enableRowLevelSecurity('core.sandbox_payments')}
      grant select, insert, update on core.sandbox_payments to usaha_app;
      ${distribute('core.sandbox_payments')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.sandbox_payments');
    await runner.query("delete from core.sandbox_charges where kind = 'wait'");
    await runner.query('alter table core.sandbox_charges drop constraint sandbox_charges_kind_check');
    await runner.query(kindsAre(`'charge', 'refund', 'none'`));
    await runner.query('alter table core.sandbox_charges drop column means');
    await runner.query('drop index core.payments_asked');
    await runner.query(`
      alter table core.payments drop column gateway, drop column gateway_id, drop column sealed_waiting, drop column ask_at`);
  }
}
