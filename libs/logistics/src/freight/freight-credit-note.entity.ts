import { LedgerEntry, columns } from '@usaha/shared';
import { Entity } from 'typeorm';
import type { CreditedLine } from './credit.js';

/** A part of a freight invoice, or all of it, that is no longer charged. It is written once and never changed. */
@Entity({ schema: 'logistics', name: 'freight_credit_notes' })
export class FreightCreditNote extends LedgerEntry {
  /** Without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'logistics.freight_credit_note', prefix: 'FCN' }) credit_note_number!: string;
  @columns.uuid() invoice_id!: string;
  /** By the lines of the invoice; their descriptions stand on it. */
  @columns.object() lines!: CreditedLine[];
  /** MYR: amount − tax_amount. */
  @columns.money() subtotal!: number;
  @columns.money() tax_amount!: number;
  /** MYR, above 0, tax included. */
  @columns.money() amount!: number;
  /** Whether the whole invoice was cancelled with it. */
  @columns.flag() cancels = false;
  @columns.text({ nullable: true, personal: true }) reason: string | null = null;
}
