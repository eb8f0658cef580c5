import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What memberships took off packages at their sale: nothing of those sold before. */
export class PackageDiscounts1764980100000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table beauty.sold_packages
        add column discount_amount numeric(14, 2) not null default 0 check (discount_amount >= 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table beauty.sold_packages drop column discount_amount');
  }
}
