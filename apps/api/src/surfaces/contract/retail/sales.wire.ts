import type { Sale, SaleStatus } from '@usaha/retail';
import { money } from '@usaha/shared';
import { field } from '../../../wire/field.js';

@field.record('One item of a sale')
export class SaleItemCreate {
  @field.id('Id of a product that is for sale') product_id!: string;
  @field.count('Quantity in whole units', 2, { min: 1 }) quantity!: number;
  @field.money("Price per unit, before tax; default: the product's price (A-90)", 9.9, { optional: true })
  unit_price?: number | null;
}

/** POST /v1/retail/sales. */
export class SaleCreate {
  @field.id(
    'Id of the customer; any uuid, as this surface has no customers. The id of a customer of the reference surface links the sale to that customer (A-92)',
  )
  customer_id!: string;
  @field.nestedList('Items sold; the same product may appear on several lines', SaleItemCreate, { min: 1 })
  items!: SaleItemCreate[];
  @field.text('Payment method: any text, such as cash, card or duitnow', 'cash', { optional: true, max: 200 })
  payment_method?: string | null;
}

/** A status of the reference surface in the words of this one, which has no CANCELLED. */
const statuses: Readonly<Record<SaleStatus, string>> = {
  pending: 'PENDING',
  completed: 'COMPLETED',
  cancelled: 'REFUNDED',
  refunded: 'REFUNDED',
};

@field.record('A sale: total = subtotal + tax')
export class SaleView {
  @field.id('Id of the sale; read it on the reference surface') id!: string;
  @field.id('Id of the tenant') tenant_id!: string;
  @field.text('Consecutive number per business and year', 'INV-2026-000042') invoice_number!: string;
  @field.id('Id of the customer, as sent', undefined, { nullable: true }) customer_id!: string | null;
  @field.money('Total before tax, after the discount of the loyalty tier where apply_tier_discounts is set', 200)
  subtotal!: number;
  @field.money('SST of all lines (A-91)', 12) tax!: number;
  @field.money('Total with tax', 212) total!: number;
  @field.text('Payment method, as sent', 'cash', { nullable: true }) payment_method!: string | null;
  @field.choice('Status; COMPLETED on creation, as a sale is paid at once', ['PENDING', 'COMPLETED', 'REFUNDED'])
  status!: string;
  @field.instant('When it was created (UTC)') created_at!: Date;
  @field.instant('When it was last changed (UTC)') updated_at!: Date;
}

export const saleView = (s: Sale): SaleView => ({
  id: s.id,
  tenant_id: s.tenant_id,
  invoice_number: s.invoice_number,
  customer_id: s.customer_id,
  subtotal: money.add(s.subtotal, -s.discount_amount),
  tax: s.tax_amount,
  total: s.total,
  payment_method: s.payment_method,
  status: statuses[s.status],
  created_at: s.created_at,
  updated_at: s.updated_at,
});
