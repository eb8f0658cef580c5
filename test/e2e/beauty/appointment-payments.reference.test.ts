import {
  act,
  book,
  newSalon,
  paymentsOf,
  readAppointment,
  registerForSst,
  sellPackage,
  redeem,
  type Salon,
} from '../../support/beauty-money.js';
import { beautyRecord, newClient } from '../../support/beauty.js';
import type { Json } from '../../support/client.js';
import {
  expectConflict,
  expectInvalid,
  expectKeys,
  expectRefusal,
  INSTANT,
  not,
  UUID,
} from '../../support/core-shapes.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { newTenant, unique } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { atOnce, malaysianDay, withStatus } from '../../support/retail.js';

const CARD = '4111 1111 1111 1111';

let salon: Salon;
beforeAll(async () => {
  salon = await newSalon();
});

const path = (id: string) => `/beauty/appointments/${id}/payments`;
const pay = async (id: string, amount: number, more: Record<string, unknown> = {}): Promise<Json> =>
  must(await act(salon, id, 'payments', { amount, ...more }), 201);

describe('A-273: payments of an appointment', () => {
  it('deposit and balance: the payment with its number, the appointment partially_paid, then paid', async () => {
    const { id } = await book(salon);
    const deposit = await pay(id, 30, { payment_method: `kad ${CARD}`, notes: `Deposit ${CARD}` });
    expectKeys(deposit, [
      ...['id', 'appointment_id', 'receipt_number', 'kind', 'amount', 'balance', 'payment_method', 'notes'],
      ...['purpose', 'received_by', 'reference', 'payment_request_id', 'created_at'],
    ]);
    expect(deposit).toMatchObject({
      id: expect.stringMatching(UUID),
      appointment_id: id,
      receipt_number: expect.stringMatching(/^RCP-\d{4}-\d{6}$/),
      kind: 'payment',
      amount: 30,
      balance: 50,
      payment_method: 'kad •••• 1111',
      notes: 'Deposit •••• 1111',
      created_at: expect.stringMatching(INSTANT),
    });
    expect(await readAppointment(salon, id)).toMatchObject({
      payment_status: 'partially_paid',
      amount_paid: 30,
      payment_method: 'kad •••• 1111',
    });
    await pay(id, 50, { payment_method: 'cash' });
    expect(await readAppointment(salon, id)).toMatchObject({ payment_status: 'paid', amount_paid: 80 });
    const answer = await on.get(`${path(id)}?page_size=1`, salon.token);
    expect([on.total(answer), on.rows(answer, 'payments')]).toMatchObject([
      2,
      [{ amount: 50, payment_method: 'cash' }],
    ]);
    expectConflict(on, await act(salon, id, 'payments', { amount: 0.01 }), 'amount');
  });

  it('refunds stand in the list, too', async () => {
    const { id } = await book(salon);
    await pay(id, 30);
    must(await act(salon, id, 'cancel', { refund_amount: 20 }), 200);
    expect(await paymentsOf(salon, id)).toEqual([
      ['payment', 30, 50],
      ['refund', 20, 0],
    ]);
  });

  it('above what is open is 409, what is no amount 400, and nothing changes', async () => {
    const made = await book(salon);
    expectConflict(on, await act(salon, made.id, 'payments', { amount: 80.01 }), 'amount');
    for (const amount of [0, -1, 0.001, 1e15, '30', true, null, undefined])
      expectInvalid(on, await act(salon, made.id, 'payments', { amount }), 'amount');
    for (const field of ['payment_method', 'notes'])
      for (const value of not.text)
        expectInvalid(on, await act(salon, made.id, 'payments', { amount: 1, [field]: value }), field);
    expect(await readAppointment(salon, made.id)).toEqual(made);
  });

  it('A-15, A-51: of another tenant, or unknown, is not found, for any body; viewers pay nothing', async () => {
    const { id } = await book(salon);
    const stranger = (await newTenant()).admin.token;
    for (const [of, by] of [
      [id, stranger],
      [UNKNOWN_ID, salon.token],
      ['x', salon.token],
    ] as const) {
      expectRefusal(on, await on.post(path(of), { amount: 'x' }, by), 404);
      expectRefusal(on, await on.get(path(of), by), 404);
      expectRefusal(on, await on.get(`/beauty/appointments/${of}/receipt`, by), 404);
    }
    const people = await everyRole(salon.tenant);
    expectRefusal(on, await on.post(path(id), { amount: 1 }, people.VIEWER.token), 403);
    expect((await on.post(path(id), { amount: 1 }, people.STAFF.token)).status).toBe(201);
    expect((await on.get(path(id), people.VIEWER.token)).status).toBe(200);
  });

  it('with one Idempotency-Key are one, also at once', async () => {
    const { id } = await book(salon);
    const headers = { 'idempotency-key': unique('pay') };
    const send = () => on.send('POST', path(id), { token: salon.token, body: { amount: 10 }, headers });
    await atOnce(20, send);
    expect((await send()).status).toBe(201);
    expect(await paymentsOf(salon, id)).toEqual([['payment', 10, 70]]);
  });

  it('20 at once never take more than is open, and their numbers are consecutive', async () => {
    const own = await newSalon();
    const ids = await Promise.all([1, 2].map(async () => (await book(own)).id as string));
    const answers = await atOnce(20, (i) => act(own, ids[i % 2] as string, 'payments', { amount: 20 }));
    const paid = withStatus(answers, 201);
    expect([paid.length, withStatus(answers, 409).length]).toEqual([8, 12]);
    const year = malaysianDay().slice(0, 4);
    const numbers = paid.map((answer) => on.data(answer).receipt_number as string).sort();
    expect(numbers).toEqual(numbers.map((_, i) => `RCP-${year}-${String(i + 1).padStart(6, '0')}`));
  });
});

