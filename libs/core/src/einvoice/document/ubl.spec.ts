import fc from 'fast-check';
import { money, toSen } from '@usaha/shared';
import {
  einvoiceContent as content,
  einvoiceSamples as samples,
} from '../../../../../test/support/einvoice-documents.js';
import { checkContent, lineOf, totalsOf, ublOf, type EinvoiceContent } from './index.js';

const bytesOf = (of: EinvoiceContent): number => Buffer.byteLength(JSON.stringify(ublOf(of)));
const check = (changes: Partial<EinvoiceContent>) =>
  checkContent({ ...content, ...changes }, bytesOf({ ...content, ...changes })).map(
    ({ code, path: at }) => `${code} ${at}`,
  );

/** Paths of all members, attributes too; positions in lists are left out. */
function pathsOf(of: unknown, at = ''): string[] {
  if (Array.isArray(of)) return of.flatMap((one) => pathsOf(one, at));
  if (typeof of !== 'object' || of === null) return [at];
  return Object.entries(of).flatMap(([key, one]) => pathsOf(one, `${at}/${key}`));
}

describe('text of a document (A-519)', () => {
  it('has no member that the published samples do not have', () => {
    const known = new Set(Object.values(samples).flatMap((sample) => pathsOf(sample)));
    const foreign = { ...content, currency: 'USD', exchange_rate: 4.72, rounding: 0.02 };
    const consolidated = { ...content, period: { from: '2026-10-01', to: '2026-10-31' } };
    const note = { ...content, type_code: '04' as const, refers_to: [{ number: 'INV-1', uuid: 'ABC' }] };
    for (const one of [content, foreign, consolidated, note])
      expect(pathsOf(ublOf(one)).filter((path) => !known.has(path))).toEqual([]);
  });

  it('of a sale of six lines has less than 8 KB (A-533)', () => {
    const lines = Array.from({ length: 6 }, () => content.lines).flat();
    expect(bytesOf({ ...content, lines })).toBeLessThan(8 * 1_024);
  });

  it('has its members in the order of the samples', () => {
    const order = Object.keys(samples['1.1-Invoice-ForeignCurrency-Sample']?.Invoice[0] ?? {});
    const keys = Object.keys(
      ublOf({
        ...content,
        currency: 'USD',
        exchange_rate: 4.72,
        period: { from: '2026-10-01', to: '2026-10-31' },
        refers_to: [{ number: 'INV-1', uuid: 'ABC' }],
      }).Invoice[0],
    );
    expect(keys).toEqual(order.filter((key) => keys.includes(key)));
  });

  it('says when it was issued in UTC, without parts of a second', () => {
    expect(ublOf(content).Invoice[0]).toMatchObject({
      IssueDate: [{ _: '2026-10-31' }],
      IssueTime: [{ _: '16:30:05Z' }],
      InvoiceTypeCode: [{ _: '01', listVersionID: '1.0' }],
    });
  });

  it('takes nothing of it as wrong that is complete', () => {
    expect(check({})).toEqual([]);
  });

  it('finds what is missing or in no list, by its path', () => {
    const { seller, buyer } = content;
    const line = content.lines[0] as EinvoiceContent['lines'][number];
    expect(check({ seller: { ...seller, tin: null, msic_code: null, phone: '12' } })).toEqual([
      'SELLER_INCOMPLETE seller.tin',
      'SELLER_INCOMPLETE seller.phone',
      'SELLER_INCOMPLETE seller.msic_code',
    ]);
    expect(check({ buyer: { ...buyer, name: '', address: { ...buyer.address, state: '17' } } })).toEqual([
      'BUYER_INCOMPLETE buyer.name',
      'CODE_UNKNOWN buyer.address.state',
    ]);
    expect(check({ lines: [{ ...line, classification: '046' }] })).toEqual(['CODE_UNKNOWN lines.0.classification']);
    expect(check({ currency: 'USD' })).toEqual(['EXCHANGE_RATE_REQUIRED exchange_rate']);
    expect(check({ type_code: '04' })).toEqual(['ORIGINAL_INVALID refers_to']);
    expect(check({ number: 'x'.repeat(51) })).toEqual(['TOO_LARGE number']);
    expect(check({ lines: [{ ...line, net: 53.74 }] })).toEqual([
      'SUMS_DIFFER lines.0.net',
      'SUMS_DIFFER lines.0.taxes',
    ]);
    expect(checkContent(content, 300_001).map(({ code }) => code)).toEqual(['TOO_LARGE']);
  });

  it('lets the general public of a consolidated document be without telephone and address', () => {
    const none = { line1: 'NA', line2: null, line3: null, city: null, postcode: null, state: '17', country: 'MYS' };
    const buyer = { ...content.buyer, name: 'General Public', id_type: 'BRN' as const, id_value: 'NA', phone: 'NA' };
    const told = { buyer: { ...buyer, address: none }, period: { from: '2026-10-01', to: '2026-10-31' } };
    expect(check(told)).toEqual([]);
    expect(check({ ...told, period: null })).toContain('BUYER_INCOMPLETE buyer.phone');
  });
});

