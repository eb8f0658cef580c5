import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests of API keys by minute, counted by all instances together. */
export class RateWindows1764980450000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.rate_windows (
        tenant_id  uuid           not null,
        started_at timestamptz(3) not null,
        api_key_id uuid           not null,
        taken      integer        not null check (taken > 0),
        taken_at   timestamptz(3) not null,
        primary key (tenant_id, started_at, api_key_id),
        constraint rate_windows_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity('core.rate_windows')}
      grant select, insert, update, delete on core.rate_windows to usaha_app;
      ${distribute('core.rate_windows')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.rate_windows');
  }
}
