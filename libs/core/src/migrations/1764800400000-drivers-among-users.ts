import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The driver that a user is. Drivers belong to another context, so no foreign key names them. */
export class DriversAmongUsers1764800400000 implements MigrationInterface {
  /** An earlier one shows a driver's user all of logistics. */
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.users add column driver_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.users drop column driver_id');
  }
}