interface Sold {
  quantity: number;
  sen: number;
  discount: number;
  rate: number;
}
const sold = fc.record<Sold>({
  quantity: fc.integer({ min: 1, max: 40 }),
  sen: fc.integer({ min: 1, max: 500_000 }),
  discount: fc.constantFrom(0, 2.5, 10, 33.33, 100),
  rate: fc.constantFrom(0, 6, 8, 10),
});

/** A line as a till charges it: discount and tax in percent, each rounded half-up. */
function charged({ quantity, sen, discount, rate }: Sold) {
  const unit_price = sen / 100;
  const gross = money.times(unit_price, quantity);
  const subtotal = money.add(gross, -money.percent(gross, discount));
  const tax_amount = money.percent(subtotal, rate);
  return { description: 'x', classification: '022', quantity, unit_price, subtotal, tax_rate: rate, tax_amount };
}

type Amounts = { _: number }[];
interface Line {
  InvoicedQuantity: Amounts;
  LineExtensionAmount: Amounts;
  AllowanceCharge?: { ChargeIndicator: { _: boolean }[]; Amount: Amounts }[];
  TaxTotal: { TaxAmount: Amounts; TaxSubtotal: { TaxableAmount: Amounts; TaxAmount: Amounts }[] }[];
  Price: { PriceAmount: Amounts }[];
  ItemPriceExtension: { Amount: Amounts }[];
}
interface Invoice {
  InvoiceLine: Line[];
  TaxTotal: Line['TaxTotal'];
  LegalMonetaryTotal: Record<string, Amounts>[];
}
const sen = (amounts: Amounts | undefined): bigint => toSen(amounts?.[0]?._ ?? 0);
const sum = (values: bigint[]): bigint => values.reduce((all, one) => all + one, 0n);

/** The SDK's mathematical mappings, in whole sen, on the text that is sent. */
function expectMappings(text: string): { excluding: bigint; including: bigint; payable: bigint } {
  const {
    Invoice: [invoice],
  } = JSON.parse(text) as { Invoice: [Invoice] };
  for (const line of invoice.InvoiceLine) {
    const charges = line.AllowanceCharge ?? [];
    const of = (isCharge: boolean) =>
      sum(charges.filter((one) => one.ChargeIndicator[0]?._ === isCharge).map((one) => sen(one.Amount)));
    const extension = sen(line.ItemPriceExtension[0]?.Amount);
    expect(sen(line.Price[0]?.PriceAmount) * BigInt(line.InvoicedQuantity[0]?._ ?? 0)).toBe(extension);
    expect(sen(line.LineExtensionAmount)).toBe(extension - of(false) + of(true));
    expect(sum((line.TaxTotal[0]?.TaxSubtotal ?? []).map((one) => sen(one.TaxAmount)))).toBe(
      sen(line.TaxTotal[0]?.TaxAmount),
    );
  }
  const total = invoice.LegalMonetaryTotal[0] ?? {};
  const excluding = sum(invoice.InvoiceLine.map((line) => sen(line.LineExtensionAmount)));
  const tax = sum(invoice.InvoiceLine.map((line) => sen(line.TaxTotal[0]?.TaxAmount)));
  expect(sen(total.LineExtensionAmount)).toBe(excluding);
  expect(sen(total.TaxExclusiveAmount)).toBe(excluding);
  expect(sen(invoice.TaxTotal[0]?.TaxAmount)).toBe(tax);
  expect(sum((invoice.TaxTotal[0]?.TaxSubtotal ?? []).map((one) => sen(one.TaxableAmount)))).toBe(excluding);
  expect(sum((invoice.TaxTotal[0]?.TaxSubtotal ?? []).map((one) => sen(one.TaxAmount)))).toBe(tax);
  expect(sen(total.TaxInclusiveAmount)).toBe(excluding + tax);
  expect(sen(total.PayableAmount)).toBe(excluding + tax + sen(total.PayableRoundingAmount));
  return { excluding, including: sen(total.TaxInclusiveAmount), payable: sen(total.PayableAmount) };
}

