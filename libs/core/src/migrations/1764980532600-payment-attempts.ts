import { distribute, enableRowLevelSecurity, enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attempts of payers at gateways, and what requests know of them. A job looks for attempts that are to be asked about. */
export class PaymentAttempts1764980532600 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table core.payment_requests
        add column methods         text[]  not null default '{}',
        add column link_generation integer not null default 0,
        add column ended_at        timestamptz(3),
        add column sealed_waiting  text,
        add column request_key     uuid`);
    await runner.query(`
      create unique index payment_requests_key on core.payment_requests (tenant_id, request_key) where request_key is not null`);
    await runner.query(`
      create table core.payment_attempts (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        version    integer        not null default 1,
        request_id uuid           not null,
        method     text           not null check (method in ('duitnow_qr', 'fpx', 'card', 'ewallet')),
        gateway    text           not null check (gateway in ('sandbox', 'chip')),
        account_id uuid,
        mode       text           not null check (mode in ('sandbox', 'test', 'live')),
        gateway_id text,
        amount     numeric(14, 2) not null check (amount > 0),
        status     text           not null
          check (status in ('waiting', 'processing', 'succeeded', 'refused', 'expired', 'abandoned')),
        reason     text,
        reference  text,
        expires_at timestamptz(3) not null,
        ended_at   timestamptz(3),
        ask_at     timestamptz(3),
        asked_at   timestamptz(3),
        primary key (tenant_id, id)
      );
      create index payment_attempts_of on core.payment_attempts (tenant_id, request_id, id desc);
      -- A request has one attempt that the payer may still carry out.
      create unique index payment_attempts_open on core.payment_attempts (tenant_id, request_id)
        where status in ('waiting', 'processing');
      create index payment_attempts_asked on core.payment_attempts (ask_at) where ask_at is not null;
      ${enableRowLevelSecurityForPlatform('core.payment_attempts')}
      grant select, insert, update on core.payment_attempts to usaha_app;
      ${distribute('core.payment_attempts')}`);
    await runner.query(`
      alter table core.payment_attempts add constraint payment_attempts_request foreign key (tenant_id, request_id)
        references core.payment_requests (tenant_id, id)`);
    await runner.query(`
      create table core.payment_differences (
        tenant_id          uuid           not null,
        id                 uuid           not null,
        created_at         timestamptz(3) not null,
        updated_at         timestamptz(3) not null,
        deleted_at         timestamptz(3),
        version            integer        not null default 1,
        kind               text           not null
          check (kind in ('unapplied', 'amount_differs', 'not_at_gateway', 'refund_differs', 'chargeback')),
        payment_request_id uuid           not null,
        attempt_id         uuid,
        amount             numeric(14, 2) not null,
        expected           numeric(14, 2),
        status             text           not null check (status in ('open', 'resolved')),
        note               text,          -- sealed
        resolved_at        timestamptz(3),
        primary key (tenant_id, id)
      );
      create index payment_differences_live    on core.payment_differences (tenant_id, id desc) where deleted_at is null;
      create index payment_differences_status  on core.payment_differences (tenant_id, status, id desc) where deleted_at is null;
      create index payment_differences_request on core.payment_differences (tenant_id, payment_request_id);
      create index payment_differences_updated on core.payment_differences (tenant_id, updated_at, id);
      ${enableRowLevelSecurity('core.payment_differences')}
      grant select, insert, update on core.payment_differences to usaha_app;
      ${distribute('core.payment_differences')}`);
    await runner.query(`
      alter table core.payment_differences add constraint payment_differences_request foreign key (tenant_id, payment_request_id)
        references core.payment_requests (tenant_id, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.payment_differences');
    await runner.query('drop table core.payment_attempts');
    await runner.query('drop index core.payment_requests_key');
    await runner.query(`
      alter table core.payment_requests drop column methods, drop column link_generation, drop column ended_at,
        drop column sealed_waiting, drop column request_key`);
  }
}
