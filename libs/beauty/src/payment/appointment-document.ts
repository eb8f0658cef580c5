import { createHash } from 'node:crypto';
import {
  taxesOf,
  type Buyer,
  type DocumentFact,
  type DocumentLine,
  type DocumentSum,
  type SalesDocument,
  type Seller,
} from '@usaha/core';
import { malaysianTime, money, printedDay } from '@usaha/shared';
import type { AppointmentLine } from '../appointment/appointment-line.entity.js';
import type { BilledProduct } from '../appointment/billed-products.js';
import type { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import type { AppointmentPayment } from './appointment-payment.entity.js';
import { settlementOf } from './cash-in-hand.js';
import { documentWords } from './payment.messages.js';
import { sharesOf, taxWithin } from './line-arithmetic.js';

/** Digits of an id by which a bill is called that nothing was paid of. */
const REFERENCE = 12;

/** The records that printing needs in addition to the appointment. */
export interface DocumentSources {
  /** As it was named when the document was issued. */
  seller: Seller;
  /** As it was named then; null for an erased client. */
  buyer: Buyer | null;
  is_reprinted: boolean;
  /** Oldest first. */
  payments: readonly AppointmentPayment[];
  /** The number of a client's package that pays for a line. */
  packageNumber(sold_package_id: string): string | null;
}

/**
 * An appointment as it is handed out: a bill until something is paid of it, then a receipt, or an invoice of a business that is
 * registered for SST. Once completed it has the number of its invoice; before, and of a visit that was completed before
 * there were such numbers, it has that of its last receipt. Tax is within the prices.
 */
export function documentOf(appointment: BeautyAppointment, sources: DocumentSources): SalesDocument {
  const { seller, buyer, is_reprinted, payments, packageNumber } = sources;
  const isTaxed = seller.sst_registration_number !== null;
  const { lines, products, billed, charged, total_price, discount_amount, status, payment_method } = appointment;
  const settled = settlementOf(appointment, payments);
  const last = lastOf(payments);
  const isInvoice = isTaxed && appointment.invoice_number !== null;
  const isBill = !isInvoice && last === undefined && settled.paid_so_far.balance > 0;
  const shares = sharesOf(charged, billed);
  const printed = [
    ...lines.map((line, i) => lineOf(line, shares[i] ?? 0, isTaxed, packageNumber)),
    ...products.map((product, i) => productOf(product, shares[lines.length + i] ?? 0, isTaxed)),
  ];
  const taxes = isTaxed ? taxesOf(taxed(billed, shares)) : [];
  return {
    kind: isBill ? 'bill' : isTaxed ? 'invoice' : 'receipt',
    record_id: appointment.invoice_number === null ? (last?.id ?? appointment.id) : printOf(appointment),
    number: numberOf(appointment, payments),
    source: sourceOf(appointment),
    refers_to: null,
    issued_at: issueOf(appointment, payments) ?? appointment.created_at,
    currency: 'MYR',
    seller,
    buyer,
    lines: printed,
    subtotal: total_price,
    discount_amount,
    further: furtherOf(appointment),
    taxes,
    taxes_within: true,
    tax_amount: money.add(...taxes.map(({ tax_amount }) => tax_amount)),
    total: charged,
    ...settled,
    // Cash is rounded on paper, and a code asks for what is owed.
    open_amount: settled.paid_so_far.balance > 0 ? appointment.open : 0,
    // How it is to be paid is asked at the counter; what was paid says how.
    payment_method: payments.length > 0 ? payment_method : null,
    facts: [{ label: documentWords.date, value: whenOf(appointment) }, ...replacedBy(appointment)],
    due_date: null,
    is_cancelled: status === 'cancelled',
    is_reprinted,
    notes: null,
  };
}

const replacedBy = ({ replaced_invoice: value }: BeautyAppointment): DocumentFact[] =>
  value === null ? [] : [{ label: documentWords.replaces, value }];

/** What prints of its invoice are counted by: the first of an invoice that replaces another one is an original. */
function printOf({ id, replaced_invoice, invoice_number }: BeautyAppointment): string {
  if (replaced_invoice === null) return id;
  const digits = createHash('sha256').update(`${id} ${invoice_number}`).digest('hex');
  return [8, 12, 16, 20, 32].map((end, i, ends) => digits.slice(ends[i - 1] ?? 0, end)).join('-');
}

/** The last payment; none of a record of which nothing was paid. @param payments oldest first */
export const lastOf = (payments: readonly AppointmentPayment[]): AppointmentPayment | undefined =>
  payments.findLast(({ kind }) => kind === 'payment');

/** When the document of an appointment was issued; null while it is a bill without a number. */
export const issueOf = (
  { completed_at, invoiced_at }: Pick<BeautyAppointment, 'completed_at' | 'invoiced_at'>,
  payments: readonly AppointmentPayment[],
): Date | null => invoiced_at ?? completed_at ?? lastOf(payments)?.created_at ?? null;

/** The number under which it is printed. */
export const numberOf = (
  { id, invoice_number }: Pick<BeautyAppointment, 'id' | 'invoice_number'>,
  payments: readonly AppointmentPayment[],
): string => invoice_number ?? lastOf(payments)?.receipt_number ?? id.slice(-REFERENCE).toUpperCase();

const whenOf = ({ day, starts_at }: BeautyAppointment): string =>
  [printedDay(day), starts_at && malaysianTime(starts_at).slice(0, 5)].filter(Boolean).join(' ');

function lineOf(
  { service_name, price, tax_rate, sold_package_id }: AppointmentLine,
  share: number,
  isTaxed: boolean,
  packageNumber: DocumentSources['packageNumber'],
): DocumentLine {
  return {
    description: service_name,
    sku: sold_package_id === null ? null : packageNumber(sold_package_id),
    quantity: 1,
    unit_price: price,
    discount_rate: 0,
    tax_rate,
    subtotal: price,
    tax_amount: isTaxed ? taxWithin(share, tax_rate) : 0,
    total: price,
  };
}

const productOf = (
  { product_name: description, quantity, unit_price, price, tax_rate }: BilledProduct,
  share: number,
  isTaxed: boolean,
): DocumentLine => ({
  ...{ description, sku: null, quantity, unit_price, discount_rate: 0, tax_rate },
  subtotal: price,
  tax_amount: isTaxed ? taxWithin(share, tax_rate) : 0,
  total: price,
});

/** What of each line is taxed: its part of what is charged, without the tax in it. */
const taxed = (lines: readonly Pick<AppointmentLine, 'tax_rate'>[], shares: readonly number[]) =>
  lines.map(({ tax_rate }, i) => {
    const share = shares[i] ?? 0;
    const tax_amount = taxWithin(share, tax_rate);
    return { tax_rate, tax_amount, subtotal: money.add(share, -tax_amount) };
  });

/** What packages pay, and what was charged otherwise than the prices say. */
function furtherOf({ charged, total_price, discount_amount, package_amount }: BeautyAppointment): DocumentSum[] {
  const adjustment = money.add(charged, -total_price, discount_amount, package_amount);
  return [
    { label: documentWords.packages, amount: money.add(0, -package_amount) },
    { label: documentWords.adjustment, amount: adjustment },
  ].filter(({ amount }) => amount !== 0);
}

/** An e-invoice is made of a completed visit. */
const sourceOf = ({ id, status, completed_at }: BeautyAppointment): SalesDocument['source'] =>
  status === 'completed' && completed_at !== null
    ? { module: 'beauty', kind: 'visit', id, dated_at: completed_at }
    : null;
