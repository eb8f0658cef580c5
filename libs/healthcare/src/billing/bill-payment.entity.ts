import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

/** Money that was paid of a bill. It is written once and never changed. */
@Entity({ schema: 'healthcare', name: 'bill_payments' })
export class BillPayment extends LedgerEntry {
  @columns.uuid() bill_id!: string;
  /** Without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'healthcare.receipt', prefix: 'RCP' }) receipt_number!: string;
  /** MYR. */
  @columns.money() amount!: number;
  /** What remained to be paid of the bill after it, in MYR. */
  @columns.money() balance!: number;
  @columns.text({ nullable: true }) payment_method: string | null = null;
  /** Reference of the bank, card terminal or insurer. */
  @columns.text({ nullable: true }) reference: string | null = null;
  @columns.text({ nullable: true }) notes: string | null = null;
}
