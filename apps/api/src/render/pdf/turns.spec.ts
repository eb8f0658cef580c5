import type { DocumentLine, SalesDocument } from '@usaha/core';
import type { Label } from '../label/label-sheet.js';
import type { ReportSheet } from '../report/report-sheet.js';
import type { PrintedCard } from '../report-card/report-card-sheet.js';
import { documents, type DocumentData, type DocumentKind } from './documents.js';

/** Documents that one thread draws at once go on in turn: what is short does not wait for what is long. */

const business = 'Kedai Pak Din';
const language = 'en';
const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

const report = (count: number): ReportSheet => ({
  title: 'Sales',
  business,
  language,
  printed_at: 0,
  filters: '',
  columns: [
    { key: 'label', title: 'Product', kind: 'text' },
    { key: 'total', title: 'Total', kind: 'money' },
  ],
  chart: { kind: 'bars', title: 'Total', label: 0, qualifier: null, value: 1 },
  rows: Array.from({ length: count }, (_, i) => [`Kopi ${i}`, i]),
  totals: { total: 1 },
});

const line: DocumentLine = {
  description: 'Kopi',
  sku: null,
  quantity: 1,
  unit_price: 1,
  discount_rate: 0,
  tax_rate: 0,
  subtotal: 1,
  tax_amount: 0,
  total: 1,
};
const sale = (count: number): SalesDocument => ({
  kind: 'invoice',
  record_id: 'sale',
  number: 'INV-2026-000001',
  refers_to: null,
  issued_at: new Date(0),
  currency: 'MYR',
  seller: {
    name: business,
    registration_number: null,
    sst_registration_number: null,
    address: null,
    phone: null,
    email: null,
  },
  buyer: null,
  lines: Array.from({ length: count }, (_, i) => ({ ...line, description: `Kopi ${i}` })),
  subtotal: 1,
  discount_amount: 0,
  further: [],
  taxes: [],
  taxes_within: false,
  tax_amount: 0,
  total: 1,
  rounding: 0,
  payable: 1,
  payment_method: 'cash',
  facts: [],
  due_date: null,
  paid_so_far: null,
  is_cancelled: false,
  notes: null,
});

const card: PrintedCard = {
  first_name: 'Siti',
  last_name: 'binti Ali',
  current_grade: null,
  classes: [],
  year: '2026',
  term: null,
  date_from: null,
  date_to: null,
  religious_education: null,
  subjects: [],
  overall: { average_percentage: null, grade: null, gps: null, cgpa: null },
  attendance: { total: 0, present: 0, absent: 0, late: 0, excused: 0, attendance_rate: 0 },
};

const party = { names: ['Siti'], street: 'Jalan 1', town: '50000 Kuala Lumpur', phone: null };
const label: Label = {
  tracking_number: 'UK260310000001',
  link: 'http://localhost/track/x',
  service: 'standard',
  from: party,
  to: party,
  weight: null,
  is_fragile: false,
  cod: null,
  is_cancelled: false,
  reference: null,
  deliver: null,
};

const invoice = (count: number): DocumentData<'receipt'> => ({ document: sale(count), language });
const slip = (count: number): DocumentData<'receipt'> => ({ ...invoice(count), paper: '80mm' });
const cards = (count: number): DocumentData<'reportCards'> => ({ business, language, cards: many(count, card) });
const labels = (count: number): DocumentData<'labels'> => ({ business, language, labels: many(count, label) });
const statement = (count: number): DocumentData<'statement'> => ({
  business,
  language,
  holder: { label: { en: 'Student', ms: 'Pelajar' }, name: 'Siti' },
  printed_on: '2026-03-31',
  currency: 'MYR',
  entries: many(count, { date: '2026-03-10', number: 'x', description: 'x', charged: 1, paid: null, balance: 1 }),
  charged: 1,
  paid: 0,
  balance: 1,
});

it.each<[string, DocumentKind, (count: number) => unknown, number]>([
  ['a report', 'report', report, 800],
  ['an invoice', 'receipt', invoice, 800],
  ['a receipt for the printer', 'receipt', slip, 800],
  ['report cards', 'reportCards', cards, 100],
  ['a statement', 'statement', statement, 800],
  ['labels', 'labels', labels, 40],
])('%s of many lets a report of few go first', async (_name, kind, dataOf, count) => {
  const finished: string[] = [];
  const draw = documents[kind] as (data: unknown) => Promise<Uint8Array>;
  await Promise.all([
    draw(dataOf(count)).then(() => finished.push('many')),
    documents.report(report(3)).then(() => finished.push('few')),
  ]);
  expect(finished).toEqual(['few', 'many']);
});
