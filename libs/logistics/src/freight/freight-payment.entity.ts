import { LedgerEntry, columns } from '@usaha/shared';
import { Entity } from 'typeorm';

/** Money that was paid of a freight invoice, or given back of it. It is written once and never changed. */
@Entity({ schema: 'logistics', name: 'freight_payments' })
export class FreightPayment extends LedgerEntry {
  /** Without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'logistics.freight_receipt', prefix: 'FRR' }) receipt_number!: string;
  @columns.uuid() invoice_id!: string;
  /** MYR: what it settles of the invoice; below 0 where it was given back, and is owed again. */
  @columns.money() amount!: number;
  /** Of cash that settles the invoice, what is added to the amount so that it comes to five sen. */
  @columns.money() rounding = 0;
  /** MYR: what remained to be paid after it. */
  @columns.money() balance!: number;
  @columns.text({ nullable: true }) payment_method: string | null = null;
  /** Of the bank or card terminal. */
  @columns.text({ nullable: true }) reference: string | null = null;
  @columns.text({ nullable: true }) notes: string | null = null;
  /** The payment request by which it came. */
  @columns.uuid({ nullable: true }) payment_request_id: string | null = null;
}
