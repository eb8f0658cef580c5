import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notifications that a message tells, by WhatsApp or SMS: the message has the id of the claim. */
export class ToldByMessages1764980543100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.notifications add column is_message boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.notifications drop column is_message');
  }
}
