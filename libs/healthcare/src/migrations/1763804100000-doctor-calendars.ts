import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Doctors are booked in core.calendars now. Rows of this table said nothing but that a doctor had been booked once: the
 * next booking makes them there.
 */
export class DoctorCalendars1763804100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop table healthcare.doctor_calendars');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table healthcare.doctor_calendars (
        tenant_id uuid not null,
        doctor_id text not null,
        primary key (tenant_id, doctor_id)
      );
      ${enableRowLevelSecurity('healthcare.doctor_calendars')}
      grant select, insert, update on healthcare.doctor_calendars to usaha_app`);
  }
}
