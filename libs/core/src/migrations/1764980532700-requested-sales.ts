import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests that end a sale with them. */
export class RequestedSales1764980532700 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.payment_requests add column ends_subject boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.payment_requests drop column ends_subject');
  }
}
