import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What every entry has. */
const ENTRY = `
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        position   integer        not null,
        actor_id   uuid,
        reason     text,`;

/**
 * Corrections of what proofs say was collected, credit notes and cancellations of freight invoices. A shipment whose invoice was
 * cancelled may have another.
 */
export class Corrections1764976100000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      grant update (expected_amount, collected_amount, sender_id) on logistics.proofs to usaha_app;
      create table logistics.proof_corrections (${ENTRY}
        proof_id         uuid           not null,
        -- Before it; null where no amount was recorded.
        from_amount      numeric(14, 2) check (from_amount >= 0),
        from_reason      text,
        collected_amount numeric(14, 2) not null check (collected_amount >= 0),
        primary key (tenant_id, id),
        constraint proof_corrections_proof foreign key (tenant_id, proof_id) references logistics.proofs (tenant_id, id)
      );
      create unique index proof_corrections_of on logistics.proof_corrections (tenant_id, proof_id, position desc);
      ${enableRowLevelSecurity('logistics.proof_corrections')}
      grant select, insert, update (reason, from_reason) on logistics.proof_corrections to usaha_app;

      alter table logistics.freight_invoices
        add column credited_amount numeric(14, 2) not null default 0 check (credited_amount between 0 and total),
        add column cancelled_at timestamptz(3),
        add column cancellation_reason text;
      alter table logistics.freight_invoices alter column credited_amount drop default;
      drop index logistics.freight_invoices_of_shipment;
      create unique index freight_invoices_of_shipment on logistics.freight_invoices (tenant_id, shipment_id) where cancelled_at is null;
      create index freight_invoices_all_of_shipment on logistics.freight_invoices (tenant_id, shipment_id, id desc);
      grant update (updated_at, version, credited_amount, cancelled_at, cancellation_reason) on logistics.freight_invoices to usaha_app;

      create table logistics.freight_credit_notes (${ENTRY}
        credit_note_number text           not null,
        invoice_id         uuid           not null,
        lines              jsonb          not null,
        subtotal           numeric(14, 2) not null,
        tax_amount         numeric(14, 2) not null,
        amount             numeric(14, 2) not null check (amount > 0),
        cancels            boolean        not null,
        primary key (tenant_id, id),
        constraint freight_credit_notes_invoice foreign key (tenant_id, invoice_id)
          references logistics.freight_invoices (tenant_id, id)
      );
      create unique index freight_credit_notes_of on logistics.freight_credit_notes (tenant_id, invoice_id, position desc);
      create unique index freight_credit_notes_number on logistics.freight_credit_notes (tenant_id, credit_note_number);
      ${enableRowLevelSecurity('logistics.freight_credit_notes')}
      grant select, insert on logistics.freight_credit_notes to usaha_app`);
  }

  /** Corrections that were made meanwhile are lost: refused where a shipment has several invoices. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table logistics.freight_credit_notes;
      drop index logistics.freight_invoices_all_of_shipment;
      drop index logistics.freight_invoices_of_shipment;
      create unique index freight_invoices_of_shipment on logistics.freight_invoices (tenant_id, shipment_id);
      revoke update (updated_at, version, credited_amount, cancelled_at, cancellation_reason) on logistics.freight_invoices from usaha_app;
      alter table logistics.freight_invoices drop column cancellation_reason, drop column cancelled_at, drop column credited_amount;
      drop table logistics.proof_corrections;
      revoke update (expected_amount, collected_amount, sender_id) on logistics.proofs from usaha_app`);
  }
}
