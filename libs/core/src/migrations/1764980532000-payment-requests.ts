import { distribute, enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payment requests. A job looks for tenants whose requests are over through the platform's policy. */
export class PaymentRequests1764980532000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.payment_requests (
        tenant_id        uuid           not null,
        id               uuid           not null,
        created_at       timestamptz(3) not null,
        updated_at       timestamptz(3) not null,
        deleted_at       timestamptz(3),
        version          integer        not null default 1,
        subject_type     text           not null,
        subject_id       uuid           not null,
        subject_number   text           not null,
        particulars      text,          -- sealed
        amount           numeric(14, 2) not null check (amount > 0),
        status           text           not null check (status in ('open', 'paid', 'expired', 'cancelled')),
        expires_at       timestamptz(3) not null,
        paid_at          timestamptz(3),
        paid_amount      numeric(14, 2) not null check (paid_amount >= 0),
        unapplied_amount numeric(14, 2) not null check (unapplied_amount between 0 and paid_amount),
        means            text,
        reference        text,
        receipt_number   text,
        payment_id       uuid,
        created_by       uuid,
        primary key (tenant_id, id),
        constraint payment_requests_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index payment_requests_live    on core.payment_requests (tenant_id, id desc) where deleted_at is null;
      create index payment_requests_status  on core.payment_requests (tenant_id, status, id desc) where deleted_at is null;
      create index payment_requests_subject on core.payment_requests (tenant_id, subject_id, id desc);
      create index payment_requests_updated on core.payment_requests (tenant_id, updated_at, id);
      create unique index payment_requests_open on core.payment_requests (tenant_id, subject_type, subject_id) where status = 'open';
      create unique index payment_requests_reference on core.payment_requests (tenant_id, lower(btrim(reference)));
      -- Which tenants have requests whose time is over: asked through the platform's door.
      create index payment_requests_over on core.payment_requests (expires_at) where status = 'open';
      ${enableRowLevelSecurityForPlatform('core.payment_requests')}
      grant select, insert, update on core.payment_requests to usaha_app;
      ${distribute('core.payment_requests')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.payment_requests');
  }
}
