import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many letters a recipient was sent on a day by all tenants, and whose letters a recipient has stopped. */
export class LetterLimits1764600440000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.letter_counts (
        -- The rows are those of no tenant: a tenant sees none of them.
        tenant_id uuid    not null,
        -- The keyed fingerprint of day, way and recipient.
        recipient text    not null,
        day       date    not null,
        letters   integer not null check (letters >= 0),
        primary key (tenant_id, recipient)
      );
      create index letter_counts_day on core.letter_counts (tenant_id, day);
      ${enableRowLevelSecurity('core.letter_counts')}
      grant select, insert, update, delete on core.letter_counts to usaha_app;

      create table core.letter_stops (
        tenant_id  uuid           not null,
        -- The keyed fingerprint of tenant and recipient.
        recipient  text           not null,
        stopped_at timestamptz(3) not null,
        primary key (tenant_id, recipient)
      );
      ${enableRowLevelSecurity('core.letter_stops')}
      grant select, insert, delete on core.letter_stops to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.letter_stops');
    await runner.query('drop table core.letter_counts');
  }
}
