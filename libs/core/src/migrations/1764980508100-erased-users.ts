import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users whose personal data were erased. */
export class ErasedUsers1764980508100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.users add column erased_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.users drop column erased_at');
  }
}
