import type { Json } from '../../support/client.js';
import { contract } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal, INSTANT, UUID } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { logisticsShapes, newShipment, parties } from '../../support/logistics.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';

const SST = 'W10-1808-32000001';
const change = async ({ id, admin }: TestTenant, body: Json): Promise<void> => {
  expect((await contract.put(`/tenants/${id}`, body, { token: admin.token })).status).toBe(200);
};

let tenant: TestTenant;
let registered: TestTenant;
beforeAll(async () => {
  [tenant, registered] = await Promise.all([newTenant(), newTenant()]);
  await change(registered, { settings: { sst_registration_number: SST } });
});

const path = (id: string): string => `/logistics/shipments/${id}/invoice`;
const issue = (of: TestTenant, id: string, body: Json = {}) => on.post(path(id), body, of.admin.token);
const issued = async (of: TestTenant, id: string, body: Json = {}): Promise<Json> =>
  must(await issue(of, id, body), 200);
const printed = (of: TestTenant, id: string, language?: string) => print(`${path(id)}/`, of.admin.token, language);
const sum = (lines: Json[], field: string): number =>
  lines.reduce((total, line) => total + Math.round(line[field] * 100), 0) / 100;

describe('A-318: POST /api/v1/logistics/shipments/{shipment_id}/invoice/', () => {
  it.each([
    [106, 100, 6],
    [10, 9.43, 0.57],
    [15.9, 15, 0.9],
  ])('of %d with an SST registration is %d and %d of tax', async (payment_amount, subtotal, tax_amount) => {
    const { id, tracking_number } = await newShipment(registered, { payment_amount, service_type: 'express' });
    const invoice = await issued(registered, id);
    expectKeys(invoice, logisticsShapes.freightInvoice);
    expectKeys(invoice.lines[0], logisticsShapes.freightLine);
    expect(invoice).toEqual({
      id: expect.stringMatching(UUID),
      invoice_number: expect.stringMatching(/^FRT-\d{4}-\d{6}$/),
      shipment_id: id,
      tracking_number,
      issued_at: expect.stringMatching(INSTANT),
      currency: 'MYR',
      sst_registration_number: SST,
      tax_rate: 6,
      lines: [{ description: 'Delivery (express)', amount: payment_amount, subtotal, tax_amount }],
      subtotal,
      tax_amount,
      total: payment_amount,
      credited_amount: 0,
      amount_paid: 0,
      outstanding_amount: payment_amount,
      cancelled_at: null,
      cancellation_reason: null,
    });
  });

  it('without an SST registration has no tax', async () => {
    const { id } = await newShipment(tenant, { payment_amount: 106 });
    expect(await issued(tenant, id)).toMatchObject({
      sst_registration_number: null,
      tax_rate: null,
      lines: [{ amount: 106, subtotal: 106, tax_amount: 0 }],
      subtotal: 106,
      tax_amount: 0,
      total: 106,
    });
  });

  it('has a line for each charge, to the sen; the tax is that of the whole, and they need not come to payment_amount', async () => {
    const { id } = await newShipment(registered, { payment_amount: 5 });
    const charges = [0.08, 0.08, 0.08, 10.005, 15.9, 0].map((amount, i) => ({ description: `Caj ${i}`, amount }));
    const invoice = await issued(registered, id, { charges });
    expect(invoice.lines.map((line: Json) => [line.description, line.amount])).toEqual(
      [0.08, 0.08, 0.08, 10.01, 15.9, 0].map((amount, i) => [`Caj ${i}`, amount]),
    );
    expect(invoice).toMatchObject({ total: 26.15, tax_amount: 1.48, subtotal: 24.67 });
    for (const [field, total] of [
      ['amount', 'total'],
      ['subtotal', 'subtotal'],
      ['tax_amount', 'tax_amount'],
    ] as const)
      expect(sum(invoice.lines, field)).toBe(invoice[total]);
  });

  it.each(['cod', 'Cash on Delivery', ' cash-on-delivery'])(
    'A-290: with %j what is collected is no charge: charges must be sent',
    async (payment_method) => {
      const { id } = await newShipment(tenant, { payment_method, payment_amount: 59.9 });
      for (const body of [{}, { charges: [] }, { charges: null }])
        expectConflict(on, await issue(tenant, id, body), 'charges');
      const charges = [{ description: 'Penghantaran', amount: 8 }];
      expect(await issued(tenant, id, { charges })).toMatchObject({ total: 8 });
      expect(must(await on.get('/payments', tenant.admin.token), 200)).toEqual([]);
    },
  );

  it('A-290: as cash on delivery it knows what the report does not count as revenue', async () => {
    const own = await newTenant();
    const methods = ['COD', ' cod ', 'cash on  delivery', 'cash', 'codx', 'c o d', 'Cash_On-Delivery'];
    const answers: number[] = [];
    for (const payment_method of methods) {
      const { id } = await newShipment(own, { payment_method, payment_amount: 1 });
      answers.push((await issue(own, id)).status);
    }
    const rows = must(await on.get('/logistics/reports/shipments', own.admin.token), 200).rows as Json[];
    const cod = rows.reduce((total, { cod_amount }) => total + cod_amount, 0);
    expect(answers.filter((status) => status === 409)).toHaveLength(cod);
    expect(answers).toEqual([409, 409, 409, 200, 200, 200, 409]);
  });

  it('without an amount and without charges is a conflict, and an amount of nothing is one', async () => {
    const { id } = await newShipment(tenant);
    expectConflict(on, await issue(tenant, id), 'charges');
    const free = await newShipment(tenant, { payment_amount: 0 });
    expect(await issued(tenant, free.id)).toMatchObject({ total: 0, lines: [{ amount: 0 }] });
  });

  it('A-371: again is the same one for the same charges and for none, and 409 for other charges', async () => {
    const { id } = await newShipment(tenant, { payment_amount: 20 });
    const first = await issued(tenant, id);
    expect(await issued(tenant, id)).toEqual(first);
    const other = [{ description: 'Lain', amount: 99 }];
    expectConflict(on, await issue(tenant, id, { charges: other }), 'charges');
    const { id: charged } = await newShipment(tenant);
    const charges = [
      { description: 'Kad 4111 1111 1111 1111', amount: 10.005 },
      { description: 'Tol', amount: 2 },
    ];
    const made = await issued(tenant, charged, { charges });
    expect(await issued(tenant, charged, { charges })).toEqual(made);
    expect(await issued(tenant, charged)).toEqual(made);
    const [one, two] = charges as [Json, Json];
    for (const changed of [[one], [two, one], [one, two, two], [one, { ...two, amount: 2.01 }], other])
      expectConflict(on, await issue(tenant, charged, { charges: changed }), 'charges');
    must(await on.put(`/logistics/shipments/${id}`, { payment_method: 'cod' }, tenant.admin.token), 200);
    expect(await issued(tenant, id)).toEqual(first);
  });

  it('10 at once are one invoice; numbers have no gaps, after refusals between them', async () => {
    const own = await newTenant();
    const [one, none, two] = await Promise.all([
      newShipment(own, { payment_amount: 1 }),
      newShipment(own),
      newShipment(own, { payment_amount: 2 }),
    ]);
    const all = await Promise.all(Array.from({ length: 10 }, () => issued(own, one.id)));
    expect(new Set(all.map(({ id, invoice_number }) => `${id} ${invoice_number}`)).size).toBe(1);
    expectConflict(on, await issue(own, none.id), 'charges');
    const max = { description: 'x', amount: 999_999_999_999.99 };
    expectInvalid(on, await issue(own, none.id, { charges: [max, max] }), 'charges');
    const next = await issued(own, two.id);
    const numberOf = (invoice: Json): number => Number(invoice.invoice_number.slice(-6));
    expect([numberOf(all[0]), numberOf(next)]).toEqual([1, 2]);
  });

  it('A-289: is a snapshot of business, parties and money', async () => {
    const own = await newTenant();
    await change(own, { settings: { sst_registration_number: SST } });
    const { id } = await newShipment(own, { payment_amount: 106 });
    const first = await issued(own, id);
    await change(own, { name: 'Nama Baharu', settings: { sst_registration_number: null } });
    const changed = { payment_amount: 1, service_type: 'economy', origin: parties.destination };
    must(await on.put(`/logistics/shipments/${id}`, changed, own.admin.token), 200);
    expect(await issued(own, id)).toEqual(first);
  });

  it('masks card numbers, and answers in the language that is asked for', async () => {
    const { id } = await newShipment(tenant, { payment_amount: 3, service_type: 'express' });
    const headers = { 'accept-language': 'ms' };
    const { token } = tenant.admin;
    const answer = await on.send('POST', path(id), { token, body: {}, headers });
    expect(must(answer, 200).lines[0].description).toBe('Penghantaran (ekspres)');
    expect(answer.headers.get('content-language')).toBe('ms');
    const other = await newShipment(tenant);
    const charges = [{ description: 'Kad 4111 1111 1111 1111', amount: 1 }];
    expect((await issued(tenant, other.id, { charges })).lines[0].description).toBe('Kad •••• 1111');
  });

  it.each([
    ['charges', { charges: 'x' }],
    ['charges', { charges: [[]] }],
    ['charges', { charges: Array.from({ length: 1_001 }, () => ({ description: 'x', amount: 1 })) }],
    ['charges.0.description', { charges: [{ amount: 1 }] }],
    ['charges.0.description', { charges: [{ description: 5, amount: 1 }] }],
    ['charges.0.amount', { charges: [{ description: 'x' }] }],
    ['charges.0.amount', { charges: [{ description: 'x', amount: -1 }] }],
    ['charges.0.amount', { charges: [{ description: 'x', amount: '1' }] }],
    [
      'charges.1.amount',
      {
        charges: [
          { description: 'x', amount: 1 },
          { description: 'y', amount: 1e15 },
        ],
      },
    ],
  ])('names %s, and issues nothing', async (field, body) => {
    const { id } = await newShipment(tenant, { payment_amount: 3 });
    expectInvalid(on, await issue(tenant, id, body), field);
    expect((await printed(tenant, id)).status).toBe(404);
  });

  it('is for those who may write; of another tenant, and of no shipment, it is not found', async () => {
    const { id } = await newShipment(tenant, { payment_amount: 3 });
    const viewer = await newUser(tenant, 'user');
    expectRefusal(on, await on.post(path(id), {}, viewer.token), 403);
    expectRefusal(on, await issue(registered, id), 404);
    for (const unknown of [UNKNOWN_ID, 'x']) expectRefusal(on, await issue(tenant, unknown, { charges: 5 }), 404);
    expect((await printed(tenant, id)).status).toBe(404);
  });
});

