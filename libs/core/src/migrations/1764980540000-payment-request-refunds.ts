import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropDueFunction, dueFunction } from '../tenant/due-tenants.js';

/** Tenants with refunds that a gateway is to be asked about. */
const refunds = {
  name: 'core.tenants_with_refunds_due',
  parameters: ['timestamptz'],
  looks: [
    (theirs: (column: string) => string) =>
      `select distinct r.tenant_id from core.payment_request_refunds r where r.ask_at <= $2 and ${theirs('r.tenant_id')}`,
  ],
};

/** Refunds of payment requests, and what requests and attempts know of them. */
export class PaymentRequestRefunds1764980540000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table core.payment_requests
        add column booked_amount   numeric(14, 2) not null default 0,
        add column refunded_amount numeric(14, 2) not null default 0,
        add column reserved_amount numeric(14, 2) not null default 0`);
    await runner.query('update core.payment_requests set booked_amount = paid_amount - unapplied_amount');
    await runner.query(`
      alter table core.payment_requests add constraint payment_requests_refunded
        check (refunded_amount >= 0 and reserved_amount >= 0 and refunded_amount + reserved_amount <= paid_amount)`);
    await runner.query(`
      alter table core.payment_attempts
        add column paid_amount     numeric(14, 2) not null default 0,
        add column refunded_amount numeric(14, 2) not null default 0,
        add column reserved_amount numeric(14, 2) not null default 0`);
    await runner.query(`
      update core.payment_attempts a set paid_amount = a.amount
       where a.status = 'succeeded' and not exists (
         select from core.payment_differences d
          where d.tenant_id = a.tenant_id and d.attempt_id = a.id and d.kind = 'amount_differs')`);
    await runner.query(`
      alter table core.payment_attempts add constraint payment_attempts_refunded
        check (refunded_amount >= 0 and reserved_amount >= 0 and refunded_amount + reserved_amount <= paid_amount)`);
    await runner.query(`
      create table core.payment_request_refunds (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        updated_at     timestamptz(3) not null,
        deleted_at     timestamptz(3),
        version        integer        not null default 1,
        request_id     uuid           not null,
        attempt_id     uuid,
        amount         numeric(14, 2) not null check (amount > 0),
        by             text           not null check (by in ('gateway', 'transfer')),
        status         text           not null check (status in ('pending', 'completed', 'failed')),
        reason         text,          -- sealed
        failure_reason text,
        reference      text,
        entry_id       uuid,
        created_by     uuid,
        request_key    uuid,
        begun_at       timestamptz(3),
        ask_at         timestamptz(3),
        primary key (tenant_id, id),
        constraint payment_request_refunds_way check ((by = 'gateway') = (attempt_id is not null))
      );
      create index payment_request_refunds_of on core.payment_request_refunds (tenant_id, request_id, id desc);
      create index payment_request_refunds_turn on core.payment_request_refunds (tenant_id, attempt_id, id)
        where status = 'pending';
      create index payment_request_refunds_updated on core.payment_request_refunds (tenant_id, updated_at, id);
      create unique index payment_request_refunds_key on core.payment_request_refunds (tenant_id, request_key)
        where request_key is not null;
      create index payment_request_refunds_asked on core.payment_request_refunds (ask_at) where ask_at is not null;
      ${enableRowLevelSecurity('core.payment_request_refunds')}
      grant select, insert, update on core.payment_request_refunds to usaha_app;
      ${distribute('core.payment_request_refunds')}`);
    await runner.query(`
      alter table core.payment_request_refunds add constraint payment_request_refunds_request
        foreign key (tenant_id, request_id) references core.payment_requests (tenant_id, id)`);
    await runner.query(`
      alter table core.payment_request_refunds add constraint payment_request_refunds_attempt
        foreign key (tenant_id, attempt_id) references core.payment_attempts (tenant_id, id)`);
    await runner.query(dueFunction(refunds));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropDueFunction(refunds));
    await runner.query('drop table core.payment_request_refunds');
    await runner.query('alter table core.payment_attempts drop constraint payment_attempts_refunded');
    await runner.query(
      'alter table core.payment_attempts drop column paid_amount, drop column refunded_amount, drop column reserved_amount',
    );
    await runner.query('alter table core.payment_requests drop constraint payment_requests_refunded');
    await runner.query(
      'alter table core.payment_requests drop column booked_amount, drop column refunded_amount, drop column reserved_amount',
    );
  }
}
