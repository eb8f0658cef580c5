import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A movement of points names a tier of the closed set, as its customer does. */
export class PointsTier1763801200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table retail.points_movements add constraint points_movements_loyalty_tier
        check (loyalty_tier in ('bronze', 'silver', 'gold', 'platinum'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table retail.points_movements drop constraint points_movements_loyalty_tier');
  }
}
