import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The schema of the beauty context; its tables follow. */
export class Beauty1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema beauty;
      grant usage on schema beauty to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema beauty cascade');
  }
}
