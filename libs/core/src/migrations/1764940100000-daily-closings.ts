import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts of tills, of every industry: rows are added and never changed. */
export class DailyClosings1764940100000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.daily_closings (
        tenant_id     uuid           not null,
        id            uuid           not null,
        created_at    timestamptz(3) not null,
        updated_at    timestamptz(3) not null,
        deleted_at    timestamptz(3),
        version       integer        not null default 1,
        context       text           not null check (context in ('retail', 'healthcare', 'education', 'logistics', 'beauty')),
        date          date           not null,
        cashier_id    uuid,
        float         numeric(14, 2) not null check (float >= 0),
        counted_cash  numeric(14, 2) not null check (counted_cash >= 0),
        expected_cash numeric(14, 2) not null,
        difference    numeric(14, 2) not null,
        note          text,
        counted_by    uuid,
        primary key (tenant_id, id),
        constraint daily_closings_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index daily_closings_listed on core.daily_closings (tenant_id, context, id desc);
      create index daily_closings_day    on core.daily_closings (tenant_id, context, date, cashier_id, id desc);
      ${enableRowLevelSecurity('core.daily_closings')}
      grant select, insert on core.daily_closings to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.daily_closings');
  }
}
