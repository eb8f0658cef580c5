import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Subscriptions, and what tenants make of the modules. */
export class Subscriptions1763700200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.subscriptions (
        tenant_id         uuid           not null constraint subscriptions_tenant references core.tenants (id),
        id                uuid           not null,
        created_at        timestamptz(3) not null,
        updated_at        timestamptz(3) not null,
        deleted_at        timestamptz(3),
        version           integer        not null default 1,
        plan_type         text           not null check (plan_type in ('STARTER', 'GROWTH', 'PRO', 'ENTERPRISE')),
        plan_id           text           not null,
        billing_cycle     text           not null check (billing_cycle in ('MONTHLY', 'YEARLY', 'ONE_TIME')),
        status            text           not null check (status in ('ACTIVE', 'CANCELLED', 'EXPIRED', 'PENDING')),
        starts_at         timestamptz(3) not null,
        ends_at           timestamptz(3),
        renews_at         timestamptz(3),
        cancelled_at      timestamptz(3),
        amount            numeric(14, 2) not null check (amount > 0),
        currency          text           not null,
        payment_method    text,
        payment_method_id text,
        modules           text[]         not null,
        module_limit      integer        not null check (module_limit > 0),
        user_limit        integer        not null check (user_limit > 0),
        features          jsonb          not null,
        paid_amount       numeric(14, 2) not null,
        terms_paid        integer        not null check (terms_paid >= 0),
        counted_from      timestamptz(3) not null,
        primary key (tenant_id, id)
      );
      create index subscriptions_live   on core.subscriptions (tenant_id, id desc) where deleted_at is null;
      create index subscriptions_status on core.subscriptions (tenant_id, status, id desc) where deleted_at is null;
      ${enableRowLevelSecurity('core.subscriptions')}
      grant select, insert, update on core.subscriptions to usaha_app;

      create table core.tenant_modules (
        tenant_id     uuid           not null constraint tenant_modules_tenant references core.tenants (id),
        id            uuid           not null,
        created_at    timestamptz(3) not null,
        updated_at    timestamptz(3) not null,
        deleted_at    timestamptz(3),
        version       integer        not null default 1,
        module        text           not null check (module in ('retail', 'healthcare', 'education', 'logistics', 'beauty')),
        status        text           not null check (status in ('USABLE', 'ENABLED', 'DISABLED')),
        configuration jsonb,
        primary key (tenant_id, id)
      );
      -- Also what the rights of a session read.
      create unique index tenant_modules_module on core.tenant_modules (tenant_id, module);
      ${enableRowLevelSecurity('core.tenant_modules')}
      grant select, insert, update on core.tenant_modules to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.tenant_modules; drop table core.subscriptions');
  }
}
