import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Claims of what is told to people by letter: each occasion of a subject once. Nothing in it is about a person. */
export class Notifications1763803000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.notifications (
        tenant_id    uuid           not null,
        id           uuid           not null,
        kind         text           not null,
        subject_id   uuid           not null,
        occasion     text           not null,
        expires_at   timestamptz(3) not null,
        claimed_at   timestamptz(3) not null,
        outcome      text           check (outcome in ('accepted', 'refused')),
        refusal_code text           check (refusal_code ~ '^[A-Za-z0-9._ -]{1,40}$'),
        primary key (tenant_id, id)
      );
      create unique index notifications_occasion on core.notifications (tenant_id, kind, subject_id, occasion);
      -- What did not arrive, or of which nobody knows: few, however many were sent.
      create index notifications_open    on core.notifications (tenant_id, kind, claimed_at)
        where outcome is distinct from 'accepted';
      create index notifications_expired on core.notifications (tenant_id, expires_at);
      ${enableRowLevelSecurity('core.notifications')}
      grant select, insert, update, delete on core.notifications to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.notifications');
  }
}
