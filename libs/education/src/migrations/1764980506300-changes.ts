import type { MigrationInterface, QueryRunner } from 'typeorm';

const made = [
  'create index students_updated on education.students (tenant_id, updated_at, id)',
  'create index enrollments_updated on education.enrollments (tenant_id, updated_at, id)',
  'create index attendance_updated on education.attendance (tenant_id, updated_at, id)',
  'create index grades_updated on education.grades (tenant_id, updated_at, id)',
  'create index payments_updated on education.payments (tenant_id, updated_at, id)',
  'create index invoices_updated on education.invoices (tenant_id, updated_at, id)',
];

/**
 * Changes are found by their instants, deleted records too, in tables that grow without bound. Products, customers and others
 * with counters have none: an index on updated_at would end HOT updates of what each sale changes.
 */
export class EducationChanges1764980506300 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(`drop index education.${text.split(' ')[2]}`);
  }
}
