import type { MigrationInterface, QueryRunner } from 'typeorm';

/** E-invoices are made of the visits that were completed in a month. */
export class CompletedVisits1764980546200 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index appointments_completed on beauty.appointments (tenant_id, completed_at) where completed_at is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index beauty.appointments_completed');
  }
}
