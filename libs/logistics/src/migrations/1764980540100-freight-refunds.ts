import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A payment of a freight invoice below 0 is money that was given back. */
export class FreightRefunds1764980540100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table logistics.freight_payments drop constraint freight_payments_amount_check');
    await runner.query(
      'alter table logistics.freight_payments add constraint freight_payments_amount_check check (amount <> 0)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table logistics.freight_payments drop constraint freight_payments_amount_check');
    await runner.query(
      'alter table logistics.freight_payments add constraint freight_payments_amount_check check (amount > 0)',
    );
  }
}
