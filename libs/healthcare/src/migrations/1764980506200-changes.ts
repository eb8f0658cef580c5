import type { MigrationInterface, QueryRunner } from 'typeorm';

const made = [
  'create index patients_updated on healthcare.patients (tenant_id, updated_at, id)',
  'create index appointments_updated on healthcare.appointments (tenant_id, updated_at, id)',
  'create index medical_records_updated on healthcare.medical_records (tenant_id, updated_at, id)',
  'create index prescriptions_updated on healthcare.prescriptions (tenant_id, updated_at, id)',
  'create index vaccinations_updated on healthcare.vaccinations (tenant_id, updated_at, id)',
  'create index bills_updated on healthcare.bills (tenant_id, updated_at, id)',
];

/**
 * Changes are found by their instants, deleted records too, in tables that grow without bound. Products, customers and others
 * with counters have none: an index on updated_at would end HOT updates of what each sale changes.
 */
export class HealthcareChanges1764980506200 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(`drop index healthcare.${text.split(' ')[2]}`);
  }
}
