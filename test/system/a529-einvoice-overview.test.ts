import type { Json } from '../support/client.js';
import { consolidateMonth, giveBackIn, monthAway, sellIn, shopOf } from '../support/consolidated-shop.js';
import { expectInvalid } from '../support/core-shapes.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { ReadSources } from '../support/einvoice-sources.js';
import { askEinvoice, completeBuyer, einvoiceBuyer } from '../support/einvoices.js';
import { newFeePayment, newStudent } from '../support/education.js';
import { newUser, type TestTenant } from '../support/people.js';
import { giveBack, sell } from '../support/retail.js';

/** what has become of the documents of a month. */

let sources: ReadSources;
beforeAll(async () => {
  sources = await ReadSources.open();
});
afterAll(() => sources.end());

const [LAST, RUNNING] = [monthAway(-1), monthAway(0)];
const PLACES = ['individual', 'consolidated', 'pooled', 'blocked', 'not_counted'] as const;

async function overview(tenant: TestTenant, month: string): Promise<Json> {
  const answer = await on.get(`/einvoices/overview?month=${month}`, (await newUser(tenant, 'user')).token);
  expect(answer.status).toBe(200);
  const told = on.data(answer);
  for (const row of told.rows) {
    expect(PLACES.reduce((sum, place) => sum + row[place], 0)).toBe(row.count);
    expect(PLACES.reduce((sum, place) => sum + Math.round(row[`${place}_total`] * 100), 0)).toBe(
      Math.round(row.total * 100),
    );
  }
  return told;
}
/** The places of a kind that are not empty: counts and sums. */
const placesOf = ({ rows }: Json, kind: string): Json => {
  const row = rows.find((one: Json) => one.kind === kind) ?? {};
  return Object.fromEntries(
    PLACES.filter((place) => row[place] > 0).map((place) => [place, [row[place], row[`${place}_total`]]]),
  );
};
const voided = async (tenant: TestTenant, { id }: Json): Promise<void> => {
  const answer = await on.post(`/retail/sales/${id}/void`, { reason: 'Silap' }, tenant.admin.token);
  expect(answer.status).toBe(200);
};

it('five places add up under requests, refunds, cancellations and consolidation', async () => {
  const { tenant, product_id } = await shopOf();
  const sales: Json[] = [];
  for (let i = 0; i < 7; i += 1) sales.push(await sell(tenant, [{ product_id, quantity: 2 }]));
  const [asked, stuck, cancelled, halved, , , free] = sales as [Json, Json, Json, Json, Json, Json, Json];
  await giveBack(tenant, halved.id, { items: [{ product_id, quantity: 1 }] });
  await voided(tenant, cancelled);
  for (const sale of sales) {
    await sellIn(LAST, sale);
    await giveBackIn(LAST, sale);
  }
  const of = ({ id }: Json) => ({ module: 'retail', kind: 'sale', id });
  expect((await askEinvoice(tenant, { source: of(asked), buyer: completeBuyer })).status).toBe(201);
  expect((await askEinvoice(tenant, { source: of(stuck), buyer: einvoiceBuyer })).body.data.status).toBe('blocked');
  const before = await overview(tenant, LAST);
  expect(placesOf(before, 'sale')).toEqual({
    individual: [1, 20],
    blocked: [1, 20],
    pooled: [4, 80],
    not_counted: [1, 20],
  });
  expect(placesOf(before, 'refund')).toEqual({ pooled: [1, 10], not_counted: [1, 20] });
  expect(before).toMatchObject({ month: LAST, closed: false, documents: [] });
  expect(before.warnings).toContain('BLOCKED');

  const [document] = (await consolidateMonth(sources, tenant, LAST)).documents;
  expect(document).toMatchObject({ payable: 70 });
  const after = await overview(tenant, LAST);
  expect(placesOf(after, 'sale')).toEqual({ individual: [1, 20], blocked: [1, 20], consolidated: [5, 100] });
  expect(placesOf(after, 'refund')).toEqual({ consolidated: [2, 30] });
  expect(after.documents).toMatchObject([{ id: document?.id, number: document?.number, kind: 'invoice' }]);
  expect(after.closed).toBe(false);

  const { id } = (await on.get(`/einvoices?source_id=${stuck.id}`, tenant.admin.token)).body.data[0];
  expect((await on.post(`/einvoices/${id}/discard`, { reason: 'Pembeli tiada' }, tenant.admin.token)).status).toBe(200);
  await giveBack(tenant, free.id, { items: [{ product_id, quantity: 1 }] });
  expect(placesOf(await overview(tenant, RUNNING), 'refund')).toEqual({ pooled: [1, 10] });
  await consolidateMonth(sources, tenant, LAST);
  const closed = await overview(tenant, LAST);
  expect(placesOf(closed, 'sale')).toEqual({ individual: [1, 20], consolidated: [6, 120] });
  expect(closed).toMatchObject({ closed: true, warnings: [] });
});

it('tells of a month that is late, of one before e-invoices, and of payments without an invoice', async () => {
  const { tenant, product_id } = await shopOf();
  const early = monthAway(-3);
  await sellIn(early, await sell(tenant, [{ product_id, quantity: 1 }]));
  expect(await overview(tenant, early)).toMatchObject({
    ...{ due_on: `${monthAway(-2)}-07`, closed: false, in_relaxation: false, warnings: ['LATE'] },
    requests_until: new Date(Date.parse(`${monthAway(-2)}-01`) - 1).toISOString().slice(0, 10),
  });
  const { id: student_id } = await newStudent(tenant);
  await newFeePayment(tenant, { student_id });
  expect(await overview(tenant, RUNNING)).toMatchObject({ uninvoiced_payments: 1, warnings: ['UNINVOICED_PAYMENTS'] });
  await on.put('/einvoices/settings', { start_date: `${RUNNING}-01`, turnover_group: 'up_to_5m' }, tenant.admin.token);
  expect(await overview(tenant, early)).toMatchObject({ rows: [], closed: true, in_relaxation: true, warnings: [] });
});

it('refuses what is no month', async () => {
  const { tenant } = await shopOf();
  for (const query of ['', '?month=2026-13', '?month=2026', '?month=x'])
    expectInvalid(on, await on.get(`/einvoices/overview${query}`, tenant.admin.token), 'month');
});
