import { Entity } from 'typeorm';
import { LedgerEntry, columns } from '@usaha/shared';

/** The refund of one line, in MYR: amount = subtotal + tax_amount. */
export interface RefundedItem {
  /** The line's place in its sale. */
  line: number;
  product_id: string;
  product_name: string;
  sku: string;
  quantity: number;
  tax_rate: number;
  subtotal: number;
  tax_amount: number;
  amount: number;
  reason: string | null;
}

/** A refund of a sale or a part of it, and its credit note. It is written once and never changed. */
@Entity({ schema: 'retail', name: 'sale_refunds' })
export class SaleRefund extends LedgerEntry {
  @columns.uuid() sale_id!: string;
  /** `CN-2026-000001`: without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'retail.credit_note', prefix: 'CN' }) credit_note_number!: string;
  @columns.text({ nullable: true }) refund_method: string | null = null;
  @columns.text({ nullable: true, personal: true }) notes: string | null = null;
  @columns.object() items: RefundedItem[] = [];
  @columns.money() subtotal!: number;
  @columns.money() tax_amount!: number;
  /** What the customer gets back: subtotal + tax_amount. */
  @columns.money() amount!: number;
  /** Loyalty points taken back with it. */
  @columns.count() points_returned = 0;
  /** Whether it made the sale void. */
  @columns.flag() is_void = false;
  /** What the program that sent it calls it. */
  @columns.code({ nullable: true }) client_reference: string | null = null;
  /** Of the request that made it, where that named a reference. */
  @columns.code({ nullable: true }) fingerprint: string | null = null;
  /** Of the amount, what the customer owed, and owes no more; the rest was paid out. */
  @columns.money() credited = 0;
}
