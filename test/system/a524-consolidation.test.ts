import { ConsolidationService, type Consolidated } from '@usaha/core';
import { malaysianDay } from '@usaha/shared';
import type { Json } from '../support/client.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { ReadSources } from '../support/einvoice-sources.js';
import { einvoiceBuyer } from '../support/einvoices.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { giveBack, newCustomer, newProduct, sell } from '../support/retail.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';
import { eventually } from '../support/system-service.js';

/** pooled documents of a month in consolidated e-invoices. */

let sources: ReadSources;
beforeAll(async () => {
  sources = await ReadSources.open();
});
afterAll(() => sources.end());

const MONTH = malaysianDay(new Date()).slice(0, 7);
const query = <R extends object>(text: string, values: unknown[]) =>
  sql<R>(workerState().ownerUrl as string, text, values);
const consolidate = (tenant: TestTenant, month = MONTH): Promise<Consolidated> =>
  sources.in(tenant, (ctx) => sources.get(ConsolidationService).consolidate(ctx, month));
const linksOf = ({ id }: TestTenant) =>
  query<{ kind: string; source_id: string; einvoice_id: string }>(
    'select kind, source_id, einvoice_id from einvoice.links where tenant_id = $1 order by source_id',
    [id],
  );

async function shop(settings: Json = {}): Promise<{ tenant: TestTenant; product_id: string }> {
  const tenant = await newTenant();
  const answer = await on.put('/einvoices/settings', { enabled: true, ...settings }, tenant.admin.token);
  if (answer.status !== 200) throw new Error(answer.text);
  return { tenant, product_id: (await newProduct(tenant, { tax_rate: 0 })).id };
}

/** What a document says, as it is sent. */
async function linesOf(tenant: TestTenant, id: string): Promise<[string, number][]> {
  const { document } = on.data(await on.get(`/einvoices/${id}/raw`, tenant.admin.token)) as { document: string };
  const { Invoice } = JSON.parse(document);
  return Invoice[0].InvoiceLine.map((line: Json) => [line.Item[0].Description[0]._, line.LineExtensionAmount[0]._]);
}

it('sales 1 to 6, of which 3 has its own: 1 - 2 and 4 - 6, Σ lines = Σ sales; again: none', async () => {
  const { tenant, product_id } = await shop();
  const { id: customer_id } = await newCustomer(tenant);
  const buyer = { ...einvoiceBuyer, subject: { module: 'retail', id: customer_id } };
  expect((await on.post('/einvoices/buyers', buyer, tenant.admin.token)).status).toBe(201);
  const sales: Json[] = [];
  for (let i = 1; i <= 6; i += 1)
    sales.push(await sell(tenant, [{ product_id, quantity: i }], i === 3 ? { customer_id } : {}));
  await eventually('the third has its own', async () => (await linksOf(tenant)).length === 1);
  const { complete, documents } = await consolidate(tenant);
  expect(complete).toBe(true);
  expect(
    documents.map(({ number, status, consolidated, sources: n, payable }) => [
      number,
      status,
      consolidated,
      n,
      payable,
    ]),
  ).toEqual([[expect.stringMatching(/^CON-\d{4}-000001$/), 'queued', true, 5, 180]]);
  const number = (i: number): string => sales[i - 1].invoice_number;
  expect(await linesOf(tenant, (documents[0] as { id: string }).id)).toEqual([
    [`${number(1)} - ${number(2)}`, 30],
    [`${number(4)} - ${number(6)}`, 150],
  ]);
  expect(new Set((await linksOf(tenant)).map(({ source_id }) => source_id)).size).toBe(6);
  expect((await consolidate(tenant)).documents).toEqual([]);
});

it('refunds of the month are taken off, a cancelled sale is 0, and all are linked; what comes late is a further document', async () => {
  const { tenant, product_id } = await shop();
  const made: Json[] = [];
  for (let i = 0; i < 4; i += 1) made.push(await sell(tenant, [{ product_id, quantity: 2 }]));
  const [first, second, third, fourth] = made as [Json, Json, Json, Json];
  await giveBack(tenant, first.id, { items: [{ product_id, quantity: 1 }] });
  await on.post(`/retail/sales/${second.id}/void`, { reason: 'Silap' }, tenant.admin.token);
  const [document] = (await consolidate(tenant)).documents;
  expect(document).toMatchObject({ sources: 4, payable: 50 });
  expect((await linksOf(tenant)).map(({ kind }) => kind).sort()).toEqual([
    'refund',
    'refund',
    ...made.map(() => 'sale'),
  ]);
  const late = await sell(tenant, [{ product_id, quantity: 1 }]);
  const again = await consolidate(tenant);
  expect(again.documents).toMatchObject([{ sources: 1, payable: 10, number: expect.stringMatching(/000002$/) }]);
  expect((await linksOf(tenant)).map(({ source_id }) => source_id)).toEqual(
    expect.arrayContaining([late.id, third.id, fourth.id]),
  );
});

it('five at once put each sale into exactly one document', async () => {
  const { tenant, product_id } = await shop();
  for (let i = 0; i < 8; i += 1) await sell(tenant, [{ product_id, quantity: 1 }]);
  const made = await Promise.all([1, 2, 3, 4, 5].map(() => consolidate(tenant)));
  const documents = made.flatMap((one) => one.documents);
  expect(documents.map(({ sources: n }) => n)).toEqual([8]);
  expect(await linksOf(tenant)).toHaveLength(8);
  const kept = await query('select number from einvoice.documents where tenant_id = $1', [tenant.id]);
  expect(kept).toEqual([{ number: documents[0]?.number }]);
});

it('a later month is refused, the running one outside the simulator too; sales before the start are left alone', async () => {
  const { tenant, product_id } = await shop();
  const sold = await sell(tenant, [{ product_id, quantity: 1 }]);
  for (const month of ['2026-13', '2026-1', ''])
    await expect(consolidate(tenant, month)).rejects.toMatchObject({ errors: [{ field: 'month' }] });
  await expect(consolidate(tenant, '2099-01')).rejects.toMatchObject({ errors: [{ field: 'month' }] });
  await query('update retail.sales set sold_at = $3 where tenant_id = $1 and id = $2', [
    tenant.id,
    sold.id,
    new Date(Date.now() - 400 * 86_400_000),
  ]);
  const before = malaysianDay(new Date(Date.now() - 400 * 86_400_000)).slice(0, 7);
  expect(await consolidate(tenant, before)).toEqual({ month: before, complete: true, documents: [] });
  const off = await newTenant();
  await expect(consolidate(off)).rejects.toMatchObject({ code: 'EINVOICES_OFF' });
});
