import type { DocumentLine, SalesDocument } from '@usaha/core';
import { drawReceipt } from './receipt-sheet.js';

const line: DocumentLine = {
  description: '深层清洁面膜 முக அழகு சிகிச்சை',
  sku: 'PKG-2026-000001',
  quantity: 1,
  unit_price: 108,
  discount_rate: 5,
  tax_rate: 8,
  subtotal: 102.6,
  tax_amount: 7.6,
  total: 102.6,
};

const slip = (lines: number, more: Partial<SalesDocument> = {}): SalesDocument => ({
  kind: 'invoice',
  record_id: 'sale',
  number: 'RCP-2026-000001',
  refers_to: null,
  issued_at: new Date(0),
  currency: 'MYR',
  seller: {
    name: 'Teratai Spa',
    registration_number: '201901000005',
    sst_registration_number: 'W10',
    address: null,
    phone: null,
    email: null,
  },
  buyer: null,
  lines: Array.from({ length: lines }, () => line),
  subtotal: 102.6,
  discount_amount: 1,
  further: [{ label: { en: 'Adjustment', ms: 'Pelarasan' }, amount: -1 }],
  taxes: [{ tax_rate: 8, taxable: 93.15, tax_amount: 7.45 }],
  taxes_within: true,
  tax_amount: 7.45,
  total: 100.6,
  rounding: 0,
  payable: 100.6,
  payment_method: 'cash',
  facts: [],
  due_date: null,
  paid_so_far: null,
  is_cancelled: true,
  notes: 'Terima kasih',
  ...more,
});

/** [width, height] of each page, in whole points. */
async function pagesOf(document: SalesDocument): Promise<number[][]> {
  const bytes = await drawReceipt({ document, language: 'ms', paper: '80mm' });
  const boxes = Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
  return [...boxes].map(([, width, height]) => [Math.round(Number(width)), Math.round(Number(height))]);
}

it('takes one page of 80 mm, as long as its lines', async () => {
  const [short] = await pagesOf(slip(1));
  const [long] = await pagesOf(slip(40));
  expect([short?.[0], long?.[0]]).toEqual([227, 227]);
  expect(short?.[1]).toBeLessThan(500);
  expect(long?.[1]).toBeGreaterThan(39 * 20);
});

it('goes on over a further page where it would be too long for one', async () => {
  const pages = await pagesOf(slip(700));
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.every(([width, height]) => width === 227 && (height ?? 0) <= 14_400)).toBe(true);
});
