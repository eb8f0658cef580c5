import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A poll for some types reads the events of these types alone. */
export class TypesOfFeeds1764980484001 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index outbox_feed_types on kernel.outbox (tenant_id, name, position) where position is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index kernel.outbox_feed_types');
  }
}
