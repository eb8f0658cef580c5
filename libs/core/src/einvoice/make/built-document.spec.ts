import { einvoiceContent } from '../../../../../test/support/einvoice-documents.js';
import { shownSettings, soldDocument } from '../../../../../test/support/einvoice-making.js';
import { EinvoiceBuyer } from '../buyer.entity.js';
import { build, redated, type Ingredients } from './built-document.js';
import { documentBuyer } from './document-buyer.js';
import { paymentModeOf } from './payment-mode.js';
import { contentLines } from './source-lines.js';

const now = new Date('2026-11-02T03:04:05.678Z');
const told: Ingredients = {
  ...{ kind: 'invoice', number: 'INV-2026-000001', source: soldDocument, settings: shownSettings() },
  ...{ buyer: einvoiceContent.buyer, exchange_rate: null, refers_to: [], now },
};
const invoiceOf = (text: string | null) => JSON.parse(text ?? '').Invoice[0];

describe('A-519: a document that is built', () => {
  it('has the sums of its source, and the time of its queueing in UTC', () => {
    const { built, text } = build(told);
    expect(built).toMatchObject({ errors: [], currency: 'MYR', exchange_rate: null, ubl_version: '1.0' });
    expect(built.totals).toMatchObject({
      excluding_tax: 53.73,
      tax_amount: 3.22,
      including_tax: 56.95,
      payable: 56.95,
    });
    const invoice = invoiceOf(text);
    expect([invoice.IssueDate[0]._, invoice.IssueTime[0]._]).toEqual(['2026-11-02', '03:04:05Z']);
    expect(invoice.PaymentMeans).toEqual([{ PaymentMeansCode: [{ _: '01' }] }]);
    expect(text).not.toContain('\n');
  });

  it.each<[string, Partial<Ingredients>, [string, string]]>([
    ['without a buyer', { buyer: null }, ['BUYER_REQUIRED', 'buyer']],
    [
      'whose buyer has no telephone',
      { buyer: { ...einvoiceContent.buyer, phone: '' } },
      ['BUYER_INCOMPLETE', 'buyer.phone'],
    ],
    [
      'in another currency, without a rate',
      { source: { ...soldDocument, currency: 'SGD' } },
      ['EXCHANGE_RATE_REQUIRED', 'exchange_rate'],
    ],
    ['whose number is too long', { number: 'x'.repeat(51) }, ['TOO_LARGE', 'number']],
    ['that is a note of nothing', { kind: 'credit_note' }, ['ORIGINAL_INVALID', 'refers_to']],
  ])('is blocked: one %s', (_, changes, error) => {
    const { built, text } = build({ ...told, ...changes });
    expect([built.errors.map(({ code, path }) => [code, path]), text]).toEqual([[error], null]);
    expect(Object.keys(built.errors[0]?.message ?? {})).toEqual(['en', 'ms']);
  });

  it('has a rate of another currency, and none of MYR', () => {
    const source = { ...soldDocument, currency: 'SGD' };
    expect(build({ ...told, source, exchange_rate: 3.3 }).built).toMatchObject({ exchange_rate: 3.3, errors: [] });
    expect(build({ ...told, exchange_rate: 3.3 }).built.exchange_rate).toBeNull();
  });

  it('has no text while the original of a note is not valid, and names it then', () => {
    const reference = { einvoice_id: 'e', number: 'INV-2026-000001', uuid: null };
    const note: Ingredients = { ...told, kind: 'refund_note', number: 'CN-2026-000001', refers_to: [reference] };
    expect(build(note)).toMatchObject({ text: null, built: { errors: [] } });
    const { text } = build({ ...note, refers_to: [{ ...reference, uuid: 'U' }] });
    const invoice = invoiceOf(text);
    expect(invoice.InvoiceTypeCode[0]._).toBe('04');
    expect(JSON.stringify(invoice.BillingReference)).toContain('"UUID":[{"_":"U"}]');
  });

  it('is the same with another time of issue', () => {
    const { text } = build(told);
    const later = redated(text ?? '', shownSettings(), new Date('2026-11-05T00:00:00Z'));
    const { IssueDate, IssueTime, ...rest } = invoiceOf(later);
    const { IssueDate: before, IssueTime: then, ...same } = invoiceOf(text);
    expect([IssueDate[0]._, IssueTime[0]._, before[0]._, then[0]._]).toEqual([
      '2026-11-05',
      '00:00:00Z',
      '2026-11-02',
      '03:04:05Z',
    ]);
    expect(rest).toEqual(same);
  });
});

