import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The schema of the logistics context; its tables follow. */
export class Logistics1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema logistics;
      grant usage on schema logistics to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema logistics cascade');
  }
}