describe('A-318: GET /api/v1/logistics/shipments/{shipment_id}/invoice/', () => {
  it('is a PDF under its number once it was issued, for everybody of the business', async () => {
    const { id } = await newShipment(tenant, { payment_amount: 3 });
    expect((await printed(tenant, id)).status).toBe(404);
    const { invoice_number } = await issued(tenant, id);
    const viewer = await newUser(tenant, 'user');
    const pdf = await print(`${path(id)}/`, viewer.token);
    expect(pdf).toMatchObject({ status: 200, isPdf: true, pages: 1, widths: [595], language: 'en-MY' });
    expect(pdf.header('content-disposition')).toBe(`attachment; filename="${invoice_number}.pdf"`);
    expect((await printed(registered, id)).status).toBe(404);
    expect((await print(`${path(UNKNOWN_ID)}/`, tenant.admin.token)).status).toBe(404);
  });

  it('A-183: is headed Invoice / Invois, registered for SST or not', async () => {
    for (const business of [tenant, registered]) {
      const { id } = await newShipment(business, { payment_amount: 3 });
      const { invoice_number } = await issued(business, id);
      expect((await printed(business, id)).title).toBe(`Invoice ${invoice_number}`);
      expect(await printed(business, id, 'ms')).toMatchObject({
        title: `Invois ${invoice_number} · Salinan`,
        language: 'ms-MY',
      });
    }
  });

  it('takes the pages it needs, and embeds every script', async () => {
    const { id } = await newShipment(registered, {
      destination: { contact_person: '陳美玲 முத்து', address: { city: '槟城' } },
    });
    const charges = Array.from({ length: 40 }, () => ({ description: '运费 கட்டணம்', amount: 1 }));
    await issued(registered, id, { charges });
    const pdf = await printed(registered, id, 'ms');
    expect(pdf).toMatchObject({ status: 200, isPdf: true, pages: 2 });
    expect(pdf.typefaces).toBeGreaterThanOrEqual(4);
  });
});
