import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Announcements of documents and services that are about to be due. */
export class Letters1764200300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One a day at most, and only on days that have something new. Rows are added and never changed.
      create table logistics.alert_announcements (
        tenant_id    uuid           not null,
        id           uuid           not null,
        created_at   timestamptz(3) not null,
        -- In Malaysia.
        day          date           not null,
        -- Keyed fingerprints of what is announced: they tell nothing about a driver.
        fingerprints text[]         not null,
        primary key (tenant_id, id),
        constraint alert_announcements_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create unique index alert_announcements_day on logistics.alert_announcements (tenant_id, day);
      ${enableRowLevelSecurity('logistics.alert_announcements')}
      grant select, insert on logistics.alert_announcements to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table logistics.alert_announcements');
  }
}
