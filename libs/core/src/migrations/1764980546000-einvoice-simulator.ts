import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const RECORD = `
        tenant_id           uuid           not null,
        id                  uuid           not null,
        created_at          timestamptz(3) not null,
        updated_at          timestamptz(3) not null,
        deleted_at          timestamptz(3),
        version             integer        not null default 1`;

const tables = ['einvoice.simulator_settings', 'einvoice.simulator_submissions', 'einvoice.simulator_documents'];

/** The book of the simulator that plays MyInvois (A-530), apart for each tenant. */
export class EinvoiceSimulator1764980546000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table einvoice.simulator_settings (${RECORD},
        polls               integer        not null default 1 check (polls >= 0),
        validated_hours_ago integer        not null default 0 check (validated_hours_ago >= 0),
        faults              jsonb          not null default '[]',
        rejections          jsonb          not null default '[]',
        calls               jsonb          not null default '{}',
        primary key (tenant_id, id),
        constraint simulator_settings_own check (id = tenant_id),
        constraint simulator_settings_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create table einvoice.simulator_submissions (${RECORD},
        uid                 text           not null,
        sha256              text           not null,
        polls_left          integer        not null,
        primary key (tenant_id, id),
        constraint simulator_submissions_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create unique index simulator_submissions_uid on einvoice.simulator_submissions (tenant_id, uid);
      create index simulator_submissions_sha256 on einvoice.simulator_submissions (tenant_id, sha256, created_at);
      create table einvoice.simulator_documents (${RECORD},
        uuid                text           not null,
        long_id             text           not null,
        submission_uid      text           not null,
        number              text           not null,
        type_code           text           not null,
        document_version    text           not null,
        status              text           not null check (status in ('submitted', 'valid', 'invalid', 'cancelled')),
        outcome             text           not null check (outcome in ('valid', 'invalid')),
        total               numeric(14,2)  not null,
        total_myr           numeric(14,2)  not null,
        supplier_tin        text           not null,
        buyer_tin           text,          -- sealed
        issued_at           timestamptz(3),
        validated_at        timestamptz(3),
        cancelled_at        timestamptz(3),
        cancel_reason       text,
        sha256              text           not null,
        refers_to           text[]         not null default '{}'::text[],
        errors              jsonb          not null default '[]',
        primary key (tenant_id, id),
        constraint simulator_documents_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create unique index simulator_documents_uuid on einvoice.simulator_documents (tenant_id, uuid);
      create index simulator_documents_live       on einvoice.simulator_documents (tenant_id, id desc) where deleted_at is null;
      create index simulator_documents_updated    on einvoice.simulator_documents (tenant_id, updated_at, id);
      create index simulator_documents_submission on einvoice.simulator_documents (tenant_id, submission_uid);
      create index simulator_documents_number     on einvoice.simulator_documents (tenant_id, number, id desc);
      create index simulator_documents_notes      on einvoice.simulator_documents (tenant_id, id) where type_code <> '01';
      ${tables
        .map(
          (table) => `${enableRowLevelSecurity(table)}
      grant select, insert, update on ${table} to usaha_app;
      ${distribute(table)}`,
        )
        .join('\n')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of tables.toReversed()) await runner.query(`drop table ${table}`);
  }
}
