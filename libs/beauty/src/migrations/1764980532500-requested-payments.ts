import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which payment request the money of a visit came by, and its reference. */
export class RequestedVisitPayments1764980532500 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table beauty.payments add column reference text, add column payment_request_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table beauty.payments drop column payment_request_id, drop column reference');
  }
}
