import type { MigrationInterface, QueryRunner } from 'typeorm';

const NAMES = `'user.invited', 'user.password_reset', 'user.email_changed', 'user.mfa_enabled', 'user.mfa_disabled',
  'user.sessions_ended', 'api_key.created', 'api_key.rotated', 'api_key.deleted', 'api_key.expired'`;

/** Inner events of accounts and keys begin with their context, also those that wait for their handlers. */
export class InnerNames1764980485001 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update kernel.outbox set name = 'core.' || name where handled_at is null and name in (${NAMES})`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `update kernel.outbox set name = substr(name, 6)
        where handled_at is null and name like 'core.%' and substr(name, 6) in (${NAMES})`,
    );
  }
}
