import { distribute, enableRowLevelSecurity, enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of tenants, their bytes in pieces, and how much of its quota a tenant uses. */
export class Files1764980494000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.files (
        tenant_id     uuid           not null,
        id            uuid           not null,
        created_at    timestamptz(3) not null,
        updated_at    timestamptz(3) not null,
        deleted_at    timestamptz(3),
        version       integer        not null default 1,
        name          text,
        key           text,
        store         text           not null check (store in ('database', 's3')),
        generation    integer        not null default 1 check (generation > 0),
        chunk_bytes   integer        not null check (chunk_bytes > 0),
        purpose       text           not null check (purpose in ('document', 'picture', 'logo', 'import')),
        -- null while its bytes arrive.
        stored_at     timestamptz(3),
        status        text           not null check (status in ('pending', 'ready', 'rejected')),
        scan          text           not null check (scan in ('none', 'clean', 'infected')),
        media_type    text           not null,
        bytes         bigint         not null check (bytes >= 0),
        counted_bytes bigint         not null check (counted_bytes >= 0),
        sha256        text,
        width         integer,
        height        integer,
        resource      text,
        record_id     uuid,
        uploaded_by   uuid,
        imported_at   timestamptz(3),
        has_bytes     boolean        not null default true,
        primary key (tenant_id, id),
        constraint files_tenant foreign key (tenant_id) references core.tenants (id),
        constraint files_record check ((resource is null) = (record_id is null))
      );
      create index files_listed     on core.files (tenant_id, id desc) where deleted_at is null and stored_at is not null;
      create index files_of_record  on core.files (tenant_id, resource, record_id) where deleted_at is null and resource is not null;
      create index files_unattached on core.files (created_at) where deleted_at is null and resource is null;
      create index files_unemptied  on core.files (deleted_at) where deleted_at is not null and has_bytes;
      ${enableRowLevelSecurityForPlatform('core.files')}
      grant select, insert, update, delete on core.files to usaha_app;
      ${distribute('core.files')}`);
    await runner.query(`
      create table core.file_chunks (
        tenant_id uuid    not null,
        file_id   uuid    not null,
        n         integer not null check (n >= 0),
        -- Encrypted: compression would find nothing, and would be tried.
        bytes     bytea   not null,
        primary key (tenant_id, file_id, n),
        constraint file_chunks_tenant foreign key (tenant_id) references core.tenants (id)
      );
      alter table core.file_chunks alter column bytes set storage external;
      ${enableRowLevelSecurity('core.file_chunks')}
      grant select, insert, update, delete on core.file_chunks to usaha_app;
      ${distribute('core.file_chunks')}`);
    await runner.query(`
      alter table core.file_chunks add constraint file_chunks_file
        foreign key (tenant_id, file_id) references core.files (tenant_id, id) on delete cascade`);
    await runner.query(`
      create table core.file_usage (
        tenant_id  uuid    not null,
        -- The tenant's.
        id         uuid    not null,
        used_bytes bigint  not null check (used_bytes >= 0),
        files      integer not null check (files >= 0),
        primary key (tenant_id, id),
        constraint file_usage_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity('core.file_usage')}
      grant select, insert, update, delete on core.file_usage to usaha_app;
      ${distribute('core.file_usage')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.file_usage');
    await runner.query('drop table core.file_chunks');
    await runner.query('drop table core.files');
  }
}
