import { DomainError, money } from '@usaha/shared';
import fc from 'fast-check';
import { einvoiceContent } from '../../../../../test/support/einvoice-documents.js';
import { checkContent, lineOf, readText, totalsOf, ublOf, type ContentLine } from '../document/index.js';
import type { EinvoiceDocument } from '../record/index.js';
import { contentOfNoted, leftOf, notedLines, type Noted, type ToldNoteLine } from './note-lines.js';
import { exceeds } from './note-limits.js';
import { isReleased } from './released-sources.js';

const line = (net: number, tax: number, quantity = 2): ContentLine =>
  lineOf(
    {
      ...{ description: 'Beras', classification: '022', quantity, unit_price: null },
      ...{ subtotal: net, tax_rate: 6, tax_amount: tax },
    },
    { is_registered: true, type: '01' },
  );
/** Two taxes, as a line of a consolidated document has them. */
const mixed: ContentLine = {
  ...{ description: 'INV-1 - INV-9', classification: '004', quantity: 1, price: 30, extension: 30, discount: 0 },
  ...{ charge: 0, net: 30 },
  taxes: [
    { type: '01', rate: 6, taxable: 20, amount: 1.2 },
    { type: '06', rate: 0, taxable: 10, amount: 0 },
  ],
};
/** A note of some lines, as it is kept. */
const noteOf = (lines: readonly ContentLine[], notes: readonly Noted[], told: ToldNoteLine[] | null): Noted => {
  const noted = notedLines(leftOf(lines, notes), told);
  const { excluding_tax: total_excluding_tax, tax_amount } = totalsOf({
    lines: contentOfNoted(lines, noted),
    rounding: 0,
  });
  return { noted, total_excluding_tax, tax_amount };
};
const namedBy = (act: () => unknown): string | undefined => {
  try {
    act();
  } catch (refusal) {
    if (refusal instanceof DomainError) return refusal.errors?.[0]?.field;
    throw refusal;
  }
  return undefined;
};

describe('A-525: the lines of a note', () => {
  it('have the tax in proportion, and the last one the rest of it', () => {
    const lines = [line(10, 0.61)];
    const first = noteOf(lines, [], [{ line: 1, amount: 3.33 }]);
    expect(first).toMatchObject({ total_excluding_tax: 3.33, tax_amount: 0.2 });
    const rest = noteOf(lines, [first], null);
    expect(rest).toMatchObject({ total_excluding_tax: 6.67, tax_amount: 0.41 });
  });

  it('are those of the document where they take off the whole', () => {
    const lines = [line(10, 0.6), mixed];
    expect(contentOfNoted(lines, notedLines(leftOf(lines, []), null))).toEqual(lines);
    const [part] = contentOfNoted(lines, notedLines(leftOf(lines, []), [{ line: 1, amount: 5 }]));
    expect(part).toMatchObject({ quantity: 1, price: 5, extension: 5, net: 5, classification: '022' });
  });

  it('take each tax of a line off in proportion', () => {
    const { noted } = noteOf([mixed], [], [{ line: 1, amount: 10 }]);
    expect(noted[0]?.taxes).toEqual([
      { taxable: 6.67, amount: 0.4 },
      { taxable: 3.33, amount: 0 },
    ]);
  });

  it('leave less where a note names no lines', () => {
    const lines = [line(10, 0.6), line(30, 1.8)];
    const left = leftOf(lines, [{ noted: [], total_excluding_tax: 20, tax_amount: 1.2 }]);
    expect(left.map(({ net }) => net)).toEqual([5, 15]);
    expect(left.map(({ taxes }) => taxes[0]?.amount)).toEqual([0.3, 0.9]);
    const over = leftOf(lines, [{ noted: [], total_excluding_tax: 99, tax_amount: 9 }]);
    expect(over.map(({ net }) => net)).toEqual([0, 0]);
  });

  it.each<[string, ToldNoteLine[] | null, string]>([
    ['more than is left', [{ line: 1, amount: 10.01 }], 'lines.0.amount'],
    ['nothing', [{ line: 1, amount: 0 }], 'lines.0.amount'],
    ['a line that is not there', [{ line: 2, amount: 1 }], 'lines.0.line'],
    [
      'a line twice',
      [
        { line: 1, amount: 1 },
        { line: 1, amount: 1 },
      ],
      'lines.1.line',
    ],
    ['no lines', [], 'lines'],
  ])('are refused: %s', (_, told, field) => {
    expect(namedBy(() => noteOf([line(10, 0.6)], [], told))).toBe(field);
  });

  it('are none where nothing is left', () => {
    const lines = [line(10, 0.6)];
    expect(namedBy(() => noteOf(lines, [noteOf(lines, [], null)], null))).toBe('lines');
  });

  it('never exceed a line by any notes, and have the sums that MyInvois computes', () => {
    const sen = (max: number) => fc.integer({ min: 1, max }).map((one) => one / 100);
    const told = fc.array(fc.tuple(fc.nat(3), sen(9_000)), { minLength: 1, maxLength: 4 });
    const some = fc.tuple(sen(20_000), fc.nat(2_000), fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 4 }), fc.array(told, { maxLength: 12 }), (made, asked) => {
        const lines = [...made.map(([net, tax, quantity]) => line(net, tax / 100, quantity)), mixed];
        const notes: Noted[] = [];
        const write = (amounts: ToldNoteLine[] | null): void => {
          if (namedBy(() => noteOf(lines, notes, amounts)) !== undefined) return;
          const note = noteOf(lines, notes, amounts);
          const content = { ...einvoiceContent, lines: contentOfNoted(lines, note.noted) };
          expect(checkContent(content, 1000).filter(({ code }) => code === 'SUMS_DIFFER')).toEqual([]);
          notes.push(note);
        };
        for (const amounts of asked) write(amounts.map(([at, amount]) => ({ line: at + 1, amount })));
        const whole = totalsOf({ lines, rounding: 0 });
        const taken = (of: 'total_excluding_tax' | 'tax_amount') => money.add(0, ...notes.map((note) => note[of]));
        expect(taken('total_excluding_tax')).toBeLessThanOrEqual(whole.excluding_tax);
        expect(taken('tax_amount')).toBeLessThanOrEqual(whole.tax_amount);
        for (const [i, { taxes }] of lines.entries())
          taxes.forEach((tax, k) => {
            const own = notes.flatMap(({ noted }) => noted.filter((one) => one.line === i + 1));
            const sum = (of: 'taxable' | 'amount') => money.add(0, ...own.map((one) => one.taxes[k]?.[of] ?? 0));
            expect(sum('taxable')).toBeLessThanOrEqual(tax.taxable);
            expect(sum('amount')).toBeLessThanOrEqual(tax.amount);
          });
        write(null);
        expect([taken('total_excluding_tax'), taken('tax_amount')]).toEqual([whole.excluding_tax, whole.tax_amount]);
      }),
      { numRuns: 300 },
    );
  });
});

