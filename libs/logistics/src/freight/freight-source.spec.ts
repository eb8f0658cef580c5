import { money } from '@usaha/shared';
import fc from 'fast-check';
import { einvoiceSums } from '../../../../test/support/einvoice-sums.js';
import { shareOut, type Charge } from './charges.js';
import { creditedLines } from './credit.js';
import type { FreightCreditNote } from './freight-credit-note.entity.js';
import { FreightInvoice } from './freight-invoice.entity.js';
import { freightNoteSource, freightSource } from './freight-source.js';

const CREATED_AT = new Date('2026-10-31T16:30:00Z');
const invoiceOf = (charges: Charge[], tax_rate: number | null): FreightInvoice =>
  Object.assign(new FreightInvoice(), {
    ...{ id: 'f1', invoice_number: 'FRT-2026-000001', service_type: 'express', created_at: CREATED_AT, tax_rate },
    sender: { company_name: ' Kilang Jaya ', contact_person: null, address: null },
    ...shareOut(charges, tax_rate ?? 0),
  });

it('A-514: a freight invoice names its sender, and its lines by the service', () => {
  const source = freightSource(invoiceOf([{ description: null, amount: 106 }], 6));
  expect(source).toMatchObject({
    ...{ kind: 'freight_invoice', number: 'FRT-2026-000001', subject: { module: 'logistics', id: 'Kilang Jaya' } },
    lines: [{ place: 1, category: 'express', unit_price: 106, net: 100, tax_rate: 6, tax_amount: 6 }],
    ...{ taxes_within: true, total: 106, rounding: 0, is_cancelled: false },
  });
  const nameless = Object.assign(invoiceOf([], null), { sender: { company_name: null } });
  expect(freightSource(nameless).subject).toBeNull();
});

it('A-514: a freight invoice and its credit notes come to their totals by the sums of an e-invoice', () => {
  const charge = fc.integer({ min: 1, max: 200_000 }).map((sen) => ({ description: 'Tol', amount: sen / 100 }));
  const charges = fc.array(charge, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(charges, fc.constantFrom(null, 0, 6, 8), fc.integer({ min: 1, max: 100 }), (asked, rate, part) => {
      const invoice = invoiceOf(asked, rate);
      const { total } = invoice;
      expect(einvoiceSums(freightSource(invoice))).toEqual({
        wrong: [],
        totals: [total, total, total],
        negative: false,
      });
      const lines = creditedLines(invoice.lines, [], { amount: money.round(Math.max(0.01, (total * part) / 100)) });
      const amount = money.add(...lines.map((line) => line.amount));
      const note = { id: 'n1', credit_note_number: 'FCN-2026-000001', lines, amount } as FreightCreditNote;
      const sums = einvoiceSums(freightNoteSource(invoice, note));
      expect(sums).toEqual({ wrong: [], totals: [amount, amount, amount], negative: false });
    }),
    { numRuns: 300 },
  );
});
