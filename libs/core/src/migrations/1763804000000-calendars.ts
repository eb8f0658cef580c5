import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Calendars of all that can be booked, in every industry: what parallel bookings of one owner wait for. */
export class Calendars1763804000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.calendars (
        tenant_id uuid    not null,
        kind      text    not null,
        owner     text    not null,
        -- One higher with every booking that was decided on it.
        version   integer not null,
        primary key (tenant_id, kind, owner)
      );
      ${enableRowLevelSecurity('core.calendars')}
      grant select, insert, update on core.calendars to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.calendars');
  }
}
