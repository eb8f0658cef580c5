import {
  act,
  book,
  broughtBy,
  change,
  newPackage,
  newSalon,
  readAppointment,
  redeem,
  sellPackage,
  type Salon,
} from '../../support/beauty-money.js';
import { beautyRecord, newClient } from '../../support/beauty.js';
import type { Json } from '../../support/client.js';
import { expectConflict, expectInvalid, expectKeys, expectRefusal, not, UUID } from '../../support/core-shapes.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { newTenant } from '../../support/people.js';
import { print } from '../../support/printed.js';
import { atOnce, malaysianDay, withStatus } from '../../support/retail.js';

let salon: Salon;
beforeAll(async () => {
  salon = await newSalon();
});

const path = (client_id: string) => `/beauty/clients/${client_id}/packages`;
const sell = (package_id: unknown, more: Record<string, unknown> = {}) =>
  on.post(path(salon.client_id), { package_id, ...more }, salon.token);

/** [kind, change, balance, appointment] of each movement, oldest first. */
async function movementsOf(sold_id: string): Promise<unknown[][]> {
  const rows: Json[] = must(
    await on.get(`/beauty/client-packages/${sold_id}/sessions?page_size=100`, salon.token),
    200,
  );
  return rows.map((m) => [m.kind, m.sessions_changed, m.balance, m.appointment_id]).reverse();
}

async function remainingOf(sold_id: string, client_id = salon.client_id): Promise<number> {
  const rows: Json[] = must(await on.get(`${path(client_id)}?page_size=100`, salon.token), 200);
  const { remaining } = rows.find(({ id }) => id === sold_id)?.sessions[0];
  const sum = (await movementsOf(sold_id)).reduce((total, [, by]) => total + (by as number), 0);
  expect(remaining).toBe(sum);
  return remaining;
}

describe('A-271, A-273: selling a package', () => {
  it('copies price, services and expiry; what becomes of the package changes nothing', async () => {
    const { id, name } = await newPackage(salon, 6, { validity_months: 6 });
    const made = must(await sell(id, { payment_method: '4111111111111111', purchase_date: '2026-08-31' }), 201);
    expectKeys(made, [
      ...[
        'id',
        'client_id',
        'package_id',
        'receipt_number',
        'name',
        'price',
        'discount_amount',
        'payment_method',
        'purchase_date',
      ],
      ...['expires_on', 'sessions', 'redeemed_amount', 'tax_amount', 'refunded_amount', 'voided_at', 'void_reason'],
      ...['created_at', 'updated_at'],
    ]);
    expect(made).toMatchObject({
      id: expect.stringMatching(UUID),
      client_id: salon.client_id,
      package_id: id,
      receipt_number: expect.stringMatching(/^PKG-\d{4}-\d{6}$/),
      name,
      price: 60,
      payment_method: '•••• 1111',
      purchase_date: '2026-08-31',
      expires_on: '2027-02-28',
      sessions: [{ service_id: salon.cut, service_name: 'Potongan', total: 6, remaining: 6 }],
    });
    must(await on.put(`/beauty/packages/${id}`, { total_price: 99, services: [], name: 'Lain' }, salon.token), 200);
    expect(on.rows(await on.get(path(salon.client_id), salon.token), 'packages')).toContainEqual(made);
  });

  it('is of today and for ever unless it is said', async () => {
    const made = await sellPackage(salon);
    expect(made).toMatchObject({ purchase_date: malaysianDay(), expires_on: null, payment_method: null });
    expect(await movementsOf(made.id)).toEqual([['sold', 1, 1, null]]);
  });

  it.each([
    ['weekly', 3, 12],
    ['fortnightly', 6, 12],
    ['Monthly', 6, 6],
    ['once', null, 1],
    [3, 2, 6],
  ])('frequency %p over %p months: %p sessions', async (frequency, duration_months, total) => {
    const services = [{ service_id: salon.cut, frequency, duration_months }];
    const made = await sellPackage(salon, 1, { services });
    expect(made.sessions).toMatchObject([{ total, remaining: total }]);
  });

  it('is refused with 400 for what is not sold, not known, or does not say how many sessions', async () => {
    const of = async (more: Record<string, unknown>) => (await newPackage(salon, 1, more)).id as string;
    const gone = await beautyRecord(salon.tenant, '/services', { name: 'Lama', price: 1 });
    const withGone = await of({ services: [{ service_id: gone.id, sessions: 1 }] });
    must(await on.send('DELETE', `/beauty/services/${gone.id}`, { token: salon.token }), 200);
    const wrong = [
      await of({ is_active: false }),
      await of({ services: [{ service_id: salon.cut, frequency: 'when it rains', duration_months: 3 }] }),
      await of({ services: [{ service_id: salon.cut }] }),
      withGone,
      (await newPackage(await newSalon())).id,
      UNKNOWN_ID,
      ...not.text,
      undefined,
    ];
    for (const id of wrong) expectInvalid(on, await sell(id), 'package_id');
    const right = await of({});
    expectInvalid(on, await sell(right, { purchase_date: '2030-02-30' }), 'purchase_date');
    for (const value of not.text) expectInvalid(on, await sell(right, { payment_method: value }), 'payment_method');
  });

  it('A-15, A-51: an unknown one and another tenant’s is not found; viewers sell nothing', async () => {
    const { id: package_id } = await newPackage(salon);
    const sold = await sellPackage(salon);
    const stranger = (await newTenant()).admin.token;
    expectRefusal(on, await on.post(path(salon.client_id), {}, stranger), 404);
    expectRefusal(on, await on.post(path(UNKNOWN_ID), {}, salon.token), 404);
    expectRefusal(on, await on.get(path('x'), salon.token), 404);
    for (const [of, by] of [
      [sold.id, stranger],
      [UNKNOWN_ID, salon.token],
    ]) {
      expectRefusal(on, await on.post(`/beauty/client-packages/${of}/redeem`, {}, by), 404);
      expectRefusal(on, await on.get(`/beauty/client-packages/${of}/sessions`, by), 404);
      expectRefusal(on, await on.get(`/beauty/client-packages/${of}/receipt`, by), 404);
    }
    const people = await everyRole(salon.tenant);
    expectRefusal(on, await on.post(path(salon.client_id), { package_id }, people.VIEWER.token), 403);
    expect((await on.post(path(salon.client_id), { package_id }, people.STAFF.token)).status).toBe(201);
    expectRefusal(on, await on.post(`/beauty/client-packages/${sold.id}/redeem`, {}, people.VIEWER.token), 403);
  });

  it('20 at once have consecutive numbers', async () => {
    const own = await newSalon();
    const sold = await atOnce(20, () => sellPackage(own));
    const year = malaysianDay().slice(0, 4);
    const numbers = sold.map(({ receipt_number }) => receipt_number).sort();
    expect(numbers).toEqual(numbers.map((_, i) => `PKG-${year}-${String(i + 1).padStart(6, '0')}`));
  });

  it('has a receipt in both languages', async () => {
    const sold = await sellPackage(salon, 3);
    const printed = await print(`/beauty/client-packages/${sold.id}/receipt/`, salon.token, 'ms');
    expect(printed).toMatchObject({ status: 200, isPdf: true, pages: 1, title: `Resit ${sold.receipt_number}` });
  });
});

