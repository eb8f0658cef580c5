import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropDueFunction, dueFunction } from '../tenant/due-tenants.js';

/** How many e-invoices wait, since when, and of how many the outcome is not known; $3 are counted at most. */
const backlog = {
  name: 'einvoice.backlog',
  parameters: ['timestamptz', 'integer'],
  returns: 'table (waiting integer, since timestamptz, unsure integer)',
  looks: [
    (theirs: (column: string) => string) => `
      select w.count, o.oldest, u.count
        from (select count(*)::integer as count
                from (select 1 from einvoice.documents r
                       where r.status = 'queued' and ${theirs('r.tenant_id')} limit $3) q) w,
             (select min(r.issued_at)::timestamptz as oldest from einvoice.documents r
               where r.status = 'queued' and ${theirs('r.tenant_id')}) o,
             (select count(*)::integer as count
                from (select 1 from einvoice.documents r
                        join einvoice.submissions s on s.tenant_id = r.tenant_id and s.id = r.submission_id
                       where r.status = 'sending' and (s.status = 'unsure' or s.status = 'sending' and s.due_at <= $2)
                         and ${theirs('r.tenant_id')} limit $3) q) u`,
  ],
};

/** Figures of e-invoices that wait: those of all tenants, in one call. */
export class EinvoiceBacklog1764980547300 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index einvoice_documents_queued on einvoice.documents (issued_at) where status = 'queued'`);
    await runner.query(`
      create index einvoice_documents_sending on einvoice.documents (tenant_id, submission_id) where status = 'sending'`);
    await runner.query(dueFunction(backlog));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropDueFunction(backlog));
    await runner.query('drop index einvoice.einvoice_documents_sending');
    await runner.query('drop index einvoice.einvoice_documents_queued');
  }
}
