import { Injectable } from '@nestjs/common';
import {
  PaymentRequestFollowing,
  type BookedMoney,
  type Payable,
  type ReceivedMoney,
  type ReturnEntry,
  type ReturnedMoney,
  type ReturningSource,
} from '@usaha/core';
import { money, type Context, type Page, type PageRequest } from '@usaha/shared';
import { nouns } from '../messages.js';
import { ShipmentRepository } from '../shipment/shipment.repository.js';
import type { FreightInvoice } from './freight-invoice.entity.js';
import { FreightInvoiceRepository } from './freight-invoice.repository.js';
import type { FreightPayment } from './freight-payment.entity.js';
import { tellFreightPayment } from './freight-payment.events.js';
import { FreightPayments } from './freight-payments.js';

/** What a payment is made from. */
export interface NewFreightPayment {
  /** MYR; all that remains unless given. */
  amount?: number | null;
  /** The invoice's unless given. */
  payment_method?: string | null;
  reference?: string | null;
  notes?: string | null;
  /** The payment request by which it came. */
  payment_request_id?: string | null;
}

/** An invoice of which something was paid: that payment, and all there are, oldest first. */
export interface PaidFreightInvoice {
  invoice: FreightInvoice;
  payment: FreightPayment;
  payments: FreightPayment[];
}

const heading = { en: 'Freight invoice', ms: 'Invois tambang' };

/**
 * Payments of freight invoices, and freight invoices as subjects of payment requests. Each operation locks the shipment
 * first, as corrections do.
 */
@Injectable()
export class FreightPaymentService implements ReturningSource {
  readonly subject_type = 'logistics.freight_invoice';
  readonly module = 'logistics';
  readonly noun = nouns.freight_invoice;

  constructor(
    private readonly shipments: ShipmentRepository,
    private readonly invoices: FreightInvoiceRepository,
    private readonly payments: FreightPayments,
    private readonly following: PaymentRequestFollowing,
  ) {}

  /**
   * Takes a payment of a part of what remains of the last invoice of a shipment, or of all of it.
   * @throws not_found; conflict when nothing remains, or the invoice is cancelled; invalid for more than remains
   */
  async receive(ctx: Context, shipment_id: string, told: NewFreightPayment): Promise<PaidFreightInvoice> {
    const shipment = await this.shipments.lock(ctx, shipment_id);
    const { id } = await this.invoices.getOfShipment(ctx, shipment.id);
    return this.enter(ctx, id, told);
  }

  /** Payments of the last invoice of a shipment, the last first. @throws not_found */
  async list(ctx: Context, shipment_id: string, page: PageRequest): Promise<Page<FreightPayment>> {
    const { id } = await this.invoices.getOfShipment(ctx, shipment_id);
    return this.payments.list(ctx, id, page);
  }

  async open(ctx: Context, id: string): Promise<Payable | null> {
    const found = await this.invoices.find(ctx, id);
    if (!found) return null;
    await this.shipments.lockIfExists(ctx, found.shipment_id);
    const invoice = await this.invoices.lockIfExists(ctx, id);
    if (!invoice) return null;
    const { invoice_number: number, outstanding_amount: open, cancelled_at } = invoice;
    return { open, currency: 'MYR', number, heading, is_cancelled: cancelled_at !== null };
  }

  async pay(ctx: Context, id: string, { amount, means, ...came }: ReceivedMoney): Promise<BookedMoney> {
    const { payment } = await this.enter(ctx, id, { amount, payment_method: means, ...came });
    return { payment_id: payment.id, receipt_number: payment.receipt_number };
  }

  async held(ctx: Context, id: string): Promise<number> {
    return (await this.invoices.lockInvoice(ctx, id)).amount_paid;
  }

  async giveBack(
    ctx: Context,
    id: string,
    { amount, means: payment_method, reason: notes, ...went }: ReturnedMoney,
  ): Promise<ReturnEntry | null> {
    const invoice = await this.invoices.lockInvoice(ctx, id);
    const returned = invoice.giveBack(amount);
    if (returned === 0) return null;
    this.invoices.save(ctx, invoice, 'refund');
    const payment = await this.payments.appendNumbered(ctx, {
      position: invoice.payments_made,
      invoice_id: invoice.id,
      amount: -returned,
      rounding: 0,
      balance: invoice.outstanding_amount,
      payment_method,
      notes,
      ...went,
    });
    tellFreightPayment(ctx, payment, invoice);
    return { entry_id: payment.id, amount: returned };
  }

  /** Books a payment of an invoice whose shipment is locked. */
  private async enter(ctx: Context, id: string, told: NewFreightPayment): Promise<PaidFreightInvoice> {
    const [invoice, request] = await Promise.all([
      this.invoices.lockInvoice(ctx, id),
      this.following.lockOpen(ctx, 'logistics.freight_invoice', id),
    ]);
    const { payment_method = null, reference = null, notes = null, payment_request_id = null } = told;
    const sent = typeof told.amount === 'number' ? money.round(told.amount) : null;
    const settled = invoice.pay(sent, payment_method);
    this.invoices.save(ctx, invoice, 'pay');
    this.following.follow(ctx, request, { open: invoice.outstanding_amount }, payment_request_id);
    const payment = await this.payments.appendNumbered(ctx, {
      position: invoice.payments_made,
      invoice_id: invoice.id,
      ...settled,
      balance: invoice.outstanding_amount,
      payment_method: payment_method ?? invoice.payment_method,
      reference,
      notes,
      payment_request_id,
    });
    tellFreightPayment(ctx, payment, invoice);
    return { invoice, payment, payments: await this.payments.of(ctx, [invoice.id]) };
  }
}