describe('A-271: redeeming', () => {
  it('takes one session for one line, which is then due nothing; Σ movements = remaining', async () => {
    const sold = await sellPackage(salon, 2);
    const { id } = await book(salon, {
      services: [
        { service_id: salon.cut, staff_id: salon.members[0] },
        { service_id: salon.wash, staff_id: salon.members[0] },
      ],
    });
    expect(must(await redeem(salon, sold.id, id), 200).sessions).toMatchObject([{ total: 2, remaining: 1 }]);
    expectConflict(on, await redeem(salon, sold.id, id), 'service_id');
    expect(await movementsOf(sold.id)).toEqual([
      ['sold', 2, 2, null],
      ['redeemed', -1, 1, id],
    ]);
    expectConflict(on, await act(salon, id, 'payments', { amount: 45.51 }), 'amount');
    const made = must(await act(salon, id, 'complete', { payment_received: true }), 200);
    expect(made).toMatchObject({ total_price: 125.5, total_amount: 45.5, amount_paid: 45.5, payment_status: 'paid' });
    // The package of 60 has two sessions.
    expect(await broughtBy(id)).toMatchObject([
      { share: 30, commission: 3 },
      { share: 45.5, commission: 4.55 },
    ]);
  });

  it('cancel/ gives the session back, and so do a PUT that cancels, removes the line or names another client; no_show does not', async () => {
    const sold = await sellPackage(salon);
    const redeemed = async (): Promise<string> => {
      const { id } = await book(salon);
      must(await redeem(salon, sold.id, id), 200);
      return id;
    };
    must(await act(salon, await redeemed(), 'cancel'), 200);
    expect(await remainingOf(sold.id)).toBe(1);
    must(await change(salon, await redeemed(), { status: 'cancelled' }), 200);
    expect(await remainingOf(sold.id)).toBe(1);
    must(await change(salon, await redeemed(), { services: [{ service_id: salon.wash }] }), 200);
    expect(await remainingOf(sold.id)).toBe(1);
    must(await change(salon, await redeemed(), { client_id: (await newClient(salon.tenant)).id }), 200);
    expect(await remainingOf(sold.id)).toBe(1);
    const kept = await redeemed();
    must(await change(salon, kept, await readAppointment(salon, kept)), 200);
    must(await change(salon, kept, { status: 'no_show' }), 200);
    expect(await remainingOf(sold.id)).toBe(0);
  });

  it('paid follows where a package pays after all', async () => {
    const { id } = await book(salon, { services: [{ service_id: salon.cut }, { service_id: salon.wash }] });
    must(await act(salon, id, 'payments', { amount: 45.5 }), 201);
    must(await redeem(salon, (await sellPackage(salon)).id, id), 200);
    expect(await readAppointment(salon, id)).toMatchObject({
      payment_status: 'paid',
      amount_paid: 45.5,
      total_price: 125.5,
    });
  });

  it('is refused for what does not fit: 400 naming the field, 409 for what is over', async () => {
    const sold = await sellPackage(salon, 5);
    const { id } = await book(salon);
    const anothers = await book(salon, { client_id: (await newClient(salon.tenant)).id });
    for (const appointment of [anothers.id, UNKNOWN_ID, 'x', '', undefined])
      expectInvalid(on, await redeem(salon, sold.id, appointment), 'appointment_id');
    for (const service of [salon.wash, UNKNOWN_ID, 'x', ''])
      expectInvalid(on, await redeem(salon, sold.id, id, service), 'service_id');
    const both = await book(salon, { services: [{ service_id: salon.wash }] });
    expectInvalid(on, await redeem(salon, sold.id, both.id, salon.wash), 'service_id');
    for (const status of ['completed', 'cancelled', 'no_show'])
      expectConflict(on, await redeem(salon, sold.id, (await book(salon, { status })).id), 'status');
    const expired = await sellPackage(salon, 1, { validity_months: 1 });
    expect((await redeem(salon, expired.id, id)).status).toBe(200);
    const old = must(
      await sell((await newPackage(salon, 1, { validity_months: 1 })).id, { purchase_date: '2025-01-01' }),
      201,
    );
    expectConflict(on, await redeem(salon, old.id, (await book(salon)).id), 'expires_on');
    expect(await remainingOf(sold.id)).toBe(5);
  });

  it('1 session, 20 at once: one; against cancel/: as many as the movements say, and no deadlock', async () => {
    const sold = await sellPackage(salon);
    const ids = await atOnce(20, async () => (await book(salon)).id as string);
    const answers = await atOnce(20, (i) => redeem(salon, sold.id, ids[i] as string));
    expect([withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([1, 19]);
    const holder = ids[answers.findIndex(({ status }) => status === 200)] as string;
    const others = ids.filter((id) => id !== holder);
    const [cancelled, ...tried] = await Promise.all([
      act(salon, holder, 'cancel'),
      ...others.map((id) => redeem(salon, sold.id, id)),
      ...others.map((id) => act(salon, id, 'cancel')),
    ]);
    expect(cancelled?.status).toBe(200);
    expect(tried.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await remainingOf(sold.id)).toBe(1);
  });

  it('A-254: stays when client and package were deleted', async () => {
    const { id: client_id } = await newClient(salon.tenant);
    const sold = await sellPackage(salon, 2, { client_id });
    const { id } = await book(salon, { client_id });
    must(await on.send('DELETE', `/beauty/clients/${client_id}`, { token: salon.token }), 200);
    expect(must(await redeem(salon, sold.id, id), 200).sessions).toMatchObject([{ remaining: 1 }]);
    expectRefusal(on, await on.get(path(client_id), salon.token), 404);
    expect(await movementsOf(sold.id)).toHaveLength(2);
  });
});

it('A-271: of an erased client stay whole for seven years, are exported, and no session is redeemed any more', async () => {
  const { id: client_id } = await newClient(salon.tenant);
  const sold = await sellPackage(salon, 2, { client_id });
  const used = await book(salon, { client_id });
  must(await redeem(salon, sold.id, used.id), 200);
  const later = await book(salon, { client_id });
  const exported = must(await on.get(`/beauty/clients/${client_id}/export`, salon.token), 200);
  expect(exported.packages).toMatchObject([{ id: sold.id, price: 60, sessions: [{}, {}] }]);
  const before = await movementsOf(sold.id);
  expect(must(await on.post(`/beauty/clients/${client_id}/erase`, {}, salon.token), 200).packages_kept).toBe(1);
  expect(await movementsOf(sold.id)).toEqual(before);
  expectInvalid(on, await redeem(salon, sold.id, later.id), 'appointment_id');
  expectConflict(on, await act(salon, used.id, 'cancel'), 'client_id');
  expectConflict(on, await act(salon, used.id, 'payments', { amount: 1 }), 'client_id');
});
