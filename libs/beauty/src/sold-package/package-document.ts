import {
  payableOf,
  sellerOf,
  taxesOf,
  type DocumentFact,
  type DocumentLine,
  type PaymentMade,
  type SalesDocument,
  type Tenant,
} from '@usaha/core';
import { malaysianDay, money, printedDay } from '@usaha/shared';
import type { Client } from '../client/client.entity.js';
import type { AppointmentPayment } from '../payment/appointment-payment.entity.js';
import { documentWords } from '../payment/payment.messages.js';
import { taxWithin } from '../payment/line-arithmetic.js';
import { partsOf } from './session-worth.js';
import type { SoldPackage, SoldSessions } from './sold-package.entity.js';

/**
 * The receipt of a package, which is paid at once, with the SST within its price: service tax is due when it is paid.
 * @param client null for a deleted client @param entries payment and refunds, oldest first
 */
export function packageReceipt(
  sold: SoldPackage,
  tenant: Tenant,
  client: Pick<Client, 'first_name' | 'last_name'> | null,
  entries: readonly AppointmentPayment[] = [],
): SalesDocument {
  const { name, price, discount_amount, sessions, purchase_date, expires_on, payment_method, tax_amount } = sold;
  return {
    kind: 'receipt',
    record_id: sold.id,
    number: sold.receipt_number,
    source: { module: 'beauty', kind: 'package', id: sold.id, dated_at: sold.created_at },
    refers_to: null,
    issued_at: sold.created_at,
    currency: 'MYR',
    seller: sellerOf(tenant),
    buyer: client && { label: documentWords.client, name: `${client.first_name} ${client.last_name}`, address: null },
    lines: [
      lineOf(name, 1, money.add(price, discount_amount)),
      ...sessions.map(({ service_name, total }) => lineOf(service_name, total, 0)),
    ],
    subtotal: money.add(price, discount_amount),
    discount_amount,
    taxes: tax_amount > 0 ? taxesOf(taxedOf(sold)) : [],
    taxes_within: true,
    tax_amount,
    total: price,
    ...payableOf(price, payment_method),
    payment_method,
    facts: [
      // Where the sale was recorded on another day than the receipt is from.
      ...(purchase_date === malaysianDay(sold.created_at) ? [] : [fact('purchase_date', purchase_date)]),
      ...(expires_on === null ? [] : [fact('expires_on', expires_on)]),
    ],
    due_date: null,
    paid_so_far: entries.some(({ kind }) => kind === 'refund') ? { payments: entries.map(made), balance: 0 } : null,
    is_cancelled: false,
    voided: sold.voided_at && { at: sold.voided_at, reason: sold.void_reason },
    notes: null,
  };
}

const made = ({
  receipt_number: number,
  created_at,
  payment_method,
  kind,
  amount,
}: AppointmentPayment): PaymentMade => ({
  number,
  paid_at: created_at,
  payment_method,
  amount: kind === 'refund' ? -amount : amount,
});

/** The part of the price that each service has, without the tax in it. */
const taxedOf = ({ price, sessions }: SoldPackage) =>
  partsOf(price, sessions).map((part, i) => {
    const { tax_rate } = sessions[i] as SoldSessions;
    const tax_amount = taxWithin(part, tax_rate);
    return { tax_rate, tax_amount, subtotal: money.add(part, -tax_amount) };
  });

const fact = (word: 'purchase_date' | 'expires_on', day: string): DocumentFact => ({
  label: documentWords[word],
  value: printedDay(day),
});

const lineOf = (description: string, quantity: number, price: number): DocumentLine => ({
  description,
  sku: null,
  quantity,
  unit_price: price,
  discount_rate: 0,
  tax_rate: 0,
  subtotal: price,
  tax_amount: 0,
  total: price,
});
