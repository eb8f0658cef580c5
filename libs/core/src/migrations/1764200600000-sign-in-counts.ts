import { enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Wrong sign-ins are counted before the password is looked at, by account and address, in one row that can be counted up only
 * by one at a time: as separate rows, guesses that came all at once passed the limit. And which memberships a sign-in
 * without a tenant looks at first: those that were signed in to, the earliest first.
 */
export class SignInCounts1764200600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function core.recent_ids(ids uuid[], since uuid) returns uuid[] language sql immutable parallel safe as
        $$ select coalesce(array_agg(id order by id), '{}') from unnest(ids) as id where id >= since $$;

      create table core.sign_in_counts (
        tenant_id  uuid           not null,
        -- The id of a user, or the fingerprint of a name that names nobody.
        account    text           not null,
        address    text           not null,
        -- Of the attempts: ids of their time.
        attempts   uuid[]         not null,
        last_at    timestamptz(3) not null,
        primary key (tenant_id, account, address),
        constraint sign_in_counts_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index sign_in_counts_last on core.sign_in_counts (last_at);
      ${enableRowLevelSecurityForPlatform('core.sign_in_counts')}
      grant select, insert, update, delete on core.sign_in_counts to usaha_app;

      -- What it held was forgotten after a quarter of an hour.
      drop table core.login_attempts;

      -- A tenant that is suspended ends the sessions of accounts that took it, too.
      create index sessions_moved on core.sessions (tenant_id, moved_to) where moved_to is not null and ended_at is null;

      alter table core.users add column first_login timestamptz(3);
      -- When it was is not known of those who signed in before: their last time is the latest that it can have been.
      update core.users set first_login = last_login where last_login is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table core.users drop column first_login;
      drop index core.sessions_moved;
      drop table core.sign_in_counts;
      drop function core.recent_ids;
      create table core.login_attempts (
        tenant_id uuid           not null references core.tenants (id),
        id        uuid           not null,
        account   text           not null,
        address   text           not null,
        at        timestamptz(3) not null,
        primary key (tenant_id, id)
      );
      create index login_attempts_account on core.login_attempts (tenant_id, account, address, at desc);
      create index login_attempts_at      on core.login_attempts (at);
      ${enableRowLevelSecurityForPlatform('core.login_attempts')}
      grant select, insert, delete on core.login_attempts to usaha_app`);
  }
}
