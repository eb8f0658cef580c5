import fc from 'fast-check';
import {
  act,
  book,
  broughtBy,
  change,
  newPackage,
  newSalon,
  redeem,
  registerForSst,
  sellPackage,
  type Salon,
} from '../../support/beauty-money.js';
import { beautyRecord, newBeautyProduct, newClient, newMembership } from '../../support/beauty.js';
import { call, type Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { newTenant } from '../../support/people.js';
import { atOnce, withStatus } from '../../support/retail.js';

/** packages, memberships and deposits in the figures. */

jest.setTimeout(120_000);

const sen = (amount: number): number => Math.round(amount * 100);
const daysFromNow = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

let salon: Salon;
beforeEach(async () => {
  salon = await newSalon();
});

const sales = async (query: Record<string, string> = {}): Promise<{ rows: Json[]; totals: Json }> =>
  must(await call('GET', `/api/v1/beauty/reports/sales/?${new URLSearchParams(query)}`, { token: salon.token }), 200);
const done = async (id: string, verb: string, body: unknown = {}) => must(await act(salon, id, verb, body), 200);
const payFee = (membership_id: string, client_id = salon.client_id) =>
  on.post(`/beauty/clients/${client_id}/memberships`, { membership_id, payment_method: 'cash' }, salon.token);

function expectEquation({ total, packages_sold, packages_redeemed, collected, outstanding, in_credit }: Json): void {
  expect(sen(total) + sen(packages_sold) - sen(packages_redeemed)).toBe(
    sen(collected) + sen(outstanding) - sen(in_credit),
  );
}

it('a session of four of a package of 400 brings 100, and its commission less its SST', async () => {
  await registerForSst(salon);
  const spa = (await beautyRecord(salon.tenant, '/services', { name: 'Spa', price: 120, tax_rate: 8 })).id;
  const services = [{ service_id: spa, sessions: 4 }];
  const sold = await sellPackage(salon, 4, { total_price: 400, services });
  expect(sold).toMatchObject({ price: 400, redeemed_amount: 0, tax_amount: 29.63 });
  expect((await sales()).totals).toMatchObject({
    ...{ total: 0, packages_sold: 400, packages_redeemed: 0, collected: 400, tax: 29.63 },
  });
  const { id } = await book(salon, { services: [{ service_id: spa, staff_id: salon.members[0] }] });
  must(await redeem(salon, sold.id, id, spa), 200);
  expect((await sales()).totals).toMatchObject({ total: 0, packages_redeemed: 0 });
  await done(id, 'complete');
  const { totals } = await sales();
  expect(totals).toMatchObject({
    ...{ total: 100, service_sales: 100, packages_sold: 400, packages_redeemed: 100, collected: 400, outstanding: 0 },
    ...{ in_credit: 0, tax: 29.63 },
  });
  expectEquation(totals);
  expect(await broughtBy(id)).toMatchObject([{ share: 100, tax: 7.41, commission: 9.26 }]);
  for (const group_by of ['service', 'staff', 'client'])
    expect((await sales({ group_by })).totals).toMatchObject({ total: 100, packages_sold: 400, collected: 400 });
  // Set back, the session is owed as service again.
  must(await change(salon, id, { status: 'cancelled' }), 200);
  expect((await sales()).totals).toMatchObject({ total: 0, packages_redeemed: 0, collected: 400 });
  const [{ redeemed_amount }] = must(await on.get(`/beauty/clients/${salon.client_id}/packages`, salon.token), 200);
  expect(redeemed_amount).toBe(0);
});

it('what is left of a package is revenue of the day after it has expired', async () => {
  const { id: package_id } = await newPackage(salon, 3, { total_price: 100, validity_months: 1 });
  const purchase_date = daysFromNow(-40);
  const sold = await beautyRecord(salon.tenant, `/clients/${salon.client_id}/packages`, { package_id, purchase_date });
  const { totals } = await sales();
  expect(totals).toMatchObject({ total: 100, packages_expired: 100, packages_sold: 100, packages_redeemed: 100 });
  expectEquation(totals);
  const day = new Date(Date.parse(`${sold.expires_on}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const { rows } = await sales({ group_by: 'day', date_from: day, date_to: day });
  expect(rows).toMatchObject([{ group: day, packages_expired: 100 }]);
  expect((await sales({ date_from: sold.expires_on, date_to: sold.expires_on })).totals.packages_expired).toBe(0);
});

it('A-355: a package is judged by the day of the appointment', async () => {
  const { id: package_id } = await newPackage(salon, 3, { total_price: 100, validity_months: 1 });
  const purchase_date = daysFromNow(-40);
  const sold = await beautyRecord(salon.tenant, `/clients/${salon.client_id}/packages`, { package_id, purchase_date });
  const on_day = (day: string) =>
    book(salon, { services: [{ service_id: salon.cut, start_time: `${day}T10:00:00+08:00` }] });
  const [before, after] = [await on_day(sold.expires_on), await on_day(daysFromNow(0))];
  expect((await redeem(salon, sold.id, after.id)).status).toBe(409);
  must(await redeem(salon, sold.id, before.id), 200);
  await done(before.id, 'complete');
  const { totals } = await sales();
  expect(totals).toMatchObject({ total: 100, packages_redeemed: 100, packages_expired: 66.67 });
  expectEquation(totals);
});

it('deposits of visits that did not take place are kept; those of visits to come are in credit', async () => {
  const [missed, cancelled, coming] = [await book(salon), await book(salon), await book(salon)];
  for (const { id } of [missed, cancelled, coming]) must(await act(salon, id, 'payments', { amount: 30 }), 201);
  must(await change(salon, missed.id, { status: 'no_show' }), 200);
  await done(cancelled.id, 'cancel', { refund_amount: 10 });
  const { totals } = await sales();
  expect(totals).toMatchObject({ total: 50, deposits_kept: 50, collected: 80, in_credit: 30, outstanding: 0 });
  expectEquation(totals);
  expect((await sales({ group_by: 'service' })).rows).toMatchObject([{ group: 'other', total: 50, appointments: 0 }]);
});

describe('POST clients/{id}/memberships/', () => {
  it('takes the fee, which is revenue of the day', async () => {
    const { id } = await newMembership(salon.tenant, { client_id: salon.client_id, annual_fee: 200 });
    const paid = must(await payFee(id), 201);
    expect(paid).toMatchObject({
      membership_id: id,
      amount: 200,
      payment_method: 'cash',
      received_by: salon.tenant.admin.id,
    });
    expect(paid.receipt_number).toMatch(/^RCP-\d{4}-\d{6}$/);
    const { totals } = await sales();
    expect(totals).toMatchObject({ total: 200, memberships_sold: 200, collected: 200 });
    expectEquation(totals);
    expect((await payFee(id)).status).toBe(409);
    const [payment] = must(await on.get('/beauty/payments', salon.token), 200);
    expect(payment).toMatchObject({ purpose: 'membership', record_type: 'membership', record_id: id, amount: 200 });
    const closing = must(await call('GET', '/api/v1/beauty/reports/daily-closing/', { token: salon.token }), 200);
    expect(closing.totals).toMatchObject({ membership_fees: 200, cash: 200 });
  });

  it('takes one for each year of the membership, and 20 at once take no more', async () => {
    const years = { start_date: daysFromNow(-10), end_date: daysFromNow(-10 + 2 * 365) };
    const { id } = await newMembership(salon.tenant, { client_id: salon.client_id, annual_fee: 50, ...years });
    const answers = await atOnce(20, () => payFee(id));
    expect(withStatus(answers, 201)).toHaveLength(2);
    expect(withStatus(answers, 409)).toHaveLength(18);
    expect((await sales()).totals.memberships_sold).toBe(100);
  });

  it('refuses what is not due, unknown or of another client', async () => {
    const free = await newMembership(salon.tenant, { client_id: salon.client_id });
    expect((await payFee(free.id)).status).toBe(409);
    const other = await newClient(salon.tenant);
    const { id } = await newMembership(salon.tenant, { client_id: other.id, annual_fee: 200 });
    for (const wrong of [id, UNKNOWN_ID, 'x']) expectInvalid(on, await payFee(wrong), 'membership_id');
    const path = `/beauty/clients/${salon.client_id}/memberships`;
    expectInvalid(on, await on.post(path, { membership_id: id }, salon.token), 'payment_method');
    const stranger = await newTenant();
    expectRefusal(on, await on.post(path, { membership_id: id, payment_method: 'cash' }, stranger.admin.token), 404);
    expectRefusal(on, await payFee(id, UNKNOWN_ID), 404);
  });
});

it('after any steps, the equation holds by every grouping, of every day', async () => {
  const step = fc.record({
    kind: fc.constantFrom(
      'book',
      'pay',
      'complete',
      'refund',
      'cancel',
      'no_show',
      'sell',
      'redeem',
      'reopen',
      'fee',
      'part',
      'line',
      'return',
      'void',
    ),
    which: fc.nat(9),
    amount: fc.integer({ min: 1, max: 9_000 }).map((cents) => cents / 100),
    day: fc.integer({ min: -3, max: 1 }),
  });
  const [visits, packages]: [Json[], Json[]] = [[], []];
  const { id: fee } = await newMembership(salon.tenant, { client_id: salon.client_id, annual_fee: 99.99 });
  const serum = await newBeautyProduct(salon.tenant, { stock_quantity: 5, tax_rate: 8 });
  const any = (of: Json[], which: number): Json | undefined => of[which % Math.max(1, of.length)];
  for (const { kind, which, amount, day } of fc.sample(step, 90)) {
    const visit = any(visits, which);
    const start_time = `${daysFromNow(day)}T10:00:00+08:00`;
    if (kind === 'book' || !visit) {
      const services = [salon.cut, salon.wash, salon.cut].map((service_id) => ({ service_id, start_time }));
      const products = which % 2 ? [{ product_id: serum.id, quantity: 1 + (which % 3) }] : [];
      visits.push(await book(salon, { services: services.slice(which % 3), products }));
    } else if (kind === 'sell') packages.push(await sellPackage(salon, 1 + (which % 3), { total_price: amount }));
    else if (kind === 'redeem') {
      const sold = any(packages, which);
      if (sold) await redeem(salon, sold.id, visit.id);
    } else if (kind === 'pay') await act(salon, visit.id, 'payments', { amount });
    else if (kind === 'complete')
      await act(salon, visit.id, 'complete', which % 2 ? { total_amount: amount } : { payment_received: amount });
    else if (kind === 'refund') await change(salon, visit.id, { payment_status: 'refunded' });
    else if (kind === 'cancel') await act(salon, visit.id, 'cancel');
    else if (kind === 'fee') await payFee(fee);
    else if (kind === 'part') await act(salon, visit.id, 'refunds', { amount, reason: 'x' });
    else if (kind === 'line')
      await act(salon, visit.id, 'refunds', { lines: [{ line: which % 3, amount: 1 + day / 10 }], reason: 'x' });
    else if (kind === 'return' || kind === 'void') {
      const sold = any(packages, which);
      const body = kind === 'void' || which % 2 ? { reason: 'x' } : { amount, reason: 'x' };
      if (sold)
        await on.post(`/beauty/client-packages/${sold.id}/${kind === 'void' ? 'void' : 'refund'}`, body, salon.token);
    } else await change(salon, visit.id, { status: kind === 'no_show' ? 'no_show' : 'confirmed' });
  }
  const all = await Promise.all(['day', 'client', 'service', 'staff'].map((group_by) => sales({ group_by })));
  for (const { totals } of all) {
    expectEquation(totals);
    expect(totals).toEqual(all[0]?.totals);
  }
  for (const { rows } of all.slice(0, 2)) rows.forEach(expectEquation);
  const payments: Json[] = must(await on.get('/beauty/payments?page_size=100', salon.token), 200);
  const net = payments.reduce((sum, { kind, amount }) => sum + (kind === 'refund' ? -sen(amount) : sen(amount)), 0);
  if (payments.length < 100) expect(sen(all[0]?.totals.collected)).toBe(net);
});
