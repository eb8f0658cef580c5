import type { MigrationInterface, QueryRunner } from 'typeorm';
import { enableRowLevelSecurity } from '../schema/row-level-security.js';

/**
 * The role that the service's statements run under, and the audit trail. The role is the cluster's while migrations
 * are a database's, so making it tolerates another database's migration having just made it. Where the migrating user
 * may not make roles, an administrator makes it beforehand (docs/operations.md).
 */
export class Kernel1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      do $$
      begin
        if not exists (select 1 from pg_roles where rolname = 'usaha_app') then
          begin
            create role usaha_app nologin nosuperuser nobypassrls;
          exception
            when duplicate_object or unique_violation then null;
            when insufficient_privilege then
              raise exception 'The role usaha_app is missing and % may not make it. Let an administrator run: CREATE ROLE usaha_app NOLOGIN; GRANT usaha_app TO %;', current_user, current_user;
          end;
        end if;
        begin
          if not pg_has_role(current_user, 'usaha_app', 'MEMBER') then
            execute format('grant usaha_app to %I', current_user);
          elsif current_setting('server_version_num')::int >= 160000
            and not (select rolsuper from pg_roles where rolname = current_user)
            and not pg_has_role(current_user, 'usaha_app', 'SET') then
            execute format('grant usaha_app to %I with set true, inherit false', current_user);
          end if;
        exception
          when insufficient_privilege then
            raise exception '% may not grant itself the role usaha_app. Let an administrator run: GRANT usaha_app TO %;', current_user, current_user;
        end;
      end $$`);

    await runner.query(`
      create schema kernel;
      grant usage on schema kernel to usaha_app;
      grant select on usaha_migrations to usaha_app;

      create table kernel.audit_entries (
        tenant_id   uuid           not null,
        id          uuid           not null,
        at          timestamptz(3) not null,
        actor_id    uuid,
        action      text           not null,
        record_type text           not null,
        record_id   uuid           not null,
        changes     jsonb          not null,
        primary key (tenant_id, id)
      );
      create index audit_entries_record on kernel.audit_entries (tenant_id, record_type, record_id, id desc);
      create index audit_entries_actor  on kernel.audit_entries (tenant_id, actor_id, id desc);
      create index audit_entries_at     on kernel.audit_entries (tenant_id, at);
      ${enableRowLevelSecurity('kernel.audit_entries')}
      -- Append-only: what happened cannot be changed or taken away by the service.
      grant select, insert on kernel.audit_entries to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema kernel cascade');
  }
}
