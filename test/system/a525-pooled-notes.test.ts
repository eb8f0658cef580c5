import type { Json } from '../support/client.js';
import {
  consolidateMonth,
  giveBackIn,
  linesOf,
  linksOf,
  monthAway,
  rawOf,
  sellIn,
  shopOf,
} from '../support/consolidated-shop.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { ReadSources } from '../support/einvoice-sources.js';
import { newFee, newInvoices, newStudent } from '../support/education.js';
import type { TestTenant } from '../support/people.js';
import { allRows, giveBack, sell } from '../support/retail.js';
import { eventually } from '../support/system-service.js';

/** refunds of consolidated sales; A-524: documents in other currencies. */

let sources: ReadSources;
beforeAll(async () => {
  sources = await ReadSources.open();
});
afterAll(() => sources.end());

const [EARLIER, LAST] = [monthAway(-2), monthAway(-1)];
const get = async (tenant: TestTenant, id: string): Promise<Json> =>
  on.data(await on.get(`/einvoices/${id}`, tenant.admin.token));
const becomesValid = (tenant: TestTenant, id: string): Promise<Json> =>
  eventually('it is valid', async () => {
    const einvoice = await get(tenant, id);
    return einvoice.status === 'valid' && einvoice;
  });

/** A sale of a month, of which one piece was given back in another. */
async function givenBack(
  { tenant, product_id }: Awaited<ReturnType<typeof shopOf>>,
  sold: string,
  returned: string,
): Promise<{ sale: Json; note: string }> {
  const sale = await sell(tenant, [{ product_id, quantity: 3 }]);
  const answer = await giveBack(tenant, sale.id, { items: [{ product_id, quantity: 1 }] });
  await sellIn(sold, sale);
  await giveBackIn(returned, sale);
  const { refunds } = on.data(answer);
  return { sale, note: refunds.at(-1).credit_note_number };
}

it('A-525: refunds of consolidated sales are in one note of each original, which waits until that is valid', async () => {
  const shop = await shopOf();
  const { tenant } = shop;
  const [one, two] = [await givenBack(shop, EARLIER, LAST), await givenBack(shop, EARLIER, LAST)];
  const [original] = (await consolidateMonth(sources, tenant, EARLIER)).documents;
  expect(original).toMatchObject({ kind: 'invoice', payable: 60, sources: 2 });
  expect((await consolidateMonth(sources, tenant, LAST)).documents).toEqual([]);
  const documents = await allRows('/einvoices?kind=refund_note', tenant.admin.token);
  expect(documents).toMatchObject([{ type_code: '04', consolidated: true, sources: 2, payable: 20 }]);
  const note = await becomesValid(tenant, documents[0]?.id);
  const { uuid } = await get(tenant, original?.id ?? '');
  expect(note.refers_to).toEqual([{ einvoice_id: original?.id, number: original?.number, uuid }]);
  expect(await linesOf(tenant, note.id)).toEqual([[`${one.note} - ${two.note}`, 20]]);
  const { BillingReference, InvoiceTypeCode } = await rawOf(tenant, note.id);
  expect(InvoiceTypeCode[0]._).toBe('04');
  expect(BillingReference[0].InvoiceDocumentReference[0]).toEqual({
    ID: [{ _: original?.number }],
    UUID: [{ _: uuid }],
  });
  for (const month of [EARLIER, LAST]) expect((await consolidateMonth(sources, tenant, month)).documents).toEqual([]);
  expect(await linksOf(tenant)).toHaveLength(4);
});

it('A-525: a refund comes with its month, also where its sale was consolidated after that', async () => {
  const shop = await shopOf();
  const { tenant } = shop;
  const early = await givenBack(shop, EARLIER, LAST);
  await giveBackIn(monthAway(0), early.sale);
  await consolidateMonth(sources, tenant, EARLIER);
  await giveBackIn(LAST, early.sale);
  const { documents } = await consolidateMonth(sources, tenant, LAST);
  expect(documents).toMatchObject([{ kind: 'refund_note', month: LAST, payable: 10 }]);
  const late = await givenBack(shop, EARLIER, LAST);
  expect((await consolidateMonth(sources, tenant, LAST)).documents).toEqual([]);
  const again = await consolidateMonth(sources, tenant, EARLIER);
  expect(again.documents).toMatchObject([
    { kind: 'invoice', payable: 30, sources: 1 },
    { kind: 'refund_note', payable: 10, refers_to: [{ number: again.documents[0]?.number }] },
  ]);
  expect((await linksOf(tenant)).map(({ source_id }) => source_id)).toContain(late.sale.id);
});

it('A-525: a refund in the month of its sale is taken off, and one of the running month waits', async () => {
  const shop = await shopOf();
  const { tenant } = shop;
  await givenBack(shop, LAST, LAST);
  await givenBack(shop, LAST, monthAway(0));
  const { documents } = await consolidateMonth(sources, tenant, LAST);
  expect(documents).toMatchObject([{ kind: 'invoice', payable: 50 }]);
  const rehearsal = await consolidateMonth(sources, tenant, monthAway(0));
  expect(rehearsal.documents).toMatchObject([{ kind: 'refund_note', payable: 10 }]);
});

it('A-524: another currency is blocked in a separate document until a retry tells its exchange rate', async () => {
  const { tenant } = await shopOf();
  const { token } = tenant.admin;
  const invoice = async (currency: string): Promise<Json> => {
    const fee = await newFee(tenant, { currency, amount: 100 });
    const student = await newStudent(tenant);
    const [made] = await newInvoices(tenant, { fee_id: fee.id, student_ids: [student.id] });
    return made;
  };
  const [, dollars] = [await invoice('MYR'), await invoice('USD')];
  const { complete, documents } = await consolidateMonth(sources, tenant, monthAway(0));
  expect(complete).toBe(true);
  const [ringgit, foreign] = documents.sort((a, b) => (a.currency < b.currency ? -1 : 1));
  expect(ringgit).toMatchObject({ currency: 'MYR', status: 'queued', payable: 100 });
  expect(foreign).toMatchObject({ currency: 'USD', status: 'blocked', payable: 100, sources: 1 });
  const { errors } = await get(tenant, foreign?.id ?? '');
  expect(errors).toMatchObject([{ code: 'EXCHANGE_RATE_REQUIRED', source: 'local' }]);
  const retry = (body: Json) => on.post(`/einvoices/${foreign?.id}/retry`, body, token);
  expect(on.data(await retry({}))).toMatchObject({ status: 'blocked', errors: [{ code: 'EXCHANGE_RATE_REQUIRED' }] });
  const told = on.data(await retry({ exchange_rate: 4.21 }));
  expect(told).toMatchObject({ status: 'queued', number: foreign?.number, exchange_rate: 4.21, errors: [] });
  expect(told.buyer).toMatchObject({ name: 'General Public' });
  expect(await linesOf(tenant, told.id)).toEqual([[dollars.invoice_number, 100]]);
  const { TaxExchangeRate, InvoicePeriod } = await rawOf(tenant, told.id);
  expect(TaxExchangeRate[0].CalculationRate[0]._).toBe(4.21);
  expect(InvoicePeriod[0].Description[0]._).toBe('Monthly');
  await becomesValid(tenant, told.id);
});
