import { distribute, enableRowLevelSecurity, enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Imports of files, and the rows that failed. Jobs look for tenants whose imports wait through the platform's policy. */
export class Imports1764980503000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.imports (
        tenant_id       uuid           not null,
        id              uuid           not null,
        created_at      timestamptz(3) not null,
        updated_at      timestamptz(3) not null,
        deleted_at      timestamptz(3),
        version         integer        not null default 1,
        resource        text           not null,
        file_id         uuid           not null,
        mode            text           not null check (mode in ('upsert', 'create', 'update')),
        match_on        text,
        dry_run         boolean        not null,
        on_error        text           not null check (on_error in ('skip', 'abort')),
        empty_cells     text           not null check (empty_cells in ('keep', 'clear')),
        set_balances    boolean        not null,
        status          text           not null
          check (status in ('queued', 'checking', 'checked', 'invalid', 'running', 'done', 'failed', 'cancelled')),
        reason          text,
        unknown_columns text[]         not null,
        created_by      uuid           not null,
        created_by_kind text           not null check (created_by_kind in ('user', 'api_key')),
        language        text           not null check (language in ('en', 'ms')),
        started_at      timestamptz(3),
        finished_at     timestamptz(3),
        -- Rows that are done in the present status.
        position        integer        not null check (position >= 0),
        "rows"          integer        not null check ("rows" >= 0),
        created         integer        not null check (created >= 0),
        updated         integer        not null check (updated >= 0),
        unchanged       integer        not null check (unchanged >= 0),
        failed          integer        not null check (failed >= 0),
        -- The process that works on it, and until when it may without saying so again.
        holder          uuid,
        leased_until    timestamptz(3),
        primary key (tenant_id, id),
        constraint imports_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index imports_live     on core.imports (tenant_id, id desc) where deleted_at is null;
      create index imports_resource on core.imports (tenant_id, resource, id desc) where deleted_at is null;
      create index imports_status   on core.imports (tenant_id, status, id desc) where deleted_at is null;
      create unique index imports_held on core.imports (tenant_id) where holder is not null;
      create index imports_waiting  on core.imports (tenant_id, id)
        where status in ('queued', 'checking', 'running') and deleted_at is null;
      ${enableRowLevelSecurityForPlatform('core.imports')}
      grant select, insert, update, delete on core.imports to usaha_app;
      ${distribute('core.imports')}`);
    await runner.query(`
      create table core.import_rows (
        tenant_id  uuid           not null,
        import_id  uuid           not null,
        "row"      integer        not null check ("row" > 0),
        id         uuid           not null,
        created_at timestamptz(3) not null,
        errors     text,
        primary key (tenant_id, import_id, "row"),
        constraint import_rows_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index import_rows_old on core.import_rows (tenant_id, created_at);
      ${enableRowLevelSecurity('core.import_rows')}
      grant select, insert, update, delete on core.import_rows to usaha_app;
      ${distribute('core.import_rows')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.import_rows');
    await runner.query('drop table core.imports');
  }
}
