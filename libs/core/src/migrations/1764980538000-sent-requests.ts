import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The message that carried the link of a payment request. */
export class SentRequests1764980538000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.payment_requests add column message_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.payment_requests drop column message_id');
  }
}
