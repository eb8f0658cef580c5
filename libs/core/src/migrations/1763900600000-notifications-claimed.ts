import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the letters of a day, which are counted before the next one is sent. */
export class NotificationsClaimed1763900600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index notifications_claimed on core.notifications (tenant_id, claimed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index core.notifications_claimed');
  }
}
