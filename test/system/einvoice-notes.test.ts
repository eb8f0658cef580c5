import {
  EinvoiceDocumentRepository,
  EinvoiceDocumentService,
  EinvoiceSources,
  type EinvoiceDocument,
  type EinvoiceSource,
  type SourceDocument,
} from '@usaha/core';
import { EinvoiceBench, SECOND } from '../support/einvoice-bench.js';
import { completeBuyer } from '../support/einvoices.js';

/** notes about refunds go once the document that they change is valid. */

jest.setTimeout(120_000);

const sale: SourceDocument = {
  ...{ module: 'retail', kind: 'sale', id: 'sale', number: 'INV-2026-000001', currency: 'MYR' },
  ...{ dated_at: new Date(), changes: null, has_returned_money: false, subject: null },
  lines: [
    {
      ...{ place: 1, category: null, description: 'Beras 5 kg', quantity: 2, unit_price: 10 },
      ...{ net: 20, tax_rate: 0, tax_amount: 0 },
    },
  ],
  ...{ taxes_within: false, total: 20, rounding: 0, payment_method: 'cash', is_cancelled: false },
};
const refund: SourceDocument = {
  ...sale,
  ...{ kind: 'refund', id: 'refund', number: 'CN-2026-000001', has_returned_money: true, total: 10 },
  changes: { module: 'retail', kind: 'sale', id: 'sale' },
  lines: sale.lines.map((line) => ({ ...line, quantity: 1, net: 10 })),
};
const source: EinvoiceSource = {
  kinds: ['sale', 'refund'],
  events: [],
  read: async (_, kind, ids) => [sale, refund].filter((one) => one.kind === kind && ids.includes(one.id)),
  heads: async () => [],
  lockHeads: async () => [],
  figures: async () => [],
  changesOf: async () => [{ module: 'retail', kind: 'refund', id: 'refund' }],
};

let bench: EinvoiceBench;
beforeAll(async () => {
  bench = await EinvoiceBench.open();
  bench.service(EinvoiceSources).register('retail', source);
});
afterAll(() => bench.close());
beforeEach(() => bench.begin());
afterEach(async () => {
  await bench.rounds.stop();
  expect(bench.troubles.splice(0)).toEqual([]);
});

const address = { line2: null, line3: null, country: 'MYS', ...completeBuyer.address };
const ask = (): Promise<EinvoiceDocument> =>
  bench.as((ctx) =>
    bench.service(EinvoiceDocumentService).create(ctx, { source: sale, buyer: { ...completeBuyer, address } }),
  );
const noteOf = async ({ id }: EinvoiceDocument): Promise<EinvoiceDocument> => {
  const [note] = await bench.as((ctx) => bench.service(EinvoiceDocumentRepository).notesOf(ctx, id));
  if (!note) throw new Error('There is no note');
  return note;
};

it('a note waits as a draft, and is valid with the uuid of its original', async () => {
  await bench.faults();
  const invoice = await ask();
  expect((await noteOf(invoice)).status).toBe('draft');
  await bench.turn();
  expect((await noteOf(invoice)).status).toBe('draft');
  await bench.turn(SECOND);
  const { uuid } = await bench.get(invoice.id);
  const queued = await noteOf(invoice);
  expect([queued.refers_to, queued.errors]).toEqual([
    [{ einvoice_id: invoice.id, number: 'INV-2026-000001', uuid }],
    [],
  ]);
  for (let i = 0; i < 3; i += 1) await bench.turn(SECOND);
  expect(await noteOf(invoice)).toMatchObject({ status: 'valid', kind: 'refund_note', payable: 10 });
});

it('a note of a document that is invalid goes on waiting', async () => {
  await bench.faults({ call: 'submit', fault: 'invalid', code: 'CF364' });
  const invoice = await ask();
  await bench.turn();
  await bench.turn(SECOND);
  expect(await bench.statusOf(invoice.id)).toBe('invalid');
  expect((await noteOf(invoice)).status).toBe('draft');
});