describe('A-525: a note about a refund', () => {
  const left = leftOf([line(10, 0.6), line(5, 0.3)], []);
  const of = (at: number, taxable: number) => ({ line: at, taxes: [{ taxable, amount: 0 }] });

  it.each([
    ['all of a line', [of(1, 10)], false],
    ['a line in two parts', [of(1, 4), of(1, 6)], false],
    ['two parts that are more', [of(1, 4), of(1, 6.01)], true],
    ['more of the second line', [of(1, 1), of(2, 5.01)], true],
    ['a line that is not there', [of(3, 0.01)], true],
    ['no line', [], false],
  ])('of %s exceeds what is left: %s', (_, noted, expected) => expect(exceeds(left, noted)).toBe(expected));
});

describe('A-519: the text of a document', () => {
  it('has the lines that it was built of', () => {
    const lines = [...einvoiceContent.lines, mixed, { ...line(10, 0), charge: 0.6, net: 10.6, taxes: [] }];
    const period = { from: '2026-10-01', to: '2026-10-31' };
    const text = JSON.stringify(ublOf({ ...einvoiceContent, lines, period }));
    expect(readText(text)).toEqual({ lines, period });
    expect(readText(JSON.stringify(ublOf(einvoiceContent))).period).toBeNull();
  });
});

describe('A-525: a source that notes release', () => {
  const document = (told: Partial<EinvoiceDocument>) =>
    ({ status: 'valid', release: false, total_excluding_tax: 10, tax_amount: 0.6, ...told }) as EinvoiceDocument;
  const half = { total_excluding_tax: 5, tax_amount: 0.3 };

  it.each<[string, Partial<EinvoiceDocument>[], boolean]>([
    ['is free by a valid note of the whole', [{ release: true }], true],
    ['stays where no note says so', [{}], false],
    [
      'stays while a note is not valid',
      [
        { ...half, release: true },
        { ...half, status: 'submitted' },
      ],
      false,
    ],
    ['is free by two halves', [{ ...half, release: true }, half], true],
    ['stays where a sen is left', [{ release: true, total_excluding_tax: 9.99 }], false],
    ['stays where tax is left', [{ release: true, tax_amount: 0.59 }], false],
  ])('%s', (_, notes, expected) => {
    expect(isReleased(document({}), notes.map(document))).toBe(expected);
  });

  it('stays where the e-invoice is cancelled', () => {
    expect(isReleased(document({ status: 'cancelled' }), [document({ release: true })])).toBe(false);
  });
});
