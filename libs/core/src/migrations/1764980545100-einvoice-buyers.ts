import { distribute, enableRowLevelSecurity, searchFunction } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Buyers of e-invoices, by themselves or of a person or sender. */
export class EinvoiceBuyers1764980545100 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table einvoice.buyers (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        updated_at     timestamptz(3) not null,
        deleted_at     timestamptz(3),
        version        integer        not null default 1,
        name           text           not null,
        tin            text,          -- sealed
        id_type        text           check (id_type in ('NRIC', 'PASSPORT', 'BRN', 'ARMY')),
        id_value       text,          -- sealed
        phone          text,          -- sealed
        contact        text,          -- sealed
        subject_module text           check (subject_module in
                       ('retail', 'healthcare', 'education', 'logistics', 'beauty')),
        subject_id     text,
        person_id      uuid,
        subject_key    text generated always as (lower(btrim(subject_id))) stored,
        search_text    text not null generated always as (lower(name)) stored,
        primary key (tenant_id, id),
        constraint einvoice_buyers_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index einvoice_buyers_live    on einvoice.buyers (tenant_id, id desc) where deleted_at is null;
      create index einvoice_buyers_updated on einvoice.buyers (tenant_id, updated_at, id);
      create index einvoice_buyers_key     on einvoice.buyers (tenant_id, subject_key, id desc) where deleted_at is null;
      create index einvoice_buyers_person  on einvoice.buyers (tenant_id, person_id) where person_id is not null;
      create index einvoice_buyers_search  on einvoice.buyers using gin (tenant_id, search_text gin_trgm_ops) where deleted_at is null;
      create unique index einvoice_buyers_subject on einvoice.buyers (tenant_id, subject_module, subject_key) where deleted_at is null;
      ${enableRowLevelSecurity('einvoice.buyers')}
      grant select, insert, update on einvoice.buyers to usaha_app;
      ${searchFunction('einvoice.buyers')}
      ${distribute('einvoice.buyers')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table einvoice.buyers cascade');
  }
}
