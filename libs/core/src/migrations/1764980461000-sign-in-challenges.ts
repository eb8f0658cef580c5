import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Challenges of sign-ins with a second factor: what each counts as until its code is right. */
export class SignInChallenges1764980461000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.account_links add column counted_json text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.account_links drop column counted_json');
  }
}
