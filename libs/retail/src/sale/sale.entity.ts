import { Entity } from 'typeorm';
import { TenantRecord, columns, assignDefined, money } from '@usaha/shared';
import { cashRounding, isCash } from '@usaha/shared/malaysia';
import { methodOf, outstandingOf, receivedOf } from './payment-arithmetic.js';
import { saleFigures } from './sale-arithmetic.js';
import type { SoldLine } from './sale-line.entity.js';
import type { Reversed } from './sale-reversal.entity.js';
import type { PaymentEntry, SalePayment } from './sale-payment.entity.js';
import type { SaleRefund } from './sale-refund.entity.js';

export const saleStatuses = ['pending', 'completed', 'cancelled', 'refunded'] as const;
export type SaleStatus = (typeof saleStatuses)[number];

export const salePaymentStatuses = [
  'pending',
  'partially_paid',
  'completed',
  'partially_refunded',
  'refunded',
] as const;
export type SalePaymentStatus = (typeof salePaymentStatuses)[number];

/** Fields of a sale that clients may set freely: no rule depends on them. */
const details = ['payment_method', 'payment_details', 'notes'] as const satisfies (keyof Sale)[];
export type SaleDetails = Pick<Sale, (typeof details)[number]>;

/** What a sale keeps of the request that made it. */
type SaleReference = Pick<Sale, 'client_reference' | 'fingerprint'>;

/** A payment that was received, in MYR. */
export type MadePayment = Pick<
  SalePayment,
  'method' | 'amount' | 'rounding' | 'tendered' | 'change_given' | 'reference' | 'payment_request_id' | 'created_at'
>;

/** One change of a sale's status. */
export interface StatusChange {
  status: SaleStatus;
  reason: string | null;
  /** UTC, ISO 8601. */
  changed_at: string;
  /** The user; null for the service itself. */
  changed_by: string | null;
}

/**
 * A sale with its lines. Amounts are MYR. It is completed when it is made; any status may follow any other, since the
 * specification says so of all of them, and a status moves neither stock nor money: a refund does.
 */
@Entity({ schema: 'retail', name: 'sales' })
export class Sale extends TenantRecord {
  /** `INV-2026-000001`: without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'retail.invoice', prefix: 'INV' }) invoice_number!: string;
  /** A customer of the tenant, or any uuid that the contract surface named; null for a walk-in. */
  @columns.uuid({ nullable: true }) customer_id: string | null = null;
  @columns.text({ nullable: true }) payment_method: string | null = null;
  @columns.choice(salePaymentStatuses) payment_status: SalePaymentStatus = 'completed';
  /** Kept as sent, save that `card_last_four` is no more than that. */
  @columns.object({ nullable: true, personal: true }) payment_details: Record<string, unknown> | null = null;
  /** Before discounts and tax. */
  @columns.money() subtotal!: number;
  @columns.money() discount_amount!: number;
  @columns.money() tax_amount!: number;
  /** subtotal − discount_amount + tax_amount */
  @columns.money() total!: number;
  /** The amount that was given back so far. */
  @columns.money() refunded_total = 0;
  /** How many refunds were made of it. */
  @columns.count() refunds_made = 0;
  /** Loyalty points that it earned its customer, and those taken back by refunds. */
  @columns.count() points_earned = 0;
  @columns.count() points_returned = 0;
  @columns.choice(saleStatuses) status: SaleStatus = 'completed';
  /** Why the status was last changed. */
  @columns.text({ nullable: true, personal: true }) status_reason: string | null = null;
  @columns.object({ personal: true }) status_history: StatusChange[] = [];
  @columns.text({ nullable: true, personal: true }) notes: string | null = null;
  /** The user who sold it. */
  @columns.uuid({ nullable: true }) actor_id: string | null = null;
  @columns.derived('lower(btrim(payment_method))', { nullable: true }) readonly payment_method_key?: string;

  /** When it was made; of a till without a network before it was recorded. Periods go by it. */
  @columns.instant() sold_at!: Date;
  /** What the program that sent it calls it. */
  @columns.code({ nullable: true }) client_reference: string | null = null;
  /** Of the request that made it, where that named a reference. */
  @columns.code({ nullable: true, unaudited: true }) fingerprint: string | null = null;

  /** Whether each payment is kept as an entry; otherwise it was paid at once, by its payment_method. */
  @columns.flag() payments_kept = false;
  /** Whether something was owed when it was sold. */
  @columns.flag() on_account = false;
  /** What its customer still has to pay. */
  @columns.money() outstanding_amount = 0;
  /** When it was made void: then it counts in no report, and its status stays cancelled. */
  @columns.instant({ nullable: true }) voided_at: Date | null = null;

  /** Entries of its payments, in their order; none where these are not kept. */
  entries!: SalePayment[];
  lines!: SoldLine[];
  /** Oldest first. */
  refunds!: SaleRefund[];

  /** @throws invalid when it comes to too much */
  static of(
    lines: SoldLine[],
    told: Partial<SaleDetails> &
      Pick<Sale, 'invoice_number' | 'customer_id' | 'actor_id' | 'sold_at'> &
      Partial<SaleReference>,
  ): Sale {
    const { invoice_number, customer_id, actor_id, sold_at, client_reference = null, fingerprint = null } = told;
    const sale = Object.assign(
      new Sale(),
      {
        invoice_number,
        customer_id,
        actor_id,
        sold_at,
        client_reference,
        fingerprint,
        lines,
        refunds: [],
        entries: [],
      },
      saleFigures(lines),
    );
    assignDefined(sale, told, details);
    sale.payment_details = withLastDigits(sale.payment_details);
    return sale;
  }

