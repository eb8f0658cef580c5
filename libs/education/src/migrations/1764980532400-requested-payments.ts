import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which payment request the money for a student came by. */
export class RequestedSchoolPayments1764980532400 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table education.payments add column payment_request_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table education.payments drop column payment_request_id');
  }
}
