import { createHash } from 'node:crypto';
import type { Answer, Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  askEinvoice,
  completeBuyer,
  einvoiceBuyer,
  enableEinvoices,
  newEinvoice,
  soldSource,
} from '../../support/einvoices.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { atOnce, giveBack, newCustomer } from '../../support/retail.js';
import { workerState } from '../../support/state.js';
import { sql } from '../../support/system-database.js';

/** e-invoices that are asked for. A-531: what they tell of a buyer. */

let tenant: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  [tenant, other] = await Promise.all([newTenant(), newTenant()]);
  // None is made by itself: the handler of the sale would be first.
  await enableEinvoices(tenant, { individual: 'on_request' });
});

const codeOf = ({ status, body }: Answer): [number, string] => [status, body.error.code];
const act = (id: string, verb: string, body: Json = {}, { admin } = tenant) =>
  on.post(`/einvoices/${id}/${verb}`, body, admin.token);
const read = async (path: string): Promise<Json> => on.data(await on.get(`/einvoices${path}`, tenant.admin.token));
/** Status and errors, since a queued one is on its way to the simulator. */
const UNDER_WAY = expect.stringMatching(/^(queued|sending|submitted|valid)$/);

describe('A-515: an e-invoice that is asked for', () => {
  it('is of a sale and its buyer, with the sums of the sale', async () => {
    const source = await soldSource(tenant);
    const answer = await askEinvoice(tenant, { source, buyer: completeBuyer });
    expect(answer.status).toBe(201);
    expect(on.data(answer)).toMatchObject({
      kind: 'invoice',
      type_code: '01',
      version: '1.0',
      environment: 'simulator',
      status: 'queued',
      consolidated: false,
      module: 'retail',
      source,
      sources: 1,
      currency: 'MYR',
      exchange_rate: null,
      total_including_tax: 21.2,
      rounding: 0,
      payable: 21.2,
      refers_to: [],
      warnings: [],
      errors: [],
      rejection: null,
      buyer: { name: 'Siti Nur', tin: 'IG123456789', id_type: 'NRIC', id_value: '000000000000' },
    });
    const again = await askEinvoice(tenant, { source, buyer: completeBuyer });
    expect(codeOf(again)).toEqual([409, 'ALREADY_INVOICED']);
    expect(again.body.error.details).toEqual({ einvoice_id: on.data(answer).id });
  });

  it('has the buyer of its customer', async () => {
    const { id: customer_id } = await newCustomer(tenant);
    const subject = { module: 'retail', id: customer_id };
    const buyer = { ...completeBuyer, name: 'Siti binti Ali', tin: null, id_type: 'PASSPORT', id_value: 'A1234567' };
    expect((await on.post('/einvoices/buyers', { ...buyer, subject }, tenant.admin.token)).status).toBe(201);
    const source = await soldSource(tenant, { customer_id });
    const einvoice = on.data(await askEinvoice(tenant, { source }));
    expect(einvoice.buyer).toMatchObject({ name: 'Siti binti Ali', tin: 'EI00000000020', id_value: 'A1234567' });
  });

  it('has notes about earlier refunds with it, which wait for it', async () => {
    const source = await soldSource(tenant);
    const { items } = on.data(await on.get(`/retail/sales/${source.id}`, tenant.admin.token));
    const refunded = { items: [{ product_id: items[0].product_id, quantity: 1 }], refund_method: 'cash' };
    const refund = on.data(await giveBack(tenant, source.id, refunded));
    const einvoice = on.data(await askEinvoice(tenant, { source, buyer: einvoiceBuyer }));
    const notes = await read(`?source_id=${refund.refunds?.[0]?.id ?? refund.id}`);
    expect(notes).toMatchObject([
      {
        kind: 'refund_note',
        type_code: '04',
        status: 'draft',
        total_including_tax: 10.6,
        refers_to: [{ einvoice_id: einvoice.id, number: einvoice.number, uuid: null }],
      },
    ]);
    expect((await act(einvoice.id, 'discard')).status).toBe(200);
    expect(await read(`/${notes[0].id}`)).toMatchObject({ status: 'discarded' });
  });

  it.each<[string, Json, string]>([
    ['an unknown document', { source: { module: 'retail', kind: 'sale', id: UNKNOWN_ID } }, 'source'],
    ['a kind that the industry has not', { source: { module: 'retail', kind: 'bill', id: UNKNOWN_ID } }, 'source'],
    ['no document', { source: undefined }, 'source'],
    ['no buyer', { buyer: undefined }, 'buyer'],
    ['a buyer who is not there', { buyer: undefined, buyer_id: UNKNOWN_ID }, 'buyer_id'],
    ['two buyers', { buyer_id: UNKNOWN_ID }, 'buyer_id'],
    ['a buyer without numbers', { buyer: { ...completeBuyer, tin: null } }, 'buyer.tin'],
    ['a wrong telephone number', { buyer: { ...completeBuyer, phone: '12' } }, 'buyer.phone'],
    ['an exchange rate of 0', { exchange_rate: 0 }, 'exchange_rate'],
  ])('is refused with 400: %s', async (_, told, field) => {
    const source =
      told.source === undefined && 'source' in told ? undefined : (told.source ?? (await soldSource(tenant)));
    expectInvalid(on, await askEinvoice(tenant, { buyer: completeBuyer, ...told, source }), field);
  });

  it('is not of another business’s sale, nor where e-invoices are off', async () => {
    const source = await soldSource(other);
    expectInvalid(on, await askEinvoice(tenant, { source, buyer: completeBuyer }), 'source');
    expect(codeOf(await askEinvoice(other, { source, buyer: completeBuyer }))).toEqual([409, 'EINVOICES_OFF']);
  });
});

