import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Says of an audit entry that an API key made the change; of users and of the service itself the actor's id tells. There is no
 * CHECK: it would read the whole trail while all writes wait.
 */
export class AuditActorKind1764980441000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table kernel.audit_entries add column actor_kind text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table kernel.audit_entries drop column actor_kind');
  }
}
