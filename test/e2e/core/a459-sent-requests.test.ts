import { type Json } from '../../support/client.js';
import { expectRefusal } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { must, newBill, newPatient } from '../../support/healthcare.js';
import { messageIn, messagesTo, newOldTenant, newPhone } from '../../support/messages.js';
import { REQUESTS, requestOf } from '../../support/payment-requests.js';
import { newCustomer, newProduct, sell } from '../../support/retail.js';
import { unique, type TestTenant } from '../../support/people.js';
import { eventually } from '../../support/system-service.js';

/** a payment request is sent to the person of its document, and so is the news that it was paid. */

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newOldTenant();
  ({ token } = tenant.admin);
});

const mail = (): string => `${unique('pembayar')}@example.com`;

async function requestTo(contact: Json, extra: Json = { send: true }): Promise<Json> {
  const { id: patient_id } = await newPatient(tenant, { phone_number: null, ...contact });
  const { id } = await newBill(tenant, { patient_id, items: [{ description: 'Rahsia', unit_price: 80 }] });
  return requestOf(tenant, 'healthcare.bill', id, extra);
}
const confirm = (id: string, reference = unique('QR')) => on.post(`${REQUESTS}/${id}/confirm`, { reference }, token);
const laidFor = (to: string, count: number): Promise<Json[]> =>
  eventually(`${count} messages`, async () => {
    const found = await messagesTo(to);
    return found.length >= count ? found : null;
  });

it('send: true lays the link before the person, by e-mail, without a word of the visit', async () => {
  const email = mail();
  const request = await requestTo({ email });
  const message = await messageIn(tenant, request.message_id, 'delivered');
  expect(message).toMatchObject({ template: 'payment_request', way: 'email', subject_id: request.id });
  const [laid] = await laidFor(email, 1);
  expect(laid?.text).toContain(new URL(request.url).pathname);
  expect(laid?.text).toMatch(/RM 80\.00/);
  expect(laid?.text).toContain(request.subject_number);
  expect(laid?.text).not.toContain('Rahsia');
});

it('goes by WhatsApp first, for those who opted in', async () => {
  const phone_number = newPhone();
  const request = await requestTo({ email: mail(), phone_number, message_preferences: { whatsapp: true } });
  expect(await messageIn(tenant, request.message_id, 'delivered')).toMatchObject({ way: 'whatsapp' });
  const [laid] = await laidFor(phone_number, 1);
  expect(laid?.parameters).toHaveLength(6);
});

it('a person who cannot be reached leaves message_id null, and so does a request that is not sent', async () => {
  expect((await requestTo({ email: null })).message_id).toBeNull();
  expect((await requestTo({ email: mail() }, {})).message_id).toBeNull();
});

it('one Idempotency-Key sends one message', async () => {
  const email = mail();
  const { id: patient_id } = await newPatient(tenant, { email, phone_number: null });
  const bill = await newBill(tenant, { patient_id, items: [{ description: 'Visit', unit_price: 30 }] });
  const body = { subject_type: 'healthcare.bill', subject_id: bill.id, send: true };
  const headers = { 'Idempotency-Key': unique('key') };
  const send = () => on.send('POST', REQUESTS, { token, body, headers });
  const answers = await Promise.all([send(), send(), send()]);
  expect(new Set(answers.map((answer) => on.data(answer).message_id)).size).toBe(1);
  await messageIn(tenant, on.data(answers[0]).message_id, 'delivered');
  expect(await messagesTo(email)).toHaveLength(1);
});

it('once paid, the same address is told of the receipt, once', async () => {
  const email = mail();
  const request = await requestTo({ email });
  await messageIn(tenant, request.message_id, 'delivered');
  const reference = unique('QR');
  const answers = await Promise.all([confirm(request.id, reference), confirm(request.id, reference)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const paid = must(await on.get(`${REQUESTS}/${request.id}`, token), 200);
  const [received] = await laidFor(email, 2);
  expect(received).toMatchObject({ template: 'payment_received', way: 'email' });
  expect(received?.text).toContain(paid.receipt_number);
  expect(received?.text).toMatch(/RM 80\.00/);
  expect(await messagesTo(email)).toHaveLength(2);
});

it('A-469: once money was given back, the same address is told how much', async () => {
  const email = mail();
  const request = await requestTo({ email });
  await messageIn(tenant, request.message_id, 'delivered');
  must(await confirm(request.id), 200);
  await laidFor(email, 2);
  const told = { amount: 30, reason: 'Rahsia', by: 'transfer', reference: unique('IBG') };
  must(await on.post(`${REQUESTS}/${request.id}/refunds`, told, token), 201);
  const [made] = await laidFor(email, 3);
  expect(made).toMatchObject({ template: 'refund_made', way: 'email' });
  expect(made?.text).toMatch(/RM 30\.00/);
  expect(made?.text).toContain(request.subject_number);
  expect(made?.text).not.toContain('Rahsia');
});

it('a request that was not sent tells of no payment', async () => {
  const email = mail();
  const request = await requestTo({ email }, {});
  must(await confirm(request.id), 200);
  const { messages } = { messages: must(await on.get(`/messages?subject_id=${request.id}`, token), 200) };
  expect([messages, await messagesTo(email)]).toEqual([[], []]);
});

it('a link that was sent by hand alone has its receipt follow it', async () => {
  const email = mail();
  const request = await requestTo({ email }, {});
  const body = { template: 'payment_request', subject_type: 'payment_request', subject_id: request.id };
  await messageIn(tenant, must(await on.post('/messages', body, token), 201).id, 'delivered');
  must(await confirm(request.id), 200);
  expect((await laidFor(email, 2)).map(({ template }) => template)).toEqual(['payment_received', 'payment_request']);
});

it('by hand the link goes again, and not once the request has ended', async () => {
  const email = mail();
  const customer = await newCustomer(tenant, { email, phone_number: null });
  const product = await newProduct(tenant, { selling_price: 50, current_stock: 5 });
  const items = [{ product_id: product.id, quantity: 1 }];
  const sale = await sell(tenant, items, { customer_id: customer.id, on_account: true });
  const request = await requestOf(tenant, 'retail.sale', sale.id);
  const body = { template: 'payment_request', subject_type: 'payment_request', subject_id: request.id };
  const sent = must(await on.post('/messages', body, token), 201);
  expect(await messageIn(tenant, sent.id, 'delivered')).toMatchObject({ way: 'email' });
  const { message_id } = must(await on.get(`${REQUESTS}/${request.id}`, token), 200);
  expect([request.message_id, message_id]).toEqual([null, sent.id]);
  must(await on.post(`${REQUESTS}/${request.id}/cancel`, {}, token), 200);
  expectRefusal(on, await on.post('/messages', body, token), 409);
});
