import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

/** What a school takes off an invoice after it was issued. It is written once and never changed. */
@Entity({ schema: 'education', name: 'credit_notes' })
export class CreditNote extends LedgerEntry {
  /** Without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'education.credit_note', prefix: 'CN' }) credit_note_number!: string;
  @columns.uuid() invoice_id!: string;
  /** In the currency of the invoice, above 0. */
  @columns.money() amount!: number;
  @columns.sealed() reason!: string | null;
}
