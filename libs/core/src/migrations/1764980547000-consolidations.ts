import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropDueFunction, dueFunction } from '../tenant/due-tenants.js';

/** Tenants that consolidate by themselves. $2 is today's day of the month, $3 the first day of the running month. */
const due = {
  name: 'einvoice.tenants_to_consolidate',
  parameters: ['integer', 'date'],
  looks: [
    (theirs: (column: string) => string) =>
      `select r.tenant_id from einvoice.settings r where r.enabled and r.consolidate and r.consolidation_day <= $2
         and (r.start_date is null or r.start_date < $3) and ${theirs('r.tenant_id')}`,
  ],
};

/** The job that consolidates finds the tenants that have it do so. */
export class Consolidations1764980547000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index einvoice_settings_consolidated on einvoice.settings (tenant_id) where enabled and consolidate',
    );
    await runner.query(dueFunction(due));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropDueFunction(due));
    await runner.query('drop index einvoice.einvoice_settings_consolidated');
  }
}
