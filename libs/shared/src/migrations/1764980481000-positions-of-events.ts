import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The place of an event in its tenant's feed, given after the event was committed. */
export class PositionsOfEvents1764980481000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table kernel.outbox add column position bigint');
    await runner.query(
      'create index outbox_positions on kernel.outbox (tenant_id, position) where position is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index kernel.outbox_positions');
    await runner.query('alter table kernel.outbox drop column position');
  }
}
