import type { MigrationInterface, QueryRunner } from 'typeorm';
import { enableRowLevelSecurity, enableRowLevelSecurityForPlatform } from '../schema/row-level-security.js';

/** The transactional outbox, and the answers of requests that carried an Idempotency-Key. */
export class Events1763700300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table kernel.outbox (
        tenant_id    uuid           not null,
        id           uuid           not null,
        at           timestamptz(3) not null,
        name         text           not null,
        payload      jsonb          not null,
        done         text[]         not null,
        attempts     integer        not null,
        available_at timestamptz(3) not null,
        handled_at   timestamptz(3),
        parked_at    timestamptz(3),
        error        text,
        primary key (tenant_id, id)
      );
      create index outbox_pending on kernel.outbox (tenant_id, available_at, id) where handled_at is null and parked_at is null;
      -- Which tenants have work: asked through the platform's door.
      create index outbox_due     on kernel.outbox (available_at) where handled_at is null and parked_at is null;
      create index outbox_parked  on kernel.outbox (parked_at) where parked_at is not null;
      create index outbox_handled on kernel.outbox (handled_at) where handled_at is not null;
      ${enableRowLevelSecurityForPlatform('kernel.outbox')}
      grant select, insert, update, delete on kernel.outbox to usaha_app;

      create table kernel.idempotency_keys (
        tenant_id   uuid           not null,
        user_id     uuid           not null,
        method      text           not null,
        path        text           not null,
        key         text           not null,
        id          uuid           not null,
        fingerprint text           not null,
        created_at  timestamptz(3) not null,
        status      integer,
        answer      text,
        primary key (tenant_id, user_id, method, path, key)
      );
      create index idempotency_keys_created on kernel.idempotency_keys (tenant_id, created_at);
      ${enableRowLevelSecurity('kernel.idempotency_keys')}
      grant select, insert, update, delete on kernel.idempotency_keys to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table kernel.idempotency_keys; drop table kernel.outbox');
  }
}
