import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Receipts name the fee as it was called when it was paid; those of before as it is called now, since no other is known. */
export class TypesOfPaidFees1764950300000 implements MigrationInterface {
  /** An earlier release writes payments without it. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table education.payments add column fee_type text');
    await runner.query(`
      update education.payments p set fee_type = f.fee_type
        from education.fees f where f.tenant_id = p.tenant_id and f.id = p.fee_id`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table education.payments drop column fee_type');
  }
}
