import { DomainError } from '@usaha/shared';
import fc from 'fast-check';
import { shareOut } from './charges.js';
import { creditedLines, type Credit, type CreditedLine } from './credit.js';

const amounts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 6 });
const rates = fc.constantFrom(0, 6, 8, 10.5);
const sen = (of: number): number => Math.round(of * 100);
const total = (of: readonly number[]): number => of.reduce((sum, one) => sum + sen(one), 0);
const invoiceOf = (of: readonly number[], rate: number) =>
  shareOut(
    of.map((amount) => ({ description: null, amount: amount / 100 })),
    rate,
  );
const refused = (work: () => unknown): string => {
  try {
    return JSON.stringify(work());
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return `${error.kind} ${error.errors?.[0]?.field}`;
  }
};

it('A-371: parts that come to the whole credit all of it and of its tax, to the sen, and no line beyond itself', () => {
  fc.assert(
    fc.property(amounts, rates, fc.array(fc.integer({ min: 1, max: 300_000 }), { maxLength: 5 }), (of, rate, parts) => {
      const { lines, tax_amount, total: whole } = invoiceOf(of, rate);
      const credited: CreditedLine[] = [];
      for (const part of parts) {
        const rest = sen(whole) - total(credited.map(({ amount }) => amount));
        const wanted: Credit = { amount: part / 100 };
        if (part > rest) expect(refused(() => creditedLines(lines, credited, wanted))).toBe('invalid amount');
        else {
          const made = creditedLines(lines, credited, wanted);
          expect(total(made.map(({ amount }) => amount))).toBe(part);
          credited.push(...made);
        }
      }
      credited.push(...creditedLines(lines, credited, 'all'));
      expect(total(credited.map(({ amount }) => amount))).toBe(sen(whole));
      expect(total(credited.map((one) => one.tax_amount))).toBe(sen(tax_amount));
      lines.forEach((line, i) => {
        const ofLine = credited.filter((one) => one.line === i);
        expect(total(ofLine.map(({ amount }) => amount))).toBe(sen(line.amount));
        for (const one of ofLine) {
          expect(sen(one.subtotal) + sen(one.tax_amount)).toBe(sen(one.amount));
          expect(one.amount).toBeGreaterThan(0);
        }
      });
    }),
  );
});

it('A-371: lines are credited up to themselves, each once', () => {
  const { lines } = invoiceOf([10_600, 500], 6);
  expect(creditedLines(lines, [], { lines: [{ line: 0, amount: 53 }] })).toEqual([
    { line: 0, amount: 53, tax_amount: 3, subtotal: 50 },
  ]);
  const of = (...wanted: { line: number; amount: number }[]) =>
    refused(() => creditedLines(lines, [], { lines: wanted }));
  expect(of({ line: 2, amount: 1 })).toBe('invalid lines.0.line');
  expect(of({ line: 0, amount: 1 }, { line: 0, amount: 1 })).toBe('invalid lines.1.line');
  expect(of({ line: 1, amount: 5.01 })).toBe('invalid lines.0.amount');
});
