import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ids of the pictures that a product shows, in their order. */
export class BeautyProductPictures1764980509100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table beauty.products add column picture_ids text[] not null default '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table beauty.products drop column picture_ids');
  }
}
