import type { Sale, SaleStatus } from '@usaha/retail';
import { field } from '../../wire/field.js';

@field.record('One product of a sale')
export class SaleItemCreate {
  @field.id('A product that is for sale') product_id!: string;
  @field.count('Whole units', 2, { min: 1 }) quantity!: number;
  @field.money('For one unit, without tax, used as sent; the price unless given (A-90)', 9.9, { optional: true })
  unit_price?: number | null;
}

/** POST /v1/retail/sales. */
export class SaleCreate {
  @field.id('Who buys; any uuid, since this surface has no customers. One of the other surface is linked (A-92)')
  customer_id!: string;
  @field.nestedList('What is sold; the same product may stand on several lines', SaleItemCreate, { min: 1 })
  items!: SaleItemCreate[];
  @field.text('How it is paid, any text: cash, card, duitnow …', 'cash', { optional: true, max: 200 }) payment_method?:
    string | null;
}

/** A status of the reference surface in the words of this one, which has no CANCELLED. */
const statuses: Readonly<Record<SaleStatus, string>> = {
  pending: 'PENDING',
  completed: 'COMPLETED',
  cancelled: 'REFUNDED',
  refunded: 'REFUNDED',
};

@field.record('Sale: total = subtotal − discounts + tax; this surface gives no discounts')
export class SaleView {
  @field.id('Id of the sale; the reference surface reads it') id!: string;
  @field.id('The business that sold') tenant_id!: string;
  @field.text('Without gaps, per business and year', 'INV-2026-000042') invoice_number!: string;
  @field.id('Who bought, as it was sent', undefined, { nullable: true }) customer_id!: string | null;
  @field.money('Before tax', 200) subtotal!: number;
  @field.money('SST of all lines (A-91)', 12) tax!: number;
  @field.money('With tax', 212) total!: number;
  @field.text('How it was paid, as it was sent', 'cash', { nullable: true }) payment_method!: string | null;
  @field.choice('COMPLETED: a sale is paid when it is made', ['PENDING', 'COMPLETED', 'REFUNDED']) status!: string;
  @field.instant('When it was made (UTC)') created_at!: Date;
  @field.instant('When it last changed (UTC)') updated_at!: Date;
}

export const saleView = (s: Sale): SaleView => ({
  id: s.id,
  tenant_id: s.tenant_id,
  invoice_number: s.invoice_number,
  customer_id: s.customer_id,
  subtotal: s.subtotal,
  tax: s.tax_amount,
  total: s.total,
  payment_method: s.payment_method,
  status: statuses[s.status],
  created_at: s.created_at,
  updated_at: s.updated_at,
});
