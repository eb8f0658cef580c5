import type { MigrationInterface, QueryRunner } from 'typeorm';

const made = [
  'create index students_sort_last_name on education.students (tenant_id, (lower(last_name) collate "C"), id) where deleted_at is null',
  'create index students_sort_first_name on education.students (tenant_id, (lower(first_name) collate "C"), id) where deleted_at is null',
  'create index classes_sort_name on education.classes (tenant_id, (lower(name) collate "C"), id) where deleted_at is null',
  'create index enrollments_sort_enrollment_date on education.enrollments (tenant_id, enrollment_date, id) where deleted_at is null',
  'create index attendance_sort_date on education.attendance (tenant_id, date, id) where deleted_at is null',
  'create index grades_sort_assessment_date on education.grades (tenant_id, assessment_date, id) where deleted_at is null',
  'create index fees_sort_amount on education.fees (tenant_id, amount, id) where deleted_at is null',
  'create index payments_sort_payment_date on education.payments (tenant_id, payment_date, id) where deleted_at is null',
  'create index payments_sort_amount on education.payments (tenant_id, amount, id) where deleted_at is null',
  'create index invoices_sort_due_date on education.invoices (tenant_id, due_date, id) where deleted_at is null',
];

/**
 * What lists are sorted by: texts in lower case by code point; backwards the same index serves, save where there may be
 * nothing, which comes last both ways. Writes wait for the indexes, reads do not.
 */
export class EducationSorts1764980496300 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(`drop index education.${text.split(' ')[2]}`);
  }
}
