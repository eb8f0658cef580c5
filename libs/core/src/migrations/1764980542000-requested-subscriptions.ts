import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Subscriptions that are paid by payment requests: attempts at the platform's account, each of them a payment. */
export class RequestedSubscriptions1764980542000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.payments add column payment_request_id uuid');
    await runner.query('alter table core.payment_attempts add column is_platform boolean not null default false');
    await runner.query('alter table core.payment_requests add column keep_card boolean not null default false');
    // The creator of a tenant and the operator read requests of its subscriptions by their ids.
    await runner.query(`
      create index payment_requests_subscriptions on core.payment_requests (id)
        where subject_type = 'subscription' and deleted_at is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index core.payment_requests_subscriptions');
    await runner.query('alter table core.payment_requests drop column keep_card');
    await runner.query('alter table core.payment_attempts drop column is_platform');
    await runner.query('alter table core.payments drop column payment_request_id');
  }
}