describe('amounts of a document (A-519)', () => {
  const sale = fc.record({
    lines: fc.array(sold, { minLength: 1, maxLength: 12 }),
    is_registered: fc.boolean(),
    is_within: fc.boolean(),
    rounding: fc.constantFrom(-0.02, -0.01, 0, 0.01, 0.02),
  });

  it('satisfies each mapping of the SDK, and comes to what was charged, over 300 random sales', () => {
    fc.assert(
      fc.property(sale, ({ lines, is_registered, is_within, rounding }) => {
        const made = lines.map(charged);
        const of = {
          ...content,
          rounding,
          lines: made.map((one) => lineOf(one, { is_registered, type: '02', is_within })),
        };
        const { including, payable } = expectMappings(JSON.stringify(ublOf(of)));
        const total = money.add(...made.map(({ subtotal, tax_amount }) => money.add(subtotal, tax_amount)));
        expect(including).toBe(toSen(total));
        expect(payable).toBe(toSen(money.add(total, rounding)));
        expect(check({ lines: of.lines, rounding })).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps quantity and price, and tells the discount between them and the amount', () => {
    const line = lineOf(charged({ quantity: 3, sen: 1990, discount: 10, rate: 6 }), {
      is_registered: true,
      type: '01',
    });
    expect(line).toMatchObject({ quantity: 3, price: 19.9, extension: 59.7, discount: 5.97, charge: 0, net: 53.73 });
    expect(line.taxes).toEqual([{ type: '01', rate: 6, taxable: 53.73, amount: 3.22 }]);
  });

  it('tells as a charge what a seller without SST charged as tax', () => {
    const line = lineOf(charged({ quantity: 1, sen: 10_000, discount: 0, rate: 6 }), {
      is_registered: false,
      type: '01',
    });
    expect(line).toMatchObject({ discount: 0, charge: 6, net: 106 });
    expect(line.taxes).toEqual([{ type: '06', rate: 0, taxable: 106, amount: 0 }]);
  });

  it('prices a line with tax within by its net amount', () => {
    const of = { description: 'x', classification: '022', unit_price: 53, tax_rate: 6 };
    const two = { ...of, quantity: 2, subtotal: 100, tax_amount: 6 };
    const three = { ...of, quantity: 3, subtotal: 100, tax_amount: 6 };
    const rules = { is_registered: true, type: '02', is_within: true } as const;
    expect(lineOf(two, rules)).toMatchObject({ quantity: 2, price: 50, extension: 100, discount: 0, net: 100 });
    expect(lineOf(three, rules)).toMatchObject({ quantity: 1, price: 100, extension: 100, discount: 0, net: 100 });
  });

  it('sums taxes by their types', () => {
    const lines = [
      charged({ quantity: 1, sen: 1000, discount: 0, rate: 6 }),
      charged({ quantity: 1, sen: 500, discount: 0, rate: 0 }),
    ];
    const of = { rounding: 0.01, lines: lines.map((one) => lineOf(one, { is_registered: true, type: '01' })) };
    expect(totalsOf(of)).toEqual({
      excluding_tax: 15,
      tax_amount: 0.6,
      including_tax: 15.6,
      rounding: 0.01,
      payable: 15.61,
      by_type: [
        { type: '01', taxable: 10, amount: 0.6 },
        { type: '06', taxable: 5, amount: 0 },
      ],
    });
  });
});
