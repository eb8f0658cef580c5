import {
  act,
  book,
  broughtBy,
  change,
  newSalon,
  readAppointment,
  redeem,
  sellPackage,
  type Salon,
} from '../../support/beauty-money.js';
import { call, type Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { print } from '../../support/printed.js';
import { atOnce, withStatus } from '../../support/retail.js';

/** Visits without a client, and tips. */

jest.setTimeout(120_000);

let salon: Salon;
beforeEach(async () => {
  salon = await newSalon();
});

const create = (body: Json) => on.post('/beauty/appointments', body, salon.token);
const walkIn = (more: Json = {}): Promise<Json> => book(salon, { client_id: null, walk_in: true, ...more });
const report = async (name: string, group_by: string): Promise<{ rows: Json[]; totals: Json }> =>
  must(await call('GET', `/api/v1/beauty/reports/${name}/?group_by=${group_by}`, { token: salon.token }), 200);

describe('a walk-in', () => {
  it('is a visit without a client: paid, completed, printed and listed as every other', async () => {
    const made = await walkIn({ services: [{ service_id: salon.cut, staff_id: salon.members[0] }] });
    expect(made).toMatchObject({ client_id: null, walk_in: true, warnings: [] });
    must(await act(salon, made.id, 'complete', { payment_received: true, payment_method: 'cash' }), 200);
    expect(await readAppointment(salon, made.id)).toMatchObject({ client_id: null, walk_in: true, amount_paid: 80 });
    expect(await broughtBy(made.id)).toMatchObject([{ share: 80, commission: 8 }]);
    const { texts } = await print(`/beauty/appointments/${made.id}/receipt/`, salon.token);
    expect(texts).toEqual(expect.arrayContaining(['Receipt', 'Potongan']));
    expect(texts).not.toContain('Client');
    const listed: Json[] = must(await on.get('/beauty/appointments', salon.token), 200);
    expect(listed).toMatchObject([{ id: made.id, client_id: null }]);
  });

  it('is a row of the reports by client, which agree', async () => {
    for (const { id } of [await walkIn(), await book(salon)]) must(await act(salon, id, 'complete'), 200);
    const sales = await report('sales', 'client');
    expect(sales.rows).toContainEqual(expect.objectContaining({ group: 'walk_in', label: 'walk_in', total: 80 }));
    expect(sales.totals.total).toBe(160);
    for (const group_by of ['membership_level', 'frequency', 'demographics']) {
      const { rows, totals } = await report('clients', group_by);
      expect(totals).toMatchObject({ clients: 1, visits: 2, revenue: 160 });
      expect(rows.at(-1)).toMatchObject({ group: 'walk_in', clients: 0, visits: 1, revenue: 80 });
    }
  });

  it('is said by both fields together; what was read can be sent back', async () => {
    const services = [{ service_id: salon.cut }];
    for (const body of [{ services }, { services, client_id: null }, { services, walk_in: false }])
      expectInvalid(on, await create(body), 'client_id');
    expectInvalid(on, await create({ services, walk_in: true, client_id: salon.client_id }), 'walk_in');
    expectInvalid(on, await create({ services, walk_in: 'x' }), 'walk_in');
    expectInvalid(on, await create({ services, client_id: UNKNOWN_ID }), 'client_id');
    const made = await walkIn();
    expect(must(await change(salon, made.id, { ...made, notes: 'x' }), 200)).toMatchObject({
      walk_in: true,
      notes: 'x',
    });
    expectInvalid(on, await change(salon, made.id, { walk_in: false }), 'client_id');
    const named = must(await change(salon, made.id, { client_id: salon.client_id }), 200);
    expect(named).toMatchObject({ client_id: salon.client_id, walk_in: false });
    must(await change(salon, made.id, named), 200);
    expectInvalid(on, await change(salon, made.id, { client_id: null }), 'client_id');
    const again = must(await change(salon, made.id, { client_id: null, walk_in: true }), 200);
    expect(again).toMatchObject({ client_id: null });
  });

  it('redeems no session, and a session comes back when a visit becomes one', async () => {
    const sold = await sellPackage(salon, 1);
    expectInvalid(on, await redeem(salon, sold.id, (await walkIn()).id), 'appointment_id');
    const { id } = await book(salon);
    must(await redeem(salon, sold.id, id), 200);
    must(await change(salon, id, { client_id: null, walk_in: true }), 200);
    const [after] = must(await on.get(`/beauty/clients/${salon.client_id}/packages`, salon.token), 200);
    expect(after.sessions[0].remaining).toBe(1);
  });
});

describe('POST appointments/{id}/tips/', () => {
  it('takes a payment apart, which no figure of the visit counts', async () => {
    const { id } = await book(salon);
    must(await act(salon, id, 'complete', { payment_received: true, payment_method: 'card' }), 200);
    const tip = must(await act(salon, id, 'tips', { amount: 5.02, payment_method: 'cash', notes: 'Mei' }), 201);
    expect(tip).toMatchObject({ kind: 'tip', purpose: 'tip', amount: 5.02, balance: 0, payment_method: 'cash' });
    expect(await readAppointment(salon, id)).toMatchObject({ amount_paid: 80, payment_status: 'paid' });
    expect((await report('sales', 'day')).totals).toMatchObject({ total: 80, collected: 80, in_credit: 0 });
    const closing = must(await call('GET', '/api/v1/beauty/reports/daily-closing/', { token: salon.token }), 200);
    expect(closing.totals).toMatchObject({ takings: 85.02, tips: 5.02, cash: 5.02 });
    const { texts } = await print(`/beauty/payments/${tip.id}/receipt/`, salon.token);
    expect(texts).toEqual(expect.arrayContaining(['Receipt', tip.receipt_number, 'Tip', 'MYR 5.02']));
    const bill = (await print(`/beauty/appointments/${id}/receipt/`, salon.token)).texts.join(' ');
    expect(bill).not.toContain(tip.receipt_number);
    must(await act(salon, id, 'refunds', { reason: 'x' }), 201);
    expect(await readAppointment(salon, id)).toMatchObject({ amount_paid: 0, amount_refunded: 80 });
  });

  it('refuses what is no amount, and 20 at once are 20 with a number each', async () => {
    const { id } = await book(salon);
    for (const amount of [0, -1, 'x']) expectInvalid(on, await act(salon, id, 'tips', { amount }), 'amount');
    expectRefusal(on, await act(salon, UNKNOWN_ID, 'tips', { amount: 1 }), 404);
    const made = withStatus(await atOnce(20, () => act(salon, id, 'tips', { amount: 1 })), 201);
    expect(new Set(made.map((answer) => on.data(answer).receipt_number)).size).toBe(20);
  });
});
