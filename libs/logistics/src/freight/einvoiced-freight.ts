import { Injectable } from '@nestjs/common';
import { NotedSource, type HeadsSql, type SourceDocument } from '@usaha/core';
import type { Context } from '@usaha/shared';
import type { FreightCreditNote } from './freight-credit-note.entity.js';
import { FreightCreditNotes } from './freight-credit-notes.js';
import type { FreightInvoice } from './freight-invoice.entity.js';
import { FreightInvoiceRepository } from './freight-invoice.repository.js';
import { freightNoteSource, freightSource } from './freight-source.js';

const heads: HeadsSql = {
  from: 'logistics.freight_invoices r',
  number: 'r.invoice_number',
  dated_at: 'r.created_at',
  total: 'r.total',
  is_cancelled: '(r.cancelled_at is not null)',
  only: 'r.deleted_at is null',
};
const noteHeads = {
  from: 'logistics.freight_credit_notes r',
  number: 'r.credit_note_number',
  dated_at: 'r.created_at',
  total: 'r.amount',
  changes: { kind: `'freight_invoice'`, id: 'r.invoice_id' },
};

/** Freight invoices and their credit notes as e-invoices are made of them. */
@Injectable()
export class EinvoicedFreight extends NotedSource<FreightInvoice, FreightCreditNote> {
  constructor(
    private readonly invoices: FreightInvoiceRepository,
    private readonly creditNotes: FreightCreditNotes,
  ) {
    super({
      module: 'logistics',
      kind: 'freight_invoice',
      created: 'logistics.freight_invoice.created',
      changed: ['logistics.freight_invoice.credited', 'logistics.freight_invoice.cancelled'],
      heads,
      noteHeads,
    });
  }

  protected records(ctx: Context, ids: readonly string[], lock: boolean): Promise<FreightInvoice[]> {
    return lock ? this.invoices.lockAll(ctx, ids) : this.invoices.findAll(ctx, ids);
  }

  protected notes(ctx: Context, ids: readonly string[]): Promise<FreightCreditNote[]> {
    return this.creditNotes.findAll(ctx, ids);
  }

  protected ownerOf({ invoice_id }: FreightCreditNote): string {
    return invoice_id;
  }

  protected documentOf(invoice: FreightInvoice): SourceDocument {
    return freightSource(invoice);
  }

  protected noteOf(invoice: FreightInvoice, note: FreightCreditNote): SourceDocument {
    return freightNoteSource(invoice, note);
  }
}