describe('A-519: a line', () => {
  const bill = { ...soldDocument, module: 'healthcare', kind: 'bill' } as const;
  const classes = (source: Parameters<typeof contentLines>[0], classifications = {}) =>
    contentLines(source, shownSettings({ classifications }).record, true).map((line) => line.classification);

  it.each([
    ['a sale', soldDocument, '022'],
    ['a school’s invoice', { ...soldDocument, module: 'education', kind: 'invoice' } as const, '010'],
    ['a package', { ...soldDocument, module: 'beauty', kind: 'package' } as const, '044'],
  ])('has the usual classification of %s', (_, source, code) => {
    expect(classes(source)).toEqual([code]);
  });

  it('has the classification of its category, else that of its module', () => {
    const retail = { default: '003', by_category: { makanan: '007' } };
    expect(classes(soldDocument, { retail })).toEqual(['007']);
    expect(classes(soldDocument, { retail: { ...retail, by_category: {} } })).toEqual(['003']);
  });

  it('tells no illness, unless the clinic wants it as it was billed', () => {
    const words = (record: object) => contentLines(bill, shownSettings(record).record, true)[0]?.description;
    expect(words({})).toBe('Medical services');
    const dental = { healthcare: { default: '041', by_category: {} } };
    expect(words({ classifications: dental })).toBe('Dental treatment');
    expect(words({ health_descriptions: 'as_billed' })).toBe('Beras 5 kg');
  });

  it('has the tax of its module; of a seller without SST a charge in its place', () => {
    const { tax_types, ...record } = shownSettings().record;
    const taxes = (module: 'retail' | 'beauty', types = tax_types, is_registered = true) =>
      contentLines({ ...soldDocument, module }, { ...record, tax_types: types }, is_registered)[0];
    expect(taxes('retail')?.taxes).toEqual([{ type: '01', rate: 6, taxable: 53.73, amount: 3.22 }]);
    expect(taxes('beauty')?.taxes[0]?.type).toBe('02');
    expect(taxes('retail', { retail: '02' })?.taxes[0]?.type).toBe('02');
    expect(taxes('retail', {}, false)).toMatchObject({ charge: 3.22, net: 56.95, taxes: [{ type: '06', amount: 0 }] });
  });
});

describe('A-517: a buyer in a document', () => {
  const buyer = (facts: Partial<EinvoiceBuyer>) =>
    documentBuyer(Object.assign(new EinvoiceBuyer(), { name: 'Siti', phone: '+60123450101' }, facts));

  it.each([
    ['a TIN alone', { tin: 'IG123456789' }, ['IG123456789', 'NRIC', '000000000000']],
    [
      'an identity card alone',
      { id_type: 'NRIC', id_value: '900101145678' },
      ['EI00000000010', 'NRIC', '900101145678'],
    ],
    ['an army card alone', { id_type: 'ARMY', id_value: 'T1234567' }, ['EI00000000010', 'ARMY', 'T1234567']],
    ['a passport alone', { id_type: 'PASSPORT', id_value: 'A1234567' }, ['EI00000000020', 'PASSPORT', 'A1234567']],
    ['both', { tin: 'C2584563200', id_type: 'BRN', id_value: '2020' }, ['C2584563200', 'BRN', '2020']],
  ] as const)('has general numbers in place of what is missing: %s', (_, facts, expected) => {
    const { tin, id_type, id_value } = buyer(facts);
    expect([tin, id_type, id_value]).toEqual(expected);
  });

  it('has the state of addresses abroad', () => {
    const address = {
      line1: '1 Orchard Road',
      line2: null,
      line3: null,
      city: 'Singapore',
      postcode: null,
      state: null,
    };
    expect(buyer({ address: { ...address, country: 'SGP' } }).address.state).toBe('17');
    expect(buyer({ address: { ...address, country: 'MYS' } }).address.state).toBeNull();
  });
});

describe('A-519: a way to pay', () => {
  it.each([
    ['cash', '01'],
    ['TUNAI', '01'],
    ['Cek', '02'],
    ['Bank Transfer', '03'],
    ['fpx', '03'],
    ['kad kredit', '04'],
    ['debit', '05'],
    ['Touch ’n Go', '06'],
    ['card', null],
    ['barter', null],
    [null, null],
  ])('%s has the code %s', (method, mode) => {
    expect(paymentModeOf(method)).toBe(mode);
  });
});
