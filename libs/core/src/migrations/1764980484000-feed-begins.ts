import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a tenant's feed begins: events from before it was turned on are not in it, so that a gap is told from an end. */
export class FeedBegins1764980484000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.event_interests add column feed_from bigint not null default 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.event_interests drop column feed_from');
  }
}
