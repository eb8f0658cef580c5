import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Means of payment, payments and refunds; and the book of the gateway that plays the outside world. */
export class Payments1763700400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.payment_methods (
        tenant_id       uuid           not null constraint payment_methods_tenant references core.tenants (id),
        id              uuid           not null,
        created_at      timestamptz(3) not null,
        updated_at      timestamptz(3) not null,
        deleted_at      timestamptz(3),
        version         integer        not null default 1,
        type            text           not null,
        -- No more of a card's number than this.
        card_last_four  text           check (card_last_four ~ '^[0-9]{4}$'),
        card_brand      text,
        expiry_month    integer        check (expiry_month between 1 and 12),
        expiry_year     integer,
        cardholder_name text,
        billing_address jsonb,
        gateway_token   text,
        primary key (tenant_id, id)
      );
      create index payment_methods_live on core.payment_methods (tenant_id, id desc) where deleted_at is null;
      ${enableRowLevelSecurity('core.payment_methods')}
      grant select, insert, update on core.payment_methods to usaha_app;

      create table core.payments (
        tenant_id         uuid           not null constraint payments_tenant references core.tenants (id),
        id                uuid           not null,
        created_at        timestamptz(3) not null,
        updated_at        timestamptz(3) not null,
        deleted_at        timestamptz(3),
        version           integer        not null default 1,
        subscription_id   uuid,
        type              text           not null check (type in ('CHARGE', 'REFUND', 'CREDIT', 'ADJUSTMENT')),
        amount            numeric(14, 2) not null check (amount > 0),
        currency          text           not null check (currency ~ '^[A-Z]{3}$'),
        status            text           not null check (status in ('PENDING', 'COMPLETED', 'FAILED', 'REFUNDED')),
        payment_method    text           not null,
        payment_method_id uuid,
        description       text,
        metadata          jsonb          not null,
        refunded_amount   numeric(14, 2) not null check (refunded_amount >= 0),
        reserved_amount   numeric(14, 2) not null check (reserved_amount >= 0),
        failure_reason    text           check ((failure_reason is not null) = (status = 'FAILED')),
        request_key       uuid,
        primary key (tenant_id, id),
        -- Whatever the service believes, no more is given back than was taken.
        constraint payments_refunded check (refunded_amount + reserved_amount <= amount),
        constraint payments_subscription foreign key (tenant_id, subscription_id) references core.subscriptions (tenant_id, id),
        constraint payments_method foreign key (tenant_id, payment_method_id) references core.payment_methods (tenant_id, id)
      );
      create index payments_live    on core.payments (tenant_id, id desc) where deleted_at is null;
      create index payments_status  on core.payments (tenant_id, status, id desc) where deleted_at is null;
      create index payments_created on core.payments (tenant_id, created_at) where deleted_at is null;
      create index payments_pending on core.payments (tenant_id, id) where status = 'PENDING';
      -- One request begins one payment.
      create unique index payments_request on core.payments (tenant_id, request_key);
      ${enableRowLevelSecurity('core.payments')}
      grant select, insert, update on core.payments to usaha_app;

      create table core.refunds (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        updated_at     timestamptz(3) not null,
        deleted_at     timestamptz(3),
        version        integer        not null default 1,
        payment_id     uuid           not null,
        amount         numeric(14, 2) not null check (amount > 0),
        status         text           not null check (status in ('PENDING', 'COMPLETED', 'FAILED')),
        reason         text,
        failure_reason text           check ((failure_reason is not null) = (status = 'FAILED')),
        request_key    uuid,
        primary key (tenant_id, id),
        constraint refunds_payment foreign key (tenant_id, payment_id) references core.payments (tenant_id, id)
      );
      create index refunds_payment on core.refunds (tenant_id, payment_id, id);
      create index refunds_pending on core.refunds (tenant_id, id) where status = 'PENDING';
      create unique index refunds_request on core.refunds (tenant_id, request_key);
      ${enableRowLevelSecurity('core.refunds')}
      grant select, insert, update on core.refunds to usaha_app;

      create table core.sandbox_charges (
        tenant_id  uuid           not null,
        attempt_id uuid           not null,
        at         timestamptz(3) not null,
        kind       text           not null check (kind in ('charge', 'refund', 'none')),
        amount     numeric(14, 2),
        currency   text,
        reason     text,
        -- An attempt exists once, whoever asks for it.
        primary key (tenant_id, attempt_id)
      );
      ${enableRowLevelSecurity('core.sandbox_charges')}
      -- What was answered stands.
      grant select, insert on core.sandbox_charges to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop table core.sandbox_charges; drop table core.refunds; drop table core.payments; drop table core.payment_methods',
    );
  }
}
