import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which payment request the money of a bill came by. */
export class RequestedBillPayments1764980532100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table healthcare.bill_payments add column payment_request_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table healthcare.bill_payments drop column payment_request_id');
  }
}