describe('A-516: a sale', () => {
  it('is in one e-invoice, however many ask at once', async () => {
    const source = await soldSource(tenant);
    const answers = await atOnce(20, () => askEinvoice(tenant, { source, buyer: einvoiceBuyer }));
    const made = answers.filter(({ status }) => status === 201).map((answer) => on.data(answer).id);
    expect(made).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(codeOf)).toEqual(Array.from({ length: 19 }, () => [409, 'ALREADY_INVOICED']));
    expect(new Set(refused.map(({ body }) => body.error.details.einvoice_id))).toEqual(new Set(made));
    const rows = await sql(
      workerState().ownerUrl as string,
      'select id from einvoice.documents where tenant_id = $1 and source_id = $2',
      [tenant.id, source.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('is free again once its e-invoice is discarded', async () => {
    const einvoice = await newEinvoice(tenant);
    const discarded = await act(einvoice.id, 'discard', { reason: 'Salah pembeli' });
    expect(on.data(discarded)).toMatchObject({ status: 'discarded', cancel_reason: 'Salah pembeli' });
    const next = await askEinvoice(tenant, { source: einvoice.source, buyer: completeBuyer });
    expect([next.status, on.data(next).number]).toEqual([201, einvoice.number]);
    expect(codeOf(await act(einvoice.id, 'discard'))).toEqual([409, 'WRONG_STATUS']);
  });
});

describe('A-520: a blocked e-invoice', () => {
  it('says what it lacks in the language of the request, and is built again with the same number', async () => {
    const einvoice = await newEinvoice(tenant);
    expect(einvoice).toMatchObject({ status: 'blocked', issued_at: null, attempts: 0, next_attempt_at: null });
    expect(einvoice.errors).toEqual([
      expect.objectContaining({ code: 'CODE_UNKNOWN', path: 'buyer.address.state', source: 'local' }),
    ]);
    const malay = await on.send('GET', `/einvoices/${einvoice.id}`, {
      token: tenant.admin.token,
      headers: { 'accept-language': 'ms' },
    });
    expect(on.data(malay).errors[0].message).toMatch(/tiada dalam senarai/);
    const still = on.data(await act(einvoice.id, 'retry'));
    expect([still.status, still.errors.length]).toEqual(['blocked', 1]);
    const retried = on.data(await act(einvoice.id, 'retry', { buyer: completeBuyer }));
    expect(retried).toMatchObject({ status: 'queued', errors: [], number: einvoice.number });
    expect(codeOf(await act(einvoice.id, 'retry'))).toEqual([409, 'WRONG_STATUS']);
  });

  it('is listed by what it is', async () => {
    const { id, number, month, source } = await newEinvoice(tenant);
    const found = async (query: string) => (await read(`?${query}`)).map((one: Json) => one.id);
    for (const query of [
      'status=blocked',
      'kind=invoice',
      'module=retail',
      `source_id=${source.id}`,
      `number=${number}`,
      `month=${month}`,
      'consolidated=false',
      'attention=true',
    ])
      expect([query, await found(query)]).toEqual([query, expect.arrayContaining([id])]);
    for (const query of ['status=valid', 'kind=credit_note', 'module=beauty', 'month=2020-01', 'attention=false'])
      expect([query, (await found(query)).includes(id)]).toEqual([query, false]);
    expectInvalid(on, await on.get('/einvoices?status=x', tenant.admin.token), 'status');
  });
});

describe('A-519: the text of an e-invoice', () => {
  it('is JSON in one line with its SHA-256, sealed in the database, for managers', async () => {
    const { id, number } = await newEinvoice(tenant, completeBuyer);
    const raw = await read(`/${id}/raw`);
    expect(Object.keys(raw).sort()).toEqual(['bytes', 'document', 'sha256']);
    expect(raw.sha256).toBe(createHash('sha256').update(raw.document).digest('hex'));
    expect(raw.bytes).toBe(Buffer.byteLength(raw.document));
    expect(raw.bytes).toBeLessThan(8_000);
    const [invoice] = JSON.parse(raw.document).Invoice;
    expect(invoice.ID).toEqual([{ _: number }]);
    expect(invoice.LegalMonetaryTotal[0].TaxInclusiveAmount).toEqual([{ _: 21.2, currencyID: 'MYR' }]);
    const rows = await sql<{ body: string; details: string }>(
      workerState().ownerUrl as string,
      `select t.body, d.details from einvoice.documents d
         join einvoice.document_texts t on t.tenant_id = d.tenant_id and t.id = d.id where d.id = $1`,
      [id],
    );
    expect(JSON.stringify(rows)).not.toMatch(/IG123456789|Siti|Telawi/);
    const staff = await newUser(tenant, 'staff');
    expectRefusal(on, await on.get(`/einvoices/${id}/raw`, staff.token), 403);
    const masked = on.data(await on.get(`/einvoices/${id}`, staff.token));
    expect([masked.buyer.tin, masked.buyer.name]).toEqual([expect.stringMatching(/^\*+6789$/), 'Siti Nur']);
    expect((await read(`/${id}`)).status).toEqual(UNDER_WAY);
  });

  it('is not there while the e-invoice could not be built', async () => {
    const { id } = await newEinvoice(tenant);
    expectRefusal(on, await on.get(`/einvoices/${id}/raw`, tenant.admin.token), 404);
    expectRefusal(on, await on.get(`/einvoices/${UNKNOWN_ID}/raw`, tenant.admin.token), 404);
  });
});

it('A-512: another environment is 409 while e-invoices wait in the present one', async () => {
  const waiting = await newTenant();
  const { id } = await newEinvoice(waiting);
  const put = (told: Json) => on.put('/einvoices/settings', told, waiting.admin.token);
  const refused = await put({ enabled: false, environment: 'sandbox' });
  expect([...codeOf(refused), refused.body.error.details]).toEqual([409, 'OPEN_DOCUMENTS', { count: 1 }]);
  expect((await act(id, 'discard', {}, waiting)).status).toBe(200);
  expect((await put({ enabled: false, environment: 'sandbox' })).status).toBe(200);
});

it('A-532: each change is on the audit trail, without the buyer’s numbers', async () => {
  const { id } = await newEinvoice(tenant);
  await act(id, 'retry', { buyer: completeBuyer });
  const { body } = await on.get(`/audit?record_id=${id}`, tenant.admin.token);
  expect(
    body.data
      .map((entry: Json) => entry.action)
      .toReversed()
      .slice(0, 2),
  ).toEqual(['create', 'retry']);
  expect(JSON.stringify(body)).not.toMatch(/IG123456789|Telawi/);
});
