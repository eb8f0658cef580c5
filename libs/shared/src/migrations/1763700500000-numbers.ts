import type { MigrationInterface, QueryRunner } from 'typeorm';
import { enableRowLevelSecurity } from '../schema/row-level-security.js';

/** Series of document numbers that must have no gaps, and what text is searched by. */
export class Numbers1763700500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Trusted extensions: whoever may create in the database may add them.
      create extension if not exists pg_trgm;
      create extension if not exists btree_gin;

      create table kernel.number_series (
        tenant_id uuid    not null,
        series    text    not null,
        year      integer not null,
        last      integer not null check (last > 0),
        primary key (tenant_id, series, year)
      );
      ${enableRowLevelSecurity('kernel.number_series')}
      grant select, insert, update on kernel.number_series to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kernel.number_series');
  }
}
