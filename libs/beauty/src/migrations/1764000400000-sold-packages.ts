import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Packages that clients bought, the ledger of their sessions, and what they pay of appointments. */
export class SoldPackages1764000400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table beauty.sold_packages (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        updated_at     timestamptz(3) not null,
        deleted_at     timestamptz(3),
        version        integer        not null default 1,
        erased_at      timestamptz(3),
        client_id      uuid           not null,
        package_id     uuid           not null,
        receipt_number text           not null,
        name           text           not null,
        price          numeric(14, 2) not null check (price >= 0),
        payment_method text,
        purchase_date  date           not null,
        expires_on     date,
        sessions       jsonb          not null,
        movements      integer        not null,
        primary key (tenant_id, id),
        constraint sold_packages_client foreign key (tenant_id, client_id) references beauty.clients (tenant_id, id),
        constraint sold_packages_package foreign key (tenant_id, package_id) references beauty.packages (tenant_id, id)
      ) with (fillfactor = 85);
      create index sold_packages_client on beauty.sold_packages (tenant_id, client_id, id desc);
      create unique index sold_packages_number on beauty.sold_packages (tenant_id, receipt_number);
      ${enableRowLevelSecurity('beauty.sold_packages')}
      grant select, insert, update on beauty.sold_packages to usaha_app;

      -- The ledger of sessions: rows are added and never changed.
      create table beauty.package_sessions (
        tenant_id        uuid           not null,
        id               uuid           not null,
        created_at       timestamptz(3) not null,
        position         integer        not null,
        sold_package_id  uuid           not null,
        service_id       uuid           not null,
        kind             text           not null check (kind in ('sold', 'redeemed', 'returned')),
        sessions_changed integer        not null,
        balance          integer        not null check (balance >= 0),
        appointment_id   uuid,
        actor_id         uuid,
        primary key (tenant_id, id),
        constraint package_sessions_package foreign key (tenant_id, sold_package_id) references beauty.sold_packages (tenant_id, id)
      );
      create unique index package_sessions_package on beauty.package_sessions (tenant_id, sold_package_id, position desc);
      ${enableRowLevelSecurity('beauty.package_sessions')}
      grant select, insert on beauty.package_sessions to usaha_app;

      alter table beauty.appointments add column package_amount numeric(14, 2) not null default 0 check (package_amount >= 0);
      alter table beauty.appointments alter column package_amount drop default;
      alter table beauty.appointment_lines add constraint appointment_lines_sold_package
        foreign key (tenant_id, sold_package_id) references beauty.sold_packages (tenant_id, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table beauty.appointment_lines drop constraint appointment_lines_sold_package;
      alter table beauty.appointments drop column package_amount;
      drop table beauty.package_sessions, beauty.sold_packages`);
  }
}
