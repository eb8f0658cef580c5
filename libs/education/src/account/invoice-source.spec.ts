import fc from 'fast-check';
import { einvoiceSums } from '../../../../test/support/einvoice-sums.js';
import type { CreditNote } from '../invoice/credit-note.entity.js';
import { Invoice } from '../invoice/invoice.entity.js';
import { creditNoteSource, invoiceSource } from './invoice-source.js';

const CREATED_AT = new Date('2026-10-31T16:30:00Z');
const invoiceOf = (full_amount: number, amount: number): Invoice =>
  Object.assign(new Invoice(), {
    ...{ id: 'i1', invoice_number: 'EDU-2026-000001', student_id: 's1', fee_type: 'Tuition', period: '2026-10' },
    ...{ currency: 'SGD', created_at: CREATED_AT, full_amount, amount },
  });
const noteOf = (amount: number) => ({ id: 'n1', credit_note_number: 'CN-2026-000001', amount }) as CreditNote;

it('A-514: an invoice of a school is one line of its fee, without tax, in its currency', () => {
  const source = invoiceSource(invoiceOf(300, 225.5));
  expect(source).toMatchObject({
    ...{ module: 'education', kind: 'invoice', number: 'EDU-2026-000001', currency: 'SGD', total: 225.5 },
    subject: { module: 'education', id: 's1' },
    lines: [{ place: 1, category: 'tuition', unit_price: 300, net: 225.5, tax_rate: 0, tax_amount: 0 }],
  });
  expect(creditNoteSource(invoiceOf(300, 225.5), noteOf(25))).toMatchObject({
    ...{ kind: 'credit_note', number: 'CN-2026-000001', total: 25, has_returned_money: false },
    changes: { module: 'education', kind: 'invoice', id: 'i1' },
  });
});

it('A-514: scholarship, discounts and credits leave the sums of an e-invoice exact', () => {
  const sen = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(sen, sen, sen, (a, b, c) => {
      const [credited, amount, full] = [a, b, c].sort((x, y) => x - y).map((one) => one / 100) as [
        number,
        number,
        number,
      ];
      const invoice = invoiceOf(full, amount);
      for (const [source, total] of [
        [invoiceSource(invoice), amount],
        [creditNoteSource(invoice, noteOf(credited)), credited],
      ] as const)
        expect(einvoiceSums(source)).toEqual({ wrong: [], totals: [total, total, total], negative: false });
    }),
    { numRuns: 300 },
  );
});
