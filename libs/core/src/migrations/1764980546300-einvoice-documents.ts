import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropDueFunction, dueFunction } from '../tenant/due-tenants.js';

/** Tenants with e-invoices to send, or to ask about. */
const due = {
  name: 'einvoice.tenants_with_documents_due',
  parameters: ['timestamptz'],
  looks: ['einvoice.documents', 'einvoice.submissions'].map(
    (table) => (theirs: (column: string) => string) =>
      `select distinct r.tenant_id from ${table} r where r.due_at <= $2 and ${theirs('r.tenant_id')}`,
  ),
};

/** E-invoices, their texts, what they are made of, and how they are sent. */
export class EinvoiceDocuments1764980546300 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table einvoice.documents (
        tenant_id           uuid           not null,
        id                  uuid           not null,
        created_at          timestamptz(3) not null,
        updated_at          timestamptz(3) not null,
        deleted_at          timestamptz(3),
        version             integer        not null default 1,
        kind                text           not null check (kind in ('invoice', 'credit_note', 'refund_note')),
        ubl_version         text           not null check (ubl_version in ('1.0', '1.1')),
        number              text           not null,
        environment         text           not null check (environment in ('simulator', 'sandbox', 'production')),
        status              text           not null check (status in
                            ('draft', 'blocked', 'queued', 'sending', 'submitted', 'valid', 'invalid', 'cancelled', 'discarded')),
        consolidated        boolean        not null default false,
        module              text           not null check (module in
                            ('retail', 'healthcare', 'education', 'logistics', 'beauty')),
        source_kind         text           check (source_kind in
                            ('sale', 'bill', 'invoice', 'visit', 'package', 'freight_invoice', 'refund', 'credit_note')),
        source_id           text,
        month               text           not null,
        sources             integer        not null default 1,
        person_id           uuid,
        original_id         uuid,
        refers_to           jsonb          not null default '[]',
        currency            text           not null,
        exchange_rate       numeric(12, 6),
        total_excluding_tax numeric(14, 2) not null,
        tax_amount          numeric(14, 2) not null,
        total_including_tax numeric(14, 2) not null,
        rounding            numeric(14, 2) not null default 0,
        payable             numeric(14, 2) not null,
        details             text,          -- sealed
        issued_at           timestamptz(3),
        submitted_at        timestamptz(3),
        validated_at        timestamptz(3),
        cancel_until        timestamptz(3),
        cancelled_at        timestamptz(3),
        rejected_at         timestamptz(3),
        uuid                text,
        long_id             text,
        submission_uid      text,
        validation_url      text,
        submission_id       uuid,
        attempts            integer        not null default 0,
        due_at              timestamptz(3),
        warnings            text[]         not null default '{}'::text[],
        correlation_id      text,
        primary key (tenant_id, id),
        constraint einvoice_documents_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index einvoice_documents_live     on einvoice.documents (tenant_id, id desc) where deleted_at is null;
      create index einvoice_documents_updated  on einvoice.documents (tenant_id, updated_at, id);
      create index einvoice_documents_status   on einvoice.documents (tenant_id, status, id desc) where deleted_at is null;
      create index einvoice_documents_source   on einvoice.documents (tenant_id, source_id, id desc) where deleted_at is null;
      create index einvoice_documents_month    on einvoice.documents (tenant_id, month, id desc) where deleted_at is null;
      create index einvoice_documents_person   on einvoice.documents (tenant_id, person_id) where person_id is not null;
      create index einvoice_documents_original on einvoice.documents (tenant_id, original_id) where original_id is not null;
      create index einvoice_documents_of       on einvoice.documents (tenant_id, submission_id) where submission_id is not null;
      create index einvoice_documents_due      on einvoice.documents (due_at) where due_at is not null;
      create index einvoice_documents_turn     on einvoice.documents (tenant_id, due_at) where due_at is not null;
      create index einvoice_documents_attention on einvoice.documents (tenant_id, id desc)
        where deleted_at is null and (status in ('blocked', 'invalid') or rejected_at is not null or 'source_cancelled' = any (warnings));
      create unique index einvoice_documents_number on einvoice.documents (tenant_id, environment, number)
        where deleted_at is null and status not in ('cancelled', 'discarded');
      ${enableRowLevelSecurity('einvoice.documents')}
      grant select, insert, update on einvoice.documents to usaha_app;
      ${distribute('einvoice.documents')}`);
    await runner.query(`
      create table einvoice.document_texts (
        tenant_id uuid    not null,
        id        uuid    not null,
        body      text,   -- sealed
        sha256    text    not null,
        bytes     integer not null,
        primary key (tenant_id, id)
      );
      ${enableRowLevelSecurity('einvoice.document_texts')}
      grant select, insert, update on einvoice.document_texts to usaha_app;
      ${distribute('einvoice.document_texts')}`);
    await runner.query(`
      create table einvoice.links (
        tenant_id   uuid not null,
        environment text not null,
        module      text not null,
        kind        text not null,
        source_id   text not null,
        einvoice_id uuid not null,
        constraint einvoice_links_pkey primary key (tenant_id, environment, module, kind, source_id)
      );
      create index einvoice_links_of on einvoice.links (tenant_id, einvoice_id);
      ${enableRowLevelSecurity('einvoice.links')}
      grant select, insert, delete on einvoice.links to usaha_app;
      ${distribute('einvoice.links')}`);
    await runner.query(`
      create table einvoice.submissions (
        tenant_id      uuid           not null,
        id             uuid           not null,
        created_at     timestamptz(3) not null,
        environment    text           not null check (environment in ('simulator', 'sandbox', 'production')),
        status         text           not null check (status in ('sending', 'unsure', 'received', 'ended')),
        documents      integer        not null,
        sent_at        timestamptz(3) not null,
        sends          integer        not null default 1,
        answered_at    timestamptz(3),
        submission_uid text,
        correlation_id text,
        asked          integer        not null default 0,
        due_at         timestamptz(3),
        primary key (tenant_id, id)
      );
      create index einvoice_submissions_due  on einvoice.submissions (due_at) where due_at is not null;
      create index einvoice_submissions_turn on einvoice.submissions (tenant_id, due_at) where due_at is not null;
      ${enableRowLevelSecurity('einvoice.submissions')}
      grant select, insert, update on einvoice.submissions to usaha_app;
      ${distribute('einvoice.submissions')}`);
    await runner.query(dueFunction(due));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropDueFunction(due));
    for (const table of ['submissions', 'links', 'document_texts', 'documents'])
      await runner.query(`drop table einvoice.${table}`);
  }
}
