import { ConsolidationRounds, ConsolidationService, EinvoiceSources, type EinvoiceSource } from '@usaha/core';
import { malaysianDay } from '@usaha/shared';
import type { Json } from '../support/client.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { consolidateMonth, linesOf, linksOf, monthAway, sellIn, shopOf } from '../support/consolidated-shop.js';
import { ReadSources } from '../support/einvoice-sources.js';
import { askEinvoice, completeBuyer } from '../support/einvoices.js';
import type { TestTenant } from '../support/people.js';
import { allRows, sell } from '../support/retail.js';

/** the month just over is consolidated by a job, each sale once. */

let sources: ReadSources;
beforeAll(async () => {
  sources = await ReadSources.open();
});
afterAll(() => sources.end());

const THIS_MONTH = malaysianDay(new Date()).slice(0, 7);
/** Noon of a day of the next month: what is sold now is of the month just over. */
const noon = (day: number): Date => new Date(`${monthAway(1)}-${String(day).padStart(2, '0')}T04:00:00Z`);

/** A round of the job at a moment, for one tenant. */
async function round(tenant: TestTenant, at: Date): Promise<void> {
  const failures: unknown[] = [];
  const options = { failed: (error: unknown) => failures.push(error), isMine: (id: string) => id === tenant.id };
  await sources.get(ConsolidationRounds).run(() => at, options);
  expect(failures).toEqual([]);
}
const consolidated = async ({ admin }: TestTenant): Promise<Json[]> =>
  (await allRows('/einvoices?consolidated=true', admin.token)).map(({ number, month, sources: n, payable }) => ({
    ...{ number, month, n, payable },
  }));

it('consolidates from consolidation_day on, what comes late in a further document, and nothing twice', async () => {
  const { tenant, product_id } = await shopOf({ consolidation_day: 3 });
  for (let i = 0; i < 3; i += 1) await sell(tenant, [{ product_id, quantity: 1 }]);
  await round(tenant, noon(2));
  expect(await consolidated(tenant)).toEqual([]);
  await Promise.all([round(tenant, noon(3)), round(tenant, noon(3)), round(tenant, noon(3))]);
  const first = { number: expect.stringMatching(/-000001$/), month: THIS_MONTH, n: 3, payable: 30 };
  expect(await consolidated(tenant)).toEqual([first]);
  await sell(tenant, [{ product_id, quantity: 2 }]);
  await round(tenant, noon(20));
  await round(tenant, noon(20));
  const late = { number: expect.stringMatching(/-000002$/), month: THIS_MONTH, n: 1, payable: 20 };
  expect(await consolidated(tenant)).toEqual([late, first]);
});

it.each([
  ['where it is turned off', { consolidate: false }],
  ['where e-invoices are off', { enabled: false }],
  ['of a month before the first day', { start_date: `${monthAway(1)}-01` }],
])('leaves sales alone %s', async (_, settings) => {
  const { tenant, product_id } = await shopOf(settings);
  await sell(tenant, [{ product_id, quantity: 1 }]);
  await round(tenant, noon(28));
  expect(await linksOf(tenant)).toEqual([]);
});

it('puts each sale into exactly one document while single ones are asked for and the month is consolidated twice', async () => {
  const { tenant, product_id } = await shopOf();
  const sales: string[] = [];
  for (let i = 0; i < 20; i += 1) sales.push((await sell(tenant, [{ product_id, quantity: 1 }])).id);
  const [asked, made] = await Promise.all([
    Promise.all(
      sales.map((id) => askEinvoice(tenant, { source: { module: 'retail', kind: 'sale', id }, buyer: completeBuyer })),
    ),
    Promise.all([1, 2].map(() => consolidateMonth(sources, tenant, THIS_MONTH))),
  ]);
  const single = asked.filter(({ status }) => status === 201).length;
  expect(asked.filter(({ status }) => status === 409)).toHaveLength(20 - single);
  const pooled = made.flatMap(({ documents }) => documents).reduce((sum, { sources: n }) => sum + n, 0);
  expect(single + pooled).toBe(20);
  const links = await linksOf(tenant);
  expect(links.map(({ source_id }) => source_id)).toEqual([...sales].sort());
  // Documents that lost a race are not kept: each has a sale.
  const documents = await allRows('/einvoices', tenant.admin.token);
  expect(documents.map(({ id }) => id).sort()).toEqual([...new Set(links.map((one) => one.einvoice_id))].sort());
});

/** Does something once when sales were read whole, before they are locked. */
function afterReading(work: () => Promise<unknown>): void {
  const source = sources.get(EinvoiceSources).of('retail', 'sale') as EinvoiceSource;
  const read = source.read.bind(source);
  jest.spyOn(source, 'read').mockImplementationOnce(async (...asked) => {
    const found = await read(...asked);
    await work();
    return found;
  });
}

it('holds no sale while it reads: one that is voided meanwhile is 0, one that is asked for has its own', async () => {
  const { tenant, product_id } = await shopOf();
  const sales = [];
  for (let i = 0; i < 4; i += 1) sales.push(await sell(tenant, [{ product_id, quantity: 1 }]));
  const [first, second, third, fourth] = sales;
  afterReading(async () => {
    const voided = await on.post(`/retail/sales/${first?.id}/void`, { reason: 'Silap' }, tenant.admin.token);
    expect(voided.status).toBe(200);
    const source = { module: 'retail', kind: 'sale', id: third?.id };
    expect((await askEinvoice(tenant, { source, buyer: completeBuyer })).status).toBe(201);
  });
  const [document] = (await consolidateMonth(sources, tenant, THIS_MONTH)).documents;
  expect(document).toMatchObject({ sources: 3, payable: 20 });
  expect(await linesOf(tenant, document?.id ?? '')).toEqual([
    [`${first?.invoice_number} - ${second?.invoice_number}`, 10],
    [fourth?.invoice_number, 10],
  ]);
});

it('goes on where sales of a month come to nothing, and links these with the next that does', async () => {
  const { tenant, product_id } = await shopOf();
  const month = monthAway(-1);
  const voided = await sell(tenant, [{ product_id, quantity: 1 }]);
  await on.post(`/retail/sales/${voided.id}/void`, { reason: 'Silap' }, tenant.admin.token);
  await sellIn(month, voided);
  expect(await consolidateMonth(sources, tenant, month)).toEqual({ month, complete: true, documents: [] });
  const sold = await sell(tenant, [{ product_id, quantity: 1 }]);
  const other = await sell(tenant, [{ product_id, quantity: 1 }]);
  for (const one of [sold, other]) await sellIn(month, one);
  const { documents } = await consolidateMonth(sources, tenant, month);
  expect(documents).toMatchObject([{ sources: 3, payable: 20, month }]);
  expect((await linksOf(tenant)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['sale', 'sale', 'sale']));
});

it('goes on behind what steps before it have looked at', async () => {
  const { tenant, product_id } = await shopOf();
  await sell(tenant, [{ product_id, quantity: 1 }]);
  const step = (progress: Parameters<ConsolidationService['goOn']>[2]['progress']) =>
    sources.in(tenant, (ctx) => sources.get(ConsolidationService).goOn(ctx, THIS_MONTH, { progress }));
  const { next, documents } = await step(new Map());
  expect(documents).toHaveLength(1);
  await on.post(`/einvoices/${documents[0]?.id}/discard`, { reason: 'Uji' }, tenant.admin.token);
  expect((await step(next)).documents).toEqual([]);
});