  /** Whether it counts in reports: completed sales do. */
  get counted(): boolean {
    return this.status === 'completed' && this.voided_at === null;
  }

  /** Whether nothing is to be paid of it any more, as it was made void or given another status. */
  get is_cancelled(): boolean {
    return this.voided_at !== null || this.status === 'cancelled' || this.status === 'refunded';
  }

  /** Its payments, oldest first; of a sale from before payments were kept, the one that is known. */
  get payments(): MadePayment[] {
    if (this.payments_kept) return this.entries.filter(isReceived);
    const { payment_method: method, total: amount, sold_at: created_at } = this;
    const rounding = isCash(method) ? cashRounding(amount) : 0;
    const unknown = { tendered: null, change_given: null, reference: null, payment_request_id: null };
    return [{ method, amount, rounding, ...unknown, created_at }];
  }

  /** Takes in the payments that it was sold with, and what is owed of it. */
  keepPayments(entries: readonly PaymentEntry[]): void {
    this.payments_kept = true;
    this.payment_method = methodOf(entries);
    this.outstanding_amount = outstandingOf(entries);
    this.on_account = this.outstanding_amount > 0;
    if (this.on_account) this.status = 'pending';
    this.payment_status = this.paid(entries);
  }

  /** Whether its status takes it out of the figures: a sale on account waits for its payments and is in them. */
  get is_out(): boolean {
    const owed = outstandingOf(this.entries.filter(({ kind }) => kind !== 'reversal'));
    return this.status !== 'completed' && !(this.status === 'pending' && owed > 0);
  }

  /** Takes in what was paid or credited of what is owed. One of which nothing is owed any more is completed. */
  settleAccount(now: Date, changed_by: string | null): void {
    if (this.status === 'pending' && this.on_account && this.outstanding_amount === 0)
      this.setStatus({ status: 'completed', reason: null, changed_at: now.toISOString(), changed_by });
    this.payment_status = this.status === 'refunded' ? 'refunded' : this.paid();
  }

  /** A payment of it went back: one that waits for its payment again is not completed. */
  oweAgain(now: Date): void {
    if (this.status === 'completed' && this.outstanding_amount > 0)
      this.setStatus({ status: 'pending', reason: null, changed_at: now.toISOString(), changed_by: null });
    this.payment_status = this.status === 'refunded' ? 'refunded' : this.paid();
  }

  /** Makes it void, of which everything was given back. */
  voided(reason: string, now: Date, changed_by: string | null): void {
    this.setStatus({ status: 'cancelled', reason, changed_at: now.toISOString(), changed_by });
    this.voided_at = now;
  }

  /**
   * What its status takes out of what was sold: what was not given back. Of one that was paid in cash that is what is left of the
   * money received, in coins of five sen: what was given back in cash and what otherwise are rounded each for itself, so that all
   * together is within 2 sen of what was received. @param refunds all of its refunds
   */
  reversedWith(refunds: readonly Pick<SaleRefund, 'refund_method' | 'amount'>[]): Reversed {
    const amount = this.counted ? 0 : money.add(this.total, -this.refunded_total);
    if (amount === 0 || !isCash(this.payment_method)) return { amount, rounding: 0 };
    const cash = refunds.filter(({ refund_method }) => isCash(refund_method ?? this.payment_method));
    const inCash = money.add(0, ...cash.map((refund) => refund.amount));
    const otherwise = money.add(this.refunded_total, -inCash);
    return {
      amount,
      rounding: money.add(cashRounding(this.total), -cashRounding(inCash), -cashRounding(otherwise)),
    };
  }

  get is_refunded_whole(): boolean {
    return this.lines.every((line) => line.refunded_quantity === line.quantity);
  }

  /** The entries of its payments, in their order; what they leave is owed. */
  showEntries(entries: SalePayment[]): void {
    this.entries = entries;
    this.outstanding_amount = outstandingOf(entries);
  }

  /** Its refunds, oldest first. */
  show(refunds: SaleRefund[]): void {
    this.refunds = refunds;
  }

  /** The loyalty points that its customer got for it. */
  earn(points: number): void {
    this.points_earned = points;
  }

  /** Any status may follow any other (specification 2, "States and transitions"). */
  setStatus(change: StatusChange): void {
    this.status = change.status;
    this.status_reason = change.reason;
    this.status_history = [...this.status_history, change];
    this.payment_status = change.status === 'refunded' ? 'refunded' : this.paid();
  }

  /** Takes in what was given back of its lines. */
  giveBack(amount: number, points: number): void {
    this.refunded_total = money.add(this.refunded_total, amount);
    this.points_returned += points;
    this.refunds_made += 1;
    if (this.is_refunded_whole) this.status = 'refunded';
    this.payment_status = this.status === 'refunded' ? 'refunded' : this.paid();
  }

  private paid(entries: readonly PaymentEntry[] = this.entries): SalePaymentStatus {
    if (this.is_refunded_whole) return 'refunded';
    if (this.outstanding_amount > 0) return receivedOf(entries) > 0 ? 'partially_paid' : 'pending';
    return this.lines.some((line) => line.refunded_quantity > 0) ? 'partially_refunded' : 'completed';
  }
}

const isReceived = ({ kind, is_owed }: PaymentEntry): boolean => !is_owed && (kind === 'sale' || kind === 'payment');

/** Of a card no more than the last four digits are kept. */
function withLastDigits(details: Record<string, unknown> | null): Record<string, unknown> | null {
  const last = details?.card_last_four;
  if ((typeof last !== 'string' && typeof last !== 'number') || String(last).length <= 4) return details;
  return { ...details, card_last_four: String(last).slice(-4) };
}
