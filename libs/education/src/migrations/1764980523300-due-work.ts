import { dropDueFunction, dueFunction, withSetting } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const OWED = 'not r.is_paid and r.due_date < $2 and r.deleted_at is null';

/** $2 and $3 are the first and the last day. */
const absences = {
  name: 'education.tenants_with_absences',
  parameters: ['date', 'date'],
  looks: [
    (theirs: (column: string) => string) => `
        select m.tenant_id from ${withSetting('education', 'notify_guardians')} and ${theirs('m.tenant_id')}
           and exists (select from education.attendance r where r.tenant_id = m.tenant_id and r.status = 'absent'
             and r.deleted_at is null and r.erased_at is null and r.date >= $2 and r.date <= $3)`,
  ],
};

/** $2 is today. */
const overdue = {
  name: 'education.tenants_with_overdue_invoices',
  parameters: ['date'],
  looks: [
    (theirs: (column: string) => string) => `
        select m.tenant_id from ${withSetting('education', 'notify_guardians')} and ${theirs('m.tenant_id')}
           and exists (select from education.invoices r where r.tenant_id = m.tenant_id and ${OWED})`,
  ],
};

/** $2 is today. */
const invoices = {
  name: 'education.tenants_to_invoice',
  parameters: ['date'],
  looks: [
    (theirs: (column: string) => string) => `
        select m.tenant_id from ${withSetting('education', 'invoice_day')} and ${theirs('m.tenant_id')}
           and exists (select from education.fees r
             where r.tenant_id = m.tenant_id and r.is_mandatory and r.amount > 0 and r.deleted_at is null)`,
    (theirs: (column: string) => string) => `
        select m.tenant_id from ${withSetting('education', 'late_fee')} and ${theirs('m.tenant_id')}
           and exists (select from education.invoices r where r.tenant_id = m.tenant_id and ${OWED})`,
  ],
};

/** Jobs find schools that have asked for letters or invoices, and have some that may be due. */
export class EducationDueWork1764980523300 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const due of [absences, overdue, invoices]) await runner.query(dueFunction(due));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const due of [absences, overdue, invoices]) await runner.query(dropDueFunction(due));
  }
}
