import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Gives the indexes of days their records in the order of a list, so that a day's page is read from the index alone. */
export class EducationDays1763900700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index education.attendance_day, education.grades_day, education.payments_day;
      create index attendance_day on education.attendance (tenant_id, date, id desc) include (class_id, student_id, status) where deleted_at is null;
      create index grades_day     on education.grades (tenant_id, assessment_date, id desc) where deleted_at is null;
      create index payments_day   on education.payments (tenant_id, payment_date, id desc)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index education.attendance_day, education.grades_day, education.payments_day;
      create index attendance_day on education.attendance (tenant_id, date) include (class_id, student_id, status) where deleted_at is null;
      create index grades_day     on education.grades (tenant_id, assessment_date) where deleted_at is null;
      create index payments_day   on education.payments (tenant_id, payment_date)`);
  }
}
