import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events by which e-invoices follow their documents. */
const types = [
  'retail.refund.created',
  'retail.sale.cancelled',
  'retail.sale.refunded',
  'healthcare.bill.credited',
  'healthcare.bill.cancelled',
  'education.invoice.credited',
  'education.invoice.cancelled',
  'beauty.payment.created',
  'beauty.appointment.reopened',
  'beauty.appointment.confirmed',
  'beauty.appointment.started',
  'beauty.appointment.cancelled',
  'beauty.appointment.missed',
  'beauty.client_package.refunded',
  'beauty.client_package.voided',
  'logistics.freight_invoice.credited',
  'logistics.freight_invoice.cancelled',
];

/** Has these events recorded for businesses that have e-invoices already; settings that are written later do so by themselves. */
export class FollowedEinvoices1764980547100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update core.event_interests i
          set inner_types = array(select distinct t.type from unnest(i.inner_types || $1::text[]) as t (type) order by t.type)
         from einvoice.settings s
        where s.tenant_id = i.tenant_id and s.enabled`,
      [types],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update core.event_interests i
          set inner_types = array(select t.type from unnest(i.inner_types) as t (type) where t.type <> all ($1::text[]) order by t.type)
         from einvoice.settings s
        where s.tenant_id = i.tenant_id`,
      [types],
    );
  }
}
