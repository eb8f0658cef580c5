import { Injectable } from '@nestjs/common';
import { PaymentRequestFollowing, type PaymentRequest, type SalesDocument } from '@usaha/core';
import { invalid, money, notFound, type Context, type Language, type Page, type PageRequest } from '@usaha/shared';
import { messages, nouns } from '../messages.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import { creditedLines, type Credit, type LineCredit } from './credit.js';
import { FreightCreditNote } from './freight-credit-note.entity.js';
import { FreightCreditNotes } from './freight-credit-notes.js';
import { creditNoteDocument, freightDocument } from './freight-document.js';
import type { FreightInvoice } from './freight-invoice.entity.js';
import { tellCorrected } from './freight-invoice.events.js';
import { FreightInvoiceRepository } from './freight-invoice.repository.js';
import { FreightPayments } from './freight-payments.js';

/** What a credit note is made from: lines or an amount, tax included. */
export interface NewFreightCredit {
  lines?: LineCredit[] | null;
  /** MYR, divided among the lines by what is left of them. */
  amount?: number | null;
  reason: string;
}

/** An invoice that a part was credited of. */
export interface CreditedInvoice {
  invoice: FreightInvoice;
  credit_note: FreightCreditNote;
}

/**
 * Corrections of freight invoices. Each locks the shipment first, so that parallel ones wait for each other. The invoice keeps
 * number and lines; a shipment whose invoice was cancelled can get another.
 */
@Injectable()
export class FreightCorrectionService {
  constructor(
    private readonly shipments: ShipmentRepository,
    private readonly invoices: FreightInvoiceRepository,
    private readonly creditNotes: FreightCreditNotes,
    private readonly payments: FreightPayments,
    private readonly following: PaymentRequestFollowing,
  ) {}

  /**
   * Credits a part of the last invoice of a shipment, or all of it.
   * @throws not_found; conflict when the invoice is cancelled, or nothing of it is left; invalid for more than is left
   */
  async credit(
    ctx: Context,
    shipment_id: string,
    { lines, amount, reason }: NewFreightCredit,
  ): Promise<CreditedInvoice> {
    const [invoice, request] = await this.locked(ctx, shipment_id);
    invoice.assertCreditable();
    const made = await this.creditNote(ctx, invoice, creditOf(lines, amount), false);
    invoice.credit(made.amount);
    this.invoices.save(ctx, invoice, 'credit');
    tellCorrected(ctx, 'credited', invoice);
    this.following.follow(ctx, request, { open: invoice.outstanding_amount });
    const credit_note = await this.creditNotes.appendNumbered(ctx, { ...made, position: invoice.version, reason });
    return { invoice, credit_note };
  }

  /**
   * Cancels the last invoice of a shipment, with a credit note of all that is left of it.
   * @throws not_found; conflict when it is cancelled already
   */
  async cancel(ctx: Context, shipment_id: string, reason: string): Promise<FreightInvoice> {
    const [invoice, request] = await this.locked(ctx, shipment_id);
    const isLeft = invoice.rest > 0 && invoice.cancelled_at === null;
    const made = isLeft ? await this.creditNote(ctx, invoice, 'all', true) : null;
    invoice.cancel(reason, ctx.now);
    this.invoices.save(ctx, invoice, 'cancel');
    tellCorrected(ctx, 'cancelled', invoice);
    this.following.follow(ctx, request, { open: 0, is_cancelled: true });
    if (made) this.creditNotes.append(ctx, [{ ...made, position: invoice.version, reason }]);
    return invoice;
  }

  /** Credit notes of the last invoice of a shipment, the last first. @throws not_found */
  async list(ctx: Context, shipment_id: string, page: PageRequest): Promise<Page<FreightCreditNote>> {
    const invoice = await this.invoices.getOfShipment(ctx, shipment_id);
    return this.creditNotes.list(ctx, invoice.id, page);
  }

  /** An invoice as it is handed out. @throws not_found */
  async documentOf(ctx: Context, invoice_id: string, language: Language): Promise<SalesDocument> {
    const { shipment_id, invoice_number } = await this.invoices.get(ctx, invoice_id);
    return this.document(ctx, shipment_id, invoice_number, language);
  }

  /** The last invoice of a shipment, or the one of that number, as it is handed out. @throws not_found */
  async document(
    ctx: Context,
    shipment_id: string,
    invoice_number: string | undefined,
    language: Language,
  ): Promise<SalesDocument> {
    const [invoice, notes, payments] = await Promise.all([
      this.invoices.getOfShipment(ctx, shipment_id, invoice_number),
      this.creditNotes.ofShipment(ctx, shipment_id),
      this.payments.ofShipment(ctx, shipment_id),
    ]);
    const isOwn = ({ invoice_id }: { invoice_id: string }): boolean => invoice_id === invoice.id;
    return freightDocument(invoice, { creditNotes: notes.filter(isOwn), payments: payments.filter(isOwn) }, language);
  }

  /** A credit note of an invoice of a shipment, as it is handed out. @throws not_found */
  async creditNoteDocument(ctx: Context, shipment_id: string, id: string, language: Language): Promise<SalesDocument> {
    const note = await this.creditNotes.get(ctx, id);
    const invoice = await this.invoices.get(ctx, note.invoice_id);
    if (invoice.shipment_id !== shipment_id.toLowerCase()) throw notFound(nouns.freight_credit_note);
    return creditNoteDocument(invoice, note, language);
  }

  /** The last invoice of a shipment and its open payment request, all locked. */
  private async locked(ctx: Context, shipment_id: string): Promise<[FreightInvoice, PaymentRequest | null]> {
    const shipment = await this.shipments.lock(ctx, shipment_id);
    const { id } = await this.invoices.getOfShipment(ctx, shipment.id);
    return Promise.all([
      this.invoices.lockInvoice(ctx, id),
      this.following.lockOpen(ctx, 'logistics.freight_invoice', id),
    ]);
  }

  private async creditNote(ctx: Context, invoice: FreightInvoice, credit: Credit, cancels: boolean) {
    const before = await this.creditNotes.of(ctx, [invoice.id]);
    const lines = creditedLines(
      invoice.lines,
      before.flatMap((note) => note.lines),
      credit,
    );
    const sum = (of: 'subtotal' | 'tax_amount' | 'amount') => money.add(...lines.map((line) => line[of]));
    const figures = { subtotal: sum('subtotal'), tax_amount: sum('tax_amount'), amount: sum('amount') };
    return { invoice_id: invoice.id, lines, ...figures, cancels };
  }
}

/** @throws invalid where both or neither are given */
function creditOf(lines: LineCredit[] | null | undefined, amount: number | null | undefined): Credit {
  if (lines && typeof amount === 'number') throw invalid('amount', messages.creditTwice());
  if (lines) return { lines };
  if (typeof amount !== 'number') throw invalid('amount', messages.creditOfNothing());
  return { amount };
}