describe('the receipt of an appointment', () => {
  const receipt = (id: string, language?: string) =>
    print(`/beauty/appointments/${id}/receipt/`, salon.token, language);

  it('is a bill until something is paid, then a receipt under the last number, in both languages', async () => {
    const { id } = await book(salon);
    const reference = (id as string).slice(-12).toUpperCase();
    expect(await receipt(id)).toMatchObject({ status: 200, isPdf: true, title: `Bill ${reference}`, pages: 1 });
    await pay(id, 30, { payment_method: 'card' });
    const { receipt_number } = await pay(id, 50, { payment_method: 'cash' });
    expect(await receipt(id)).toMatchObject({ title: `Receipt ${receipt_number}`, language: 'en-MY' });
    const printed = await receipt(id, 'ms');
    expect(printed).toMatchObject({ title: `Resit ${receipt_number} · Salinan`, language: 'ms-MY' });
    expect(printed.header('content-disposition')).toBe(`attachment; filename="${receipt_number}.pdf"`);
    expect(printed.header('cache-control')).toBe('no-store');
  });

  it('for a receipt printer is one page 80 mm wide, however many lines; other paper is 400', async () => {
    const services = Array.from({ length: 40 }, () => ({ service_id: salon.cut }));
    const { id } = await book(salon, { services, payment_status: 'paid' });
    const path = `/beauty/appointments/${id}/receipt/`;
    expect(await print(path, salon.token)).toMatchObject({ pages: 2, isPdf: true, widths: [595] });
    expect(await print(`${path}?paper=80mm`, salon.token, 'ms')).toMatchObject({
      pages: 1,
      isPdf: true,
      widths: [227],
    });
    expectInvalid(on, await on.get(`/beauty/appointments/${id}/receipt?paper=a5`, salon.token), 'paper');
  });

  it('A-183: is an invoice of a business that is registered for SST', async () => {
    const own = await newSalon();
    await registerForSst(own);
    const { id } = await book(own, { payment_status: 'paid' });
    const printed = await print(`/beauty/appointments/${id}/receipt/`, own.token);
    expect(printed.title).toMatch(/^Invoice RCP-/);
  });

  it('takes the pages it needs and embeds every script; packages, deposits, refunds and deleted clients are printed', async () => {
    const { id: client_id } = await newClient(salon.tenant, { first_name: '陳美玲', last_name: 'முத்து' });
    const name = '深层清洁面膜 முக அழகு சிகிச்சை';
    const { id: service_id } = await beautyRecord(salon.tenant, '/services', { name, price: 60 });
    const services = [...Array.from({ length: 60 }, () => ({ service_id })), { service_id: salon.cut }];
    const { id } = await book(salon, { client_id, services });
    const sold = await sellPackage(salon, 2, { client_id });
    must(await redeem(salon, sold.id, id), 200);
    await pay(id, 100);
    const printed = await receipt(id);
    expect(printed).toMatchObject({ status: 200, isPdf: true });
    expect(printed.pages).toBeGreaterThan(1);
    expect(printed.typefaces).toBeGreaterThanOrEqual(4);
    must(await act(salon, id, 'cancel', { refund_amount: 50 }), 200);
    must(await on.send('DELETE', `/beauty/clients/${client_id}`, { token: salon.token }), 200);
    expect(await receipt(id)).toMatchObject({ status: 200, isPdf: true });
  });
});
