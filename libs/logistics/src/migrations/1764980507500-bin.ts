import type { MigrationInterface, QueryRunner } from 'typeorm';

const made = [
  'create index drivers_bin on logistics.drivers (tenant_id, deleted_at desc, id desc) where deleted_at is not null',
  'create index vehicles_bin on logistics.vehicles (tenant_id, deleted_at desc, id desc) where deleted_at is not null',
];

/** Deleted records that can be restored are listed, and found once they can be restored no more. Writes wait for the indexes, reads do not. */
export class LogisticsBin1764980507500 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(`drop index logistics.${text.split(' ')[2]}`);
  }
}
