import { withoutDiscountLines, type SourceDocument, type SourceLine, type SourceRef } from '@usaha/core';
import { groupKey } from '@usaha/shared';
import type { BillCreditNote } from './bill-correction.entities.js';
import type { Bill } from './bill.entity.js';

const billRef = (id: string): SourceRef => ({ module: 'healthcare', kind: 'bill', id });

const about = (bill: Bill) => ({
  currency: 'MYR',
  has_returned_money: false,
  subject: { module: 'healthcare' as const, id: bill.patient_id },
  taxes_within: false,
});

/** The type of the visit that a bill is for. */
const categoryOf = ({ service_type }: Bill): string | null => groupKey(service_type) || null;

/** A bill as an e-invoice says it. Its discounts are lines, and are taken off the others. */
export function billSource(bill: Bill): SourceDocument {
  const category = categoryOf(bill);
  const lines = bill.items.map(
    ({ description, quantity, unit_price, subtotal, tax_rate, tax_amount }, i): SourceLine => ({
      ...{ place: i + 1, category, description, quantity, unit_price },
      ...{ net: subtotal, tax_rate, tax_amount },
    }),
  );
  return {
    ...billRef(bill.id),
    ...about(bill),
    number: bill.bill_number,
    dated_at: bill.created_at,
    changes: null,
    lines: withoutDiscountLines(lines),
    total: bill.total,
    rounding: bill.rounding,
    payment_method: bill.payment_method,
    is_cancelled: bill.status === 'cancelled',
  };
}

/** A credit note of a bill. It moves no money: what was paid beyond the rest is given back by a refund. */
export function billNoteSource(bill: Bill, note: BillCreditNote): SourceDocument {
  const category = categoryOf(bill);
  const lines = note.items.map(({ line, subtotal, tax_rate, tax_amount }): SourceLine => {
    const { description = '', quantity = 1, unit_price = null } = bill.items[line] ?? {};
    return {
      ...{ place: line + 1, category, description, quantity, unit_price },
      ...{ net: subtotal, tax_rate, tax_amount },
    };
  });
  return {
    ...{ module: 'healthcare', kind: 'credit_note', id: note.id },
    ...about(bill),
    number: note.credit_note_number,
    dated_at: note.created_at,
    changes: billRef(bill.id),
    lines: withoutDiscountLines(lines),
    total: note.amount,
    rounding: 0,
    payment_method: null,
    is_cancelled: false,
  };
}
