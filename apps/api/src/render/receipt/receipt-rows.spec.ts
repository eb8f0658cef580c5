import type { SalesDocument } from '@usaha/core';
import type { Language } from '@usaha/shared';
import { Typesetter } from '../pdf/typesetter.js';
import { factsOf, sumRows } from './receipt-rows.js';
import { drawReceipt, type ReceiptSheet } from './receipt-sheet.js';

const label = { en: 'Payment method', ms: 'Cara bayaran' };

const document = (more: Partial<SalesDocument> = {}): SalesDocument => ({
  kind: 'receipt',
  record_id: 'sale',
  number: 'INV-2026-000001',
  refers_to: null,
  issued_at: new Date(0),
  currency: 'MYR',
  seller: {
    name: 'Kedai Pak Din',
    registration_number: null,
    sst_registration_number: null,
    address: null,
    phone: null,
    email: null,
  },
  buyer: null,
  lines: [
    {
      description: 'Kopi',
      sku: null,
      quantity: 1,
      unit_price: 100,
      discount_rate: 0,
      tax_rate: 6,
      subtotal: 100,
      tax_amount: 6,
      total: 106,
    },
  ],
  subtotal: 100,
  discount_amount: 0,
  further: [{ label: { en: 'Additional charge', ms: 'Caj tambahan' }, amount: 6 }],
  taxes: [],
  tax_amount: 0,
  total: 106,
  rounding: null,
  payable: 106,
  payment_method: 'credit_card',
  facts: [],
  due_date: null,
  paid_so_far: null,
  is_cancelled: false,
  notes: null,
  ...more,
});

/** All that is drawn, in its order. */
async function textsOf(sheet: ReceiptSheet): Promise<string[]> {
  const texts: string[] = [];
  const draw = jest.spyOn(Typesetter.prototype, 'draw').mockImplementation((text) => void texts.push(text));
  try {
    await drawReceipt(sheet);
  } finally {
    draw.mockRestore();
  }
  return texts;
}

const papers: ReceiptSheet['paper'][] = [undefined, '80mm'];

describe('A-183: what a document says of SST', () => {
  const registered = document({
    kind: 'invoice',
    seller: { ...document().seller, sst_registration_number: 'W10-1808-32000001' },
    further: [],
    taxes: [{ tax_rate: 6, taxable: 100, tax_amount: 6 }],
    tax_amount: 6,
  });

  it.each(papers)('of a registered seller: Invoice or Invois, the number, and the tax by rate (%s)', async (paper) => {
    const texts = await textsOf({ document: registered, language: 'ms', paper });
    expect(texts).toContain('Invois');
    expect(texts.join(' | ')).toMatch(/No\. pendaftaran SST: W10-1808-32000001.*SST 6 % atas 100\.00/);
    const english = await textsOf({ document: registered, language: 'en', paper });
    expect(english).toContain('Invoice');
    expect(english.join(' ')).not.toMatch(/tax invoice/i);
  });

  it.each(papers)('of any other neither number nor tax, and sums that come to the total (%s)', async (paper) => {
    for (const language of ['en', 'ms'] as const) {
      const texts = await textsOf({ document: document(), language, paper });
      expect(texts.join(' ')).not.toMatch(/SST|\btax|cukai/i);
      expect(texts).toEqual(expect.arrayContaining(['100.00', '6.00', 'MYR 106.00']));
    }
  });
});

