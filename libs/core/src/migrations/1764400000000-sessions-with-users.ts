import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where accounts without a tenant are. */
const NOWHERE = '00000000-0000-0000-0000-000000000000';

/**
 * Sessions of accounts that took a tenant stand with that tenant. They used to stay where there is none and name the tenant
 * they moved to; on a distributed database everybody would have depended on the one machine that holds those.
 */
export class SessionsWithUsers1764400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into core.sessions (tenant_id, id, user_id, created_at, expires_at)
      select s.moved_to, s.id, s.user_id, s.created_at, s.expires_at
      from core.sessions s join core.tenants t on t.id = s.moved_to
      where s.tenant_id = '${NOWHERE}' and s.moved_to is not null and s.ended_at is null
      on conflict do nothing;
      delete from core.sessions s where s.tenant_id = '${NOWHERE}' and s.moved_to is not null;
      drop index core.sessions_moved`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create index sessions_moved on core.sessions (tenant_id, moved_to) where moved_to is not null and ended_at is null',
    );
  }
}
