import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which line of an appointment is the first of its service, and of its member of staff: reports count appointments by them. */
export class OpeningLines1764000500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table beauty.appointment_lines
        add column opens_service boolean not null,
        add column opens_staff   boolean not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table beauty.appointment_lines drop column opens_service, drop column opens_staff');
  }
}