describe('a payment method', () => {
  const said = (language: Language, more: Partial<SalesDocument>) =>
    Object.fromEntries(factsOf(document(more), language));

  it('is in the language of the document, also where it is a fact', () => {
    expect(said('ms', {})).toMatchObject({ 'Dibayar dengan': 'Kad kredit' });
    expect(said('en', { kind: 'credit_note' })).toMatchObject({ 'Refunded by': 'Credit card' });
    const facts = [{ label, value: 'bank_transfer', is_payment_method: true as const }];
    expect(said('ms', { payment_method: null, facts })).toMatchObject({ 'Cara bayaran': 'Pindahan bank' });
    expect(said('ms', { facts: [{ label, value: 'cash' }] })).toMatchObject({ 'Cara bayaran': 'cash' });
  });

  it('is, too, at every payment that was made', () => {
    const paid = { number: 'RCP-1', paid_at: new Date(0), amount: 50 };
    const payments = ['cash', null, 'Boost'].map((payment_method) => ({ ...paid, payment_method }));
    const labels = sumRows(document({ paid_so_far: { payments, balance: 0 } }), 'ms').map(([text]) => text);
    expect(labels.slice(-4)).toEqual([
      'RCP-1 · 01/01/1970 · Tunai',
      'RCP-1 · 01/01/1970',
      'RCP-1 · 01/01/1970 · Boost',
      'Baki perlu dibayar',
    ]);
  });

  it.each(papers)('goes on below where it is long, and never reaches into the amount (%s)', async (paper) => {
    const payments = [{ number: 'RCP-2026-000007', paid_at: new Date(0), payment_method: 'touch_n_go', amount: 50 }];
    const paid = document({ paid_so_far: { payments, balance: 0 } });
    const texts = await textsOf({ document: paid, language: 'ms', paper });
    expect(texts).toEqual(expect.arrayContaining(["RCP-2026-000007 · 01/01/1970 · Touch 'n Go", 'eWallet', '−50.00']));
  });
});

describe('A-341: what a document says of itself', () => {
  it.each(papers)('a copy, a void and a reprinted document say so (%s)', async (paper) => {
    const voided = { at: new Date('2026-03-11T08:30:00Z'), reason: 'Dua kali' };
    const texts = await textsOf({
      document: document({ voided, is_reprinted: true }),
      language: 'ms',
      paper,
      isCopy: true,
    });
    expect(texts).toEqual(
      expect.arrayContaining(['BATAL', 'Salinan', 'Dicetak semula', 'Batal sejak', '11/03/2026 16:30', 'Dua kali']),
    );
    const original = await textsOf({ document: document(), language: 'ms', paper });
    expect(original.join(' ')).not.toMatch(/BATAL|Salinan|Dicetak semula/);
  });

  it('a receipt says what was paid, and a document that was overpaid that it is in credit', () => {
    const rows = (more: Partial<SalesDocument>) =>
      sumRows(document(more), 'en').map(([label, value]) => [label, value]);
    expect(rows({})).toContainEqual(['Amount paid', 'MYR 106.00']);
    expect(rows({ kind: 'invoice' })).toContainEqual(['Amount payable', 'MYR 106.00']);
    const credits = [{ number: 'CN-1', issued_at: new Date(0), amount: 10 }];
    const overpaid = rows({ kind: 'invoice', paid_so_far: { payments: [], credits, balance: -3 } });
    expect(overpaid.slice(-2)).toEqual([
      ['Credit note · CN-1 · 01/01/1970', '−10.00'],
      ['In credit', 'MYR 3.00'],
    ]);
  });

  it.each(papers)('notes keep their line breaks, and a long address is not cut (%s)', async (paper) => {
    const street = Array.from({ length: 40 }, (_, i) => `Lorong ${i}`).join(', ');
    const address = { street, city: 'Ipoh', state: null, postal_code: null, country: 'Malaysia' };
    const buyer = { label, name: 'أحمد', address };
    const texts = await textsOf({ document: document({ notes: 'Satu\nDua', buyer }), language: 'en', paper });
    expect(texts).toEqual(expect.arrayContaining(['Notes: Satu', 'Dua', 'أحمد']));
    const said = texts.join(' ');
    for (let i = 0; i < 40; i += 1) expect(said).toContain(`Lorong ${i}`);
    expect(said).not.toContain('…');
  });

  it('the letterhead and the number stand on every page', async () => {
    const lines = Array.from({ length: 200 }, () => document().lines[0] as SalesDocument['lines'][number]);
    const texts = await textsOf({ document: document({ lines }), language: 'en' });
    const pages = Number(/Page 1 of (\d+)/.exec(texts.join(' '))?.[1]);
    expect(pages).toBeGreaterThan(3);
    expect(texts.filter((text) => text === 'Kedai Pak Din')).toHaveLength(pages);
    expect(texts.filter((text) => text === 'Receipt INV-2026-000001')).toHaveLength(pages - 1);
    expect(texts.filter((text) => text.startsWith('Receipt INV-2026-000001 ·'))).toHaveLength(pages);
  });
});
