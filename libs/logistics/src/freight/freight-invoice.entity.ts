import type { Address, Seller } from '@usaha/core';
import { TenantRecord, columns, conflict, invalid, money, withoutCards } from '@usaha/shared';
import { Entity } from 'typeorm';
import { messages } from '../messages.js';
import { cashRounding, isCash } from '@usaha/shared/malaysia';
import { collectsCash } from '../shipment/cash-on-delivery.js';
import type { Party } from '../shipment/party.js';
import type { Shipment } from '../shipment/shipment.entity.js';
import { serviceTypes, type ServiceType } from '../shipment/shipment-statuses.js';
import { shareOut, type Charge, type FreightLine } from './charges.js';

/** A party as a document names it. */
export interface NamedParty {
  company_name: string | null;
  contact_person: string | null;
  address: Address | null;
}

/** What an invoice is made of. */
export interface FreightTerms {
  charges: readonly Charge[];
  seller: Seller;
  /** Percent that is within the charges; null where the business is not registered for SST. */
  tax_rate: number | null;
}

/**
 * What the carriage of a shipment costs: business, parties and money as they were when it was issued. Credit notes take
 * off it, payments settle it, and it can be cancelled; its number and lines stay.
 */
@Entity({ schema: 'logistics', name: 'freight_invoices' })
export class FreightInvoice extends TenantRecord {
  /** Without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'logistics.freight_invoice', prefix: 'FRT' }) invoice_number!: string;
  @columns.uuid() shipment_id!: string;
  @columns.code() tracking_number!: string;
  @columns.code({ nullable: true }) customer_reference: string | null = null;
  @columns.choice(serviceTypes) service_type!: ServiceType;
  @columns.text({ nullable: true }) payment_method: string | null = null;
  @columns.object({ personal: true }) seller!: Seller;
  /** The payer. */
  @columns.object({ personal: true }) sender!: NamedParty;
  @columns.object({ personal: true }) receiver!: NamedParty;
  /** Their descriptions are free texts. */
  @columns.object({ personal: true }) lines!: FreightLine[];
  /** Percent; null where the business was not registered for SST. */
  @columns.rate({ nullable: true }) tax_rate: number | null = null;
  /** MYR: total − tax_amount. */
  @columns.money() subtotal!: number;
  @columns.money() tax_amount!: number;
  /** MYR: what the charges come to, tax included. */
  @columns.money() total!: number;
  /** MYR: the sum of its credit notes. */
  @columns.money() credited_amount = 0;
  /** MYR: the sum of its payments. */
  @columns.money({ default: 0 }) amount_paid = 0;
  /** How many payments were made of it. */
  @columns.count({ default: 0 }) payments_made = 0;
  @columns.instant({ nullable: true }) cancelled_at: Date | null = null;
  @columns.text({ nullable: true, personal: true }) cancellation_reason: string | null = null;

  /** @throws invalid for charges that come to more than can be kept */
  static of(shipment: Shipment, { charges, seller, tax_rate }: FreightTerms): FreightInvoice {
    const { id: shipment_id, tracking_number, customer_reference, service_type } = shipment;
    // How the receiver pays for the goods is no way in which the sender pays for the carriage.
    const payment_method = collectsCash(shipment) ? null : shipment.payment_method;
    const told = { shipment_id, tracking_number, customer_reference, service_type, payment_method };
    const parties = { seller, sender: namedParty(shipment.origin), receiver: namedParty(shipment.destination) };
    return Object.assign(new FreightInvoice(), told, parties, { tax_rate }, shareOut(charges, tax_rate ?? 0));
  }

  /** The amount that is still charged, MYR. */
  get rest(): number {
    return money.add(this.total, -this.credited_amount);
  }

  /** What remains to be paid, MYR; never below 0. */
  get outstanding_amount(): number {
    return Math.max(this.balance, 0);
  }

  /** The same, below 0 when more was paid than is charged since part of it was credited. */
  get balance(): number {
    return money.add(this.rest, -this.amount_paid);
  }

  /**
   * Takes in a payment. Cash settles to five sen: the rest is taken exact or rounded, and the rounding is answered.
   * @param sent MYR, above 0; null for all that remains
   * @throws conflict when nothing remains, or it is cancelled; invalid for more than remains
   */
  pay(sent: number | null, payment_method: string | null): { amount: number; rounding: number } {
    const { invoice_number: number, outstanding_amount: rest } = this;
    if (this.cancelled_at) throw conflict('cancelled_at', messages.invoiceCancelled({ number }));
    if (rest <= 0) throw conflict('outstanding_amount', messages.invoicePaid({ number }));
    const coins = isCash(payment_method ?? this.payment_method) ? cashRounding(rest) : 0;
    const settles = sent === null || sent === rest || sent === money.add(rest, coins);
    const settled = settles ? { amount: rest, rounding: coins } : { amount: sent, rounding: 0 };
    if (settled.amount > rest)
      throw invalid('amount', messages.paymentBeyondRest({ amount: settled.amount.toFixed(2), rest: rest.toFixed(2) }));
    this.payments_made += 1;
    this.amount_paid = money.add(this.amount_paid, settled.amount);
    return settled;
  }

  /** Money went back, as far as it was paid. @returns MYR */
  giveBack(amount: number): number {
    const returned = Math.min(amount, this.amount_paid);
    if (returned > 0) this.payments_made += 1;
    this.amount_paid = money.add(this.amount_paid, -returned);
    return returned;
  }

  /** @throws conflict for other charges than those it was issued for @param sent none states none */
  assertOf(sent: readonly Charge[]): void {
    const isSame = ({ description, amount }: Charge, line: FreightLine | undefined): boolean =>
      line?.amount === money.round(amount) && line.description === (description && withoutCards(description));
    if (sent.length === 0) return;
    if (sent.length !== this.lines.length || !sent.every((charge, i) => isSame(charge, this.lines[i])))
      throw conflict('charges', messages.otherCharges({ number: this.invoice_number }));
  }

  /** @throws conflict when nothing of it is left to credit, or it is cancelled */
  assertCreditable(): void {
    if (this.cancelled_at) throw conflict('cancelled_at', messages.invoiceCancelled({ number: this.invoice_number }));
    if (this.rest <= 0) throw conflict('credited_amount', messages.invoiceCredited({ number: this.invoice_number }));
  }

  /** Takes off what a credit note credits. */
  credit(amount: number): void {
    this.credited_amount = money.add(this.credited_amount, amount);
  }

  /** Nothing of it is charged any more. @throws conflict when it is cancelled already */
  cancel(reason: string, now: Date): void {
    if (this.cancelled_at) throw conflict('cancelled_at', messages.invoiceCancelled({ number: this.invoice_number }));
    this.credited_amount = this.total;
    this.cancelled_at = now;
    this.cancellation_reason = reason;
  }
}

const namedParty = ({ company_name, contact_person, address }: Party): NamedParty => ({
  company_name,
  contact_person,
  address,
});
