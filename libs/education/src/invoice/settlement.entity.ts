import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

/** What a payment settled of an invoice: below 0 when it is taken back. It is written once and never changed. */
@Entity({ schema: 'education', name: 'invoice_settlements' })
export class InvoiceSettlement extends LedgerEntry {
  @columns.uuid() invoice_id!: string;
  @columns.uuid() payment_id!: string;
  /** In the currency of both. */
  @columns.money() amount!: number;
}
