import { payableOf, type SourceDocument, type SourceLine, type SourceRef } from '@usaha/core';
import { groupKey, money } from '@usaha/shared';
import type { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import { partsOf, taxesOfSessions } from '../sold-package/session-worth.js';
import type { SoldPackage } from '../sold-package/sold-package.entity.js';
import type { AppointmentPayment } from './appointment-payment.entity.js';
import { settlementOf } from './cash-in-hand.js';
import { sharesOf, taxWithin } from './line-arithmetic.js';
import { changedHands } from './payment-document.js';

const visitRef = (id: string): SourceRef => ({ module: 'beauty', kind: 'visit', id });
const packageRef = (id: string): SourceRef => ({ module: 'beauty', kind: 'package', id });

const about = ({ client_id }: { client_id: string | null }) => ({
  currency: 'MYR',
  subject: client_id === null ? null : { module: 'beauty' as const, id: client_id },
  taxes_within: true,
});

/** Net and tax of what is charged for a line, tax within. @param isTaxed whether the business was registered for SST */
function taxed(
  amount: number,
  tax_rate: number,
  isTaxed: boolean,
): Pick<SourceLine, 'net' | 'tax_rate' | 'tax_amount'> {
  const tax_amount = isTaxed ? taxWithin(amount, tax_rate) : 0;
  return { net: money.add(amount, -tax_amount), tax_rate: isTaxed ? tax_rate : 0, tax_amount };
}

/** Category, quantity and price of each line of a bill: of services their names, products have none. */
const pricedLines = ({
  lines,
  products,
}: BeautyAppointment): Pick<SourceLine, 'category' | 'quantity' | 'unit_price'>[] => [
  ...lines.map(({ service_name, price }) => ({ category: groupKey(service_name), quantity: 1, unit_price: price })),
  ...products.map(({ quantity, unit_price }) => ({ category: null, quantity, unit_price })),
];

/**
 * A completed visit as an e-invoice says it: of each line what is charged after vouchers, memberships and packages. One that was
 * invoiced and is not completed any more is cancelled.
 * @param payments oldest first, tips among them
 * @returns null for a visit that is no document
 */
export function visitSource(
  visit: BeautyAppointment,
  payments: readonly AppointmentPayment[],
  isTaxed: boolean,
): SourceDocument | null {
  const number = visit.invoice_number ?? payments.find(({ kind }) => kind === 'payment')?.receipt_number;
  const dated_at = visit.completed_at ?? visit.invoiced_at;
  if (number === undefined || dated_at === null) return null;
  const { billed, charged } = visit;
  const shares = sharesOf(charged, billed);
  const priced = pricedLines(visit);
  const paid = payments.filter(({ kind }) => kind !== 'tip');
  return {
    ...visitRef(visit.id),
    ...about(visit),
    ...{ number, dated_at, changes: null, has_returned_money: false },
    lines: billed.map(({ description, tax_rate }, i) => ({
      ...{ place: i + 1, description, category: null, quantity: 1, unit_price: null, ...priced[i] },
      ...taxed(shares[i] ?? 0, tax_rate, isTaxed),
    })),
    total: charged,
    rounding: settlementOf(visit, paid).rounding ?? 0,
    payment_method: paid.length > 0 ? visit.payment_method : null,
    is_cancelled: !visit.is_completed,
  };
}

/** A package that a client bought, by its services; their SST was due when it was paid. */
export function packageSource(sold: SoldPackage): SourceDocument {
  const { price, sessions, tax_amount, payment_method } = sold;
  const parts = partsOf(price, sessions);
  const taxes = tax_amount > 0 ? taxesOfSessions(price, sessions) : [];
  const lines = sessions.flatMap(({ service_name, total: quantity, tax_rate }, i): SourceLine[] => {
    const [part, tax] = [parts[i] ?? 0, taxes[i] ?? 0];
    const line = { place: i + 1, category: groupKey(service_name) || null, quantity, unit_price: null };
    const amounts = { net: money.add(part, -tax), tax_rate: tax_amount > 0 ? tax_rate : 0, tax_amount: tax };
    return part > 0 ? [{ ...line, description: `${sold.name}: ${service_name}`, ...amounts }] : [];
  });
  const whole = { place: 1, category: null, description: sold.name, quantity: 1, unit_price: null };
  const isDivided = lines.length > 0 || price === 0;
  return {
    ...packageRef(sold.id),
    ...about(sold),
    number: sold.receipt_number,
    dated_at: sold.created_at,
    ...{ changes: null, has_returned_money: false },
    lines: isDivided ? lines : [{ ...whole, net: price, tax_rate: 0, tax_amount: 0 }],
    total: price,
    rounding: payableOf(price, payment_method).rounding ?? 0,
    payment_method,
    is_cancelled: sold.voided_at !== null,
  };
}

/** The record of a refund, and its payments. */
export interface RefundedRecord {
  visit: BeautyAppointment | null;
  sold: SoldPackage | null;
  /** All entries of the same record, oldest first. */
  entries: readonly AppointmentPayment[];
}

/**
 * A refund of a visit or a package. An overpayment, which is no part of the visit, stands on no e-invoice.
 * @param isTaxed whether the business was registered for SST when it was made
 * @returns null where its record is unknown
 */
export function refundSource(
  payment: AppointmentPayment,
  { visit, sold, entries }: RefundedRecord,
  isTaxed: boolean,
): SourceDocument | null {
  const record = visit ?? sold;
  if (!record) return null;
  const priced = visit ? pricedLines(visit) : [];
  const named = visit?.billed.map(({ description }) => description).join(', ') ?? sold?.name ?? '';
  const all = payment.lines ?? [];
  const given =
    all.length > 0 ? all : [{ ...NOTHING_SAID, description: payment.subject ?? named, amount: payment.amount }];
  const lines = given.flatMap(({ line, description, tax_rate, amount, tax_amount }): SourceLine[] => {
    if (line === null) return [];
    const { category = null, unit_price = null } = priced[line] ?? {};
    const tax = tax_amount ?? taxed(amount, tax_rate, isTaxed).tax_amount;
    return [
      {
        ...{ place: line + 1, category, description, quantity: 1, unit_price },
        ...{ net: money.add(amount, -tax), tax_rate: tax === 0 ? 0 : tax_rate, tax_amount: tax },
      },
    ];
  });
  const total = money.add(0, ...lines.flatMap(({ net, tax_amount }) => [net, tax_amount]));
  return {
    ...{ module: 'beauty', kind: 'refund', id: payment.id },
    ...about(record),
    number: payment.receipt_number,
    dated_at: payment.created_at,
    changes: visit ? visitRef(visit.id) : packageRef(record.id),
    has_returned_money: true,
    ...{ lines, total },
    rounding: total === payment.amount ? (changedHands(payment, entries).rounding ?? 0) : 0,
    payment_method: payment.payment_method,
    is_cancelled: false,
  };
}

/** Of a refund from before refunds named their lines. */
const NOTHING_SAID = { line: 0, tax_rate: 0, tax_amount: 0 };
