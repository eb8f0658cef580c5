import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which payment request the money of a sale came by. */
export class RequestedSalePayments1764980532300 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table retail.sale_payments add column payment_request_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table retail.sale_payments drop column payment_request_id');
  }
}
