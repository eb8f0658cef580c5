import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Visits without a client. */
export class WalkIns1764980200000 implements MigrationInterface {
  /** A release before it would show no client where it expects one. */
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table beauty.appointments alter column client_id drop not null');
  }

  /** Fails where there are visits without a client: they belong to none. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table beauty.appointments alter column client_id set not null');
  }
}
