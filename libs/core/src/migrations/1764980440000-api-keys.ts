import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Credentials of programs. Deleted ones stay without their hashes: audit trail, documents and reports name them. */
export class ApiKeys1764980440000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.api_keys (
        tenant_id         uuid           not null,
        id                uuid           not null,
        created_at        timestamptz(3) not null,
        updated_at        timestamptz(3) not null,
        deleted_at        timestamptz(3),
        version           integer        not null default 1,
        name              text           not null,
        reference         text           not null,
        scopes            text[]         not null,
        role              text           not null check (role in ('viewer', 'staff', 'manager', 'admin')),
        allowed_addresses text[]         not null,
        rate_limit        integer        check (rate_limit between 1 and 100000),
        expires_at        timestamptz(3),
        secret_hash       text           check (deleted_at is null or secret_hash is null),
        hint              text           not null,
        created_by        uuid           not null,
        seen_by           uuid           not null,
        rotated_at        timestamptz(3),
        previous_hash     text           check (deleted_at is null or previous_hash is null),
        previous_until    timestamptz(3),
        previous_seen_by  uuid,
        last_used_at      timestamptz(3),
        last_used_address text,
        told_expiry       timestamptz(3),
        told_days         integer,
        told_suspended    uuid,
        primary key (tenant_id, id),
        constraint api_keys_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create unique index api_keys_reference on core.api_keys (tenant_id, reference);
      create index api_keys_listed on core.api_keys (tenant_id, id desc) where deleted_at is null;
      ${enableRowLevelSecurity('core.api_keys')}
      grant select, insert, update on core.api_keys to usaha_app;
      ${distribute('core.api_keys')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.api_keys');
  }
}
