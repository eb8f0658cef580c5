import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropDueFunction, dueFunction } from '../tenant/due-tenants.js';

/** Tenants with e-invoices that are blocked or invalid. */
const attention = {
  name: 'einvoice.tenants_with_attention',
  parameters: [],
  looks: [
    (theirs: (column: string) => string) => `
      select distinct r.tenant_id from einvoice.documents r
       where r.deleted_at is null and r.status in ('blocked', 'invalid') and ${theirs('r.tenant_id')}`,
  ],
};

/** Tenants whose certificate ends between two moments. */
const certificates = {
  name: 'einvoice.tenants_with_ending_certificates',
  parameters: ['timestamptz', 'timestamptz'],
  looks: [
    (theirs: (column: string) => string) => `
      select r.tenant_id from einvoice.settings r
       where r.certificate_until > $2 and r.certificate_until <= $3 and ${theirs('r.tenant_id')}`,
  ],
};

/** Letters about e-invoices that need their business, and about certificates that end. */
export class EinvoiceLetters1764980547320 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table einvoice.settings add column certificate_until timestamptz(3)');
    await runner.query(`
      create index settings_certificates on einvoice.settings (certificate_until) where certificate_until is not null`);
    for (const due of [attention, certificates]) await runner.query(dueFunction(due));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const due of [attention, certificates]) await runner.query(dropDueFunction(due));
    await runner.query('drop index einvoice.settings_certificates');
    await runner.query('alter table einvoice.settings drop column certificate_until');
  }
}
