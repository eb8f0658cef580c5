import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Payments know who received them, and refunds of withdrawals how they were paid. Earlier payments were received by the user of
 * whom the audit trail has them; how earlier refunds were paid is unknown.
 */
export class SchoolTakings1764978000000 implements MigrationInterface {
  /** An earlier release writes payments without their receiver. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table education.payments add column received_by uuid');
    await runner.query(`
      update education.payments p set received_by = e.actor_id
        from kernel.audit_entries e
       where e.tenant_id = p.tenant_id and e.record_type = 'payment' and e.record_id = p.id and e.action = 'create'`);
    await runner.query('alter table education.withdrawals add column refund_method text');
    await runner.query('create index payments_at on education.payments (tenant_id, created_at desc, id desc)');
    await runner.query('create index payments_receiver on education.payments (tenant_id, received_by, id desc)');
    await runner.query(`
      create index withdrawals_refunded on education.withdrawals (tenant_id, created_at desc, id desc) where refund_amount > 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index education.withdrawals_refunded');
    await runner.query('drop index education.payments_receiver');
    await runner.query('drop index education.payments_at');
    await runner.query('alter table education.withdrawals drop column refund_method');
    await runner.query('alter table education.payments drop column received_by');
  }
}
