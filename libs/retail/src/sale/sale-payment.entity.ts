import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

/** What moved money: the sale itself, a later payment, a refund, a void, or a change of status. */
export const paymentKinds = ['sale', 'payment', 'refund', 'void', 'reversal'] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/**
 * An amount that was received, owed or paid out of a sale, in MYR: all entries of a sale together are what is kept of its total, and those
 * that are owed are what its customer still has to pay.
 */
@Entity({ schema: 'retail', name: 'sale_payments' })
export class SalePayment extends LedgerEntry {
  @columns.uuid() sale_id!: string;
  @columns.choice(paymentKinds) kind!: PaymentKind;
  /** As it was sent; null for what is owed. */
  @columns.text({ nullable: true }) method!: string | null;
  /** Owed by the customer, not received. */
  @columns.flag() is_owed!: boolean;
  /** Whether it is the first entry of what happened: by these, reports count sales and refunds. */
  @columns.flag() opens!: boolean;
  /** Exact; below 0 where it was given back, or is owed no more. */
  @columns.money() amount!: number;
  /** In cash, what the amount was rounded by to five sen. */
  @columns.money() rounding!: number;
  @columns.money({ nullable: true }) tendered!: number | null;
  /** tendered − (amount + rounding) */
  @columns.money({ nullable: true }) change_given!: number | null;
  /** Of the bank or wallet, or the number of a cheque. */
  @columns.text({ nullable: true, personal: true }) reference!: string | null;
  /** The payment request by which it came. */
  @columns.uuid({ nullable: true }) payment_request_id: string | null = null;
}

/** An entry as it is made. */
export type PaymentEntry = Pick<
  SalePayment,
  'kind' | 'method' | 'is_owed' | 'opens' | 'amount' | 'rounding' | 'tendered' | 'change_given' | 'reference'
> &
  Partial<Pick<SalePayment, 'payment_request_id'>>;
