import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Sessions say from where they began, when they were last seen and when a second factor was verified, so that their users
 * can tell them apart. Users say when their e-mail was confirmed; no earlier one was.
 */
export class SessionClients1764980420000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table core.sessions
        add column address text,
        add column user_agent text,
        add column mfa_at timestamptz(3),
        add column last_seen_at timestamptz(3)`);
    await runner.query(
      'create index sessions_live on core.sessions (tenant_id, user_id, id desc) where ended_at is null',
    );
    await runner.query('drop index core.sessions_user');
    await runner.query('alter table core.users add column email_confirmed_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table core.users drop column email_confirmed_at');
    await runner.query('create index sessions_user on core.sessions (tenant_id, user_id) where ended_at is null');
    await runner.query('drop index core.sessions_live');
    await runner.query(`
      alter table core.sessions drop column address, drop column user_agent, drop column mfa_at, drop column last_seen_at`);
  }
}
