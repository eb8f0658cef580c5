import type { Json } from '../../support/client.js';
import { INSTANT, UUID, expectConflict, expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { logisticsShapes, newFreightInvoice, newShipment } from '../../support/logistics.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';

/** Payments of freight invoices. */

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const invoicePath = ({ shipment_id }: Json): string => `/logistics/shipments/${shipment_id}/invoice`;
const pay = (invoice: Json, body: Json = {}, by = token) => on.post(`${invoicePath(invoice)}/payments`, body, by);
const list = async (invoice: Json): Promise<Json[]> =>
  must(await on.get(`${invoicePath(invoice)}/payments`, token), 200);
const credit = (invoice: Json, amount: number) =>
  on.post(`${invoicePath(invoice)}/credit-notes`, { amount, reason: 'Diskaun' }, token);

describe('A-463: POST /api/v1/logistics/shipments/{shipment_id}/invoice/payments/', () => {
  it('takes a part, then the rest', async () => {
    const invoice = await newFreightInvoice(tenant);
    const body = { amount: 50, payment_method: 'card', reference: 'T-1', notes: 'Kaunter' };
    const { payment, payments, ...paid } = must(await pay(invoice, body), 201);
    expectKeys(paid, logisticsShapes.freightInvoice);
    expect(paid).toMatchObject({ id: invoice.id, amount_paid: 50, outstanding_amount: 56 });
    expectKeys(payment, logisticsShapes.freightPayment);
    expect(payment).toMatchObject({
      ...body,
      id: expect.stringMatching(UUID),
      receipt_number: expect.stringMatching(/^FRR-\d{4}-\d{6}$/),
      invoice_id: invoice.id,
      rounding: 0,
      received_amount: 50,
      balance: 56,
      payment_request_id: null,
      created_at: expect.stringMatching(INSTANT),
    });
    expect(payments).toEqual([payment]);
    const rest = must(await pay(invoice), 201);
    expect(rest).toMatchObject({ amount_paid: 106, outstanding_amount: 0, payment: { amount: 56, balance: 0 } });
    expect(await list(invoice)).toEqual([rest.payment, payment]);
    expectConflict(on, await pay(invoice), 'outstanding_amount');
  });

  it('refuses more than remains, nothing, and what is cancelled or was never issued', async () => {
    const invoice = await newFreightInvoice(tenant);
    for (const amount of [106.01, 0, -1, 'x']) expectInvalid(on, await pay(invoice, { amount }), 'amount');
    expect(await list(invoice)).toEqual([]);
    const { id } = await newShipment(tenant);
    expectRefusal(on, await pay({ shipment_id: id }), 404);
    must(await on.post(`${invoicePath(invoice)}/cancel`, { reason: 'Salah' }, token), 200);
    expectConflict(on, await pay(invoice), 'cancelled_at');
    const viewer = await newUser(tenant, 'user');
    expectRefusal(on, await pay(invoice, {}, viewer.token), 403);
  });

  it('A-371: cash that settles it comes to five sen', async () => {
    const invoice = await newFreightInvoice(tenant, 10.02);
    const { payment } = must(await pay(invoice, { amount: 10, payment_method: 'cash' }), 201);
    expect(payment).toMatchObject({ amount: 10.02, rounding: -0.02, received_amount: 10, balance: 0 });
  });

  it('takes what credit notes leave, and together never more than that', async () => {
    const invoice = await newFreightInvoice(tenant);
    must(await credit(invoice, 6), 201);
    const answers = await Promise.all([0, 1, 2, 3].map(() => pay(invoice, { amount: 40 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400]);
    expect(must(await pay(invoice), 201)).toMatchObject({ amount_paid: 100, outstanding_amount: 0 });
  });

  it('is printed on the invoice, with what remains', async () => {
    const invoice = await newFreightInvoice(tenant);
    const { payment } = must(await pay(invoice, { amount: 50, payment_method: 'card' }), 201);
    const text = (await print(`${invoicePath(invoice)}/`, token)).texts.join('\n');
    expect(text).toContain(payment.receipt_number);
    expect(text).toContain('56.00');
  });
});
