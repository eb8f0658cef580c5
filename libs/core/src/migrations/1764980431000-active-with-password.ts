import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A user without a password cannot sign in: the status is PENDING, also where an earlier release wrote ACTIVE. */
export class ActiveWithPassword1764980431000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update core.users set status = 'pending', version = version + 1 where status = 'active' and password_hash is null`,
    );
  }

  /** Which of the pending users were active is not kept: none of them could sign in. */
  async down(): Promise<void> {
    // Nothing is undone.
  }
}
