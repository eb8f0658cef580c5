import type { MigrationInterface, QueryRunner } from 'typeorm';

const made = [
  'create index patients_sort_last_name on healthcare.patients (tenant_id, (lower(last_name) collate "C"), id) where deleted_at is null',
  'create index patients_sort_first_name on healthcare.patients (tenant_id, (lower(first_name) collate "C"), id) where deleted_at is null',
  'create index patients_sort_medical_record_number on healthcare.patients (tenant_id, (lower(medical_record_number) collate "C"), id) where deleted_at is null',
  'create index appointments_sort_scheduled_at on healthcare.appointments (tenant_id, scheduled_at, id) where deleted_at is null',
  'create index vaccinations_sort_administration_date on healthcare.vaccinations (tenant_id, administration_date, id) where deleted_at is null',
  'create index bills_sort_due_date on healthcare.bills (tenant_id, due_date, id) where deleted_at is null',
  'create index bills_sort_due_date_desc on healthcare.bills (tenant_id, due_date desc nulls last, id desc) where deleted_at is null',
];

/**
 * What lists are sorted by: texts in lower case by code point; backwards the same index serves, save where there may be
 * nothing, which comes last both ways. Writes wait for the indexes, reads do not.
 */
export class HealthcareSorts1764980496200 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(`drop index healthcare.${text.split(' ')[2]}`);
  }
}
