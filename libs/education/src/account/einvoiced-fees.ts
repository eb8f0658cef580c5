import { Injectable } from '@nestjs/common';
import { NotedSource, type HeadsPage, type HeadsSql, type SourceDocument } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { CreditNoteLedger } from '../invoice/credit-note-ledger.js';
import type { CreditNote } from '../invoice/credit-note.entity.js';
import type { Invoice } from '../invoice/invoice.entity.js';
import { InvoiceRepository } from '../invoice/invoice.repository.js';
import { creditNoteSource, invoiceSource } from './invoice-source.js';

const heads: HeadsSql = {
  from: 'education.invoices r',
  number: 'r.invoice_number',
  dated_at: 'r.created_at',
  total: 'r.amount',
  is_cancelled: '(r.cancelled_at is not null)',
  currency: 'r.currency',
  only: 'r.deleted_at is null',
};
const noteHeads = {
  from: 'education.credit_notes r join education.invoices i on i.tenant_id = $1 and i.id = r.invoice_id',
  number: 'r.credit_note_number',
  dated_at: 'r.created_at',
  total: 'r.amount',
  currency: 'i.currency',
  changes: { kind: `'invoice'`, id: 'r.invoice_id' },
};

/** Invoices of a school and their credit notes as e-invoices are made of them. */
@Injectable()
export class EinvoicedFees extends NotedSource<Invoice, CreditNote> {
  constructor(
    private readonly invoices: InvoiceRepository,
    private readonly creditNotes: CreditNoteLedger,
  ) {
    super({
      ...{ module: 'education', kind: 'invoice', created: 'education.invoice.created', heads, noteHeads },
      changed: ['education.invoice.credited', 'education.invoice.cancelled'],
    });
  }

  /** Payments of which a part settles no invoice. */
  async uninvoicedPayments(ctx: Context, { from, before }: HeadsPage['period']): Promise<number> {
    const [row] = await ctx.db.read(
      `select count(*)::integer from education.payments r
        where r.tenant_id = $1 and r.created_at >= $2 and r.created_at < $3 and r.has_rest`,
      [ctx.tenant_id, from, before],
    );
    return row?.[0] as number;
  }

  protected records(ctx: Context, ids: readonly string[], lock: boolean): Promise<Invoice[]> {
    return lock ? this.invoices.lockAll(ctx, ids) : this.invoices.findAll(ctx, ids);
  }

  protected notes(ctx: Context, ids: readonly string[]): Promise<CreditNote[]> {
    return this.creditNotes.findAll(ctx, ids);
  }

  protected ownerOf({ invoice_id }: CreditNote): string {
    return invoice_id;
  }

  protected documentOf(invoice: Invoice): SourceDocument {
    return invoiceSource(invoice);
  }

  protected noteOf(invoice: Invoice, note: CreditNote): SourceDocument {
    return creditNoteSource(invoice, note);
  }
}
