import { Entity } from 'typeorm';
import { LedgerEntry, columns, money, withoutCards } from '@usaha/shared';

/** Money that was paid of a bill. It is written once and never changed: a void is an entry of another ledger. */
@Entity({ schema: 'healthcare', name: 'bill_payments' })
export class BillPayment extends LedgerEntry {
  @columns.uuid() bill_id!: string;
  /** Without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'healthcare.receipt', prefix: 'RCP' }) receipt_number!: string;
  /** What it settles of the bill, in MYR. */
  @columns.money() amount!: number;
  /** Of cash that settles the bill, what is added to the amount so that it comes to five sen. */
  @columns.money() rounding = 0;
  /** What remained to be paid of the bill after it, in MYR. */
  @columns.money() balance!: number;
  @columns.text({ nullable: true }) payment_method: string | null = null;
  /** Reference of the bank, card terminal or insurer. */
  @columns.text({ nullable: true }) reference: string | null = null;
  @columns.text({ nullable: true }) notes: string | null = null;
  /** The payment request by which it came. */
  @columns.uuid({ nullable: true }) payment_request_id: string | null = null;
  /** When it was made void, and why: what its entry in the ledger of voids says. */
  voided_at?: Date;
  void_reason?: string | null;
}

/** A payment with what its entry in the ledger of voids says, without card numbers; nothing of it is stored with the payment. */
export const asVoid = (payment: BillPayment, voided_at: Date, void_reason: string | null): BillPayment =>
  Object.assign(payment, { voided_at, void_reason: void_reason === null ? null : withoutCards(void_reason) });

/** What changed hands, in MYR. */
export const receivedOf = ({ amount, rounding }: Pick<BillPayment, 'amount' | 'rounding'>): number =>
  money.add(amount, rounding);
