import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What of each attempt, and of what a user confirmed, was booked on which day, for the report. */
export class BookedMoney1764980541000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table core.payment_attempts
        add column means            text,
        add column fee              numeric(14, 2),
        add column unapplied_amount numeric(14, 2)`);
    await runner.query(`
      alter table core.payment_requests
        add column confirmed_at        timestamptz(3),
        add column confirmed_amount    numeric(14, 2),
        add column confirmed_unapplied numeric(14, 2)`);
    await runner.query(`
      create index payment_attempts_booked on core.payment_attempts (tenant_id, ended_at) where unapplied_amount is not null`);
    await runner.query(`
      create index payment_requests_confirmed on core.payment_requests (tenant_id, confirmed_at) where confirmed_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table core.payment_attempts drop column means, drop column fee, drop column unapplied_amount',
    );
    await runner.query(
      'alter table core.payment_requests drop column confirmed_at, drop column confirmed_amount, drop column confirmed_unapplied',
    );
  }
}
