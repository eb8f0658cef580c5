import type { MigrationInterface, QueryRunner } from 'typeorm';

const made = [
  'create index clients_bin on beauty.clients (tenant_id, deleted_at desc, id desc) where deleted_at is not null',
  'create index staff_bin on beauty.staff (tenant_id, deleted_at desc, id desc) where deleted_at is not null',
  'create index services_bin on beauty.services (tenant_id, deleted_at desc, id desc) where deleted_at is not null',
  'create index products_bin on beauty.products (tenant_id, deleted_at desc, id desc) where deleted_at is not null',
];

/** Deleted records that can be restored are listed, and found once they can be restored no more. Writes wait for the indexes, reads do not. */
export class BeautyBin1764980507400 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(text);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const text of made) await runner.query(`drop index beauty.${text.split(' ')[2]}`);
  }
}
