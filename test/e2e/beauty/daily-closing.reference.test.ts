import fc from 'fast-check';
import { book, change, newPackage, newSalon, type Salon } from '../../support/beauty-money.js';
import { call, type Json } from '../../support/client.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { newTenant, newUser, type Person } from '../../support/people.js';
import { allRows, atOnce, inTurns, withStatus } from '../../support/retail.js';

/** what a salon took and gave back on a day, and counts of its till. */

const today = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

let salon: Salon;
let admin: Person;
let mei: Person;
beforeEach(async () => {
  salon = await newSalon();
  admin = salon.tenant.admin;
  mei = await newUser(salon.tenant, 'staff');
});

const closing = async (query: Record<string, string> = {}): Promise<{ rows: Json[]; totals: Json }> =>
  must(
    await call('GET', `/api/v1/beauty/reports/daily-closing/?${new URLSearchParams(query)}`, { token: admin.token }),
    200,
  );
const payments = (query = ''): Promise<Json[]> => allRows(`/beauty/payments${query}`, admin.token);
const count = (body: Json, by = admin) => on.post('/beauty/daily-closings', body, by.token);
const post = async (by: Person, path: string, body: Json): Promise<Json> => {
  const answer = await on.post(`/beauty/${path}`, body, by.token);
  if (answer.status >= 300) throw new Error(answer.text);
  return answer.body.data;
};
const pay = (by: Person, id: string, amount: number, payment_method: string) =>
  post(by, `appointments/${id}/payments`, { amount, payment_method });

/** A deposit and a completion by Mei, a package and a refund by the administrator. */
async function aDay(): Promise<void> {
  const [one, other] = [await book(salon), await book(salon)];
  await pay(mei, one.id, 30, 'cash');
  await post(mei, `appointments/${one.id}/complete`, { payment_received: true, payment_method: ' Tunai' });
  await post(admin, `appointments/${other.id}/complete`, { payment_received: true, payment_method: 'card' });
  const { id: package_id } = await newPackage(salon, 4, { total_price: 399.98 });
  await post(admin, `clients/${salon.client_id}/packages`, { package_id, payment_method: 'cash' });
  must(await change(salon, other.id, { payment_status: 'refunded' }), 200);
}

it('tells takings, deposits, package sales and refunds by receiver and method, cash in coins', async () => {
  await aDay();
  const { rows, totals } = await closing();
  const shown = rows.map(
    ({ group, payment_method, takings, deposits, package_sales, refunds, net, rounding, cash }) => [
      group,
      payment_method.trim(),
      ...[takings, deposits, package_sales, refunds, net, rounding, cash],
    ],
  );
  expect(shown).toHaveLength(3);
  expect(shown).toEqual(
    expect.arrayContaining([
      // one method under all its names.
      [mei.id, 'Tunai', 80, 30, 0, 0, 80, 0, 80],
      [admin.id, 'card', 80, 0, 0, 80, 0, 0, 0],
      [admin.id, 'cash', 399.98, 0, 399.98, 0, 399.98, 0.02, 400],
    ]),
  );
  expect(totals).toMatchObject({ payments: 4, takings: 559.98, refunds: 80, net: 479.98, rounding: 0.02, cash: 480 });
  expect((await closing({ cashier: mei.id })).totals).toMatchObject({ takings: 80, cash: 80, expected_cash: 80 });
  expect((await closing({ cashier: 'unspecified' })).totals).toMatchObject({ takings: 0 });
  expect((await closing({ date: '2020-01-01' })).rows).toEqual([]);
});

it('cash that is paid in parts is rounded as its sum is, and given back as it was rounded', async () => {
  const { id } = await book(salon, { services: [{ service_id: salon.cut }] });
  for (const amount of [20.01, 20.02, 20.02]) await pay(mei, id, amount, 'cash');
  // 20.01, 40.03 and 60.05 in coins are 20.00, 40.05 and 60.05.
  expect((await closing()).totals).toMatchObject({ takings: 60.05, rounding: 0, cash: 60.05 });
  const other = await book(salon, { payment_status: 'paid', payment_method: 'card' });
  must(await change(salon, other.id, { payment_status: 'refunded', payment_method: 'cash' }), 200);
  expect((await closing()).totals).toMatchObject({ cash: -19.95 });
});

it('the list has every payment with its receiver, by day, method and receiver', async () => {
  await aDay();
  const all = await payments();
  expect(all.map(({ kind, purpose, amount, received_by }) => [kind, purpose, amount, received_by])).toEqual([
    ['refund', 'visit', 80, admin.id],
    ['payment', 'package', 399.98, admin.id],
    ['payment', 'visit', 80, admin.id],
    ['payment', 'visit', 50, mei.id],
    ['payment', 'deposit', 30, mei.id],
  ]);
  expect(all.map(({ record_type }) => record_type).filter((type) => type === 'client_package')).toHaveLength(1);
  expect(all[0]?.received_by_name).not.toBeNull();
  // under each of its names.
  for (const method of ['CASH', 'tunai ']) expect(await payments(`?method=${method}`)).toHaveLength(3);
  expect(await payments('?method=kad')).toHaveLength(2);
  expect(await payments(`?received_by=${mei.id}`)).toHaveLength(2);
  expect(await payments('?received_by=unspecified')).toEqual([]);
  expect(await payments(`?date_from=${today()}&date_to=${today()}`)).toHaveLength(5);
  expect(await payments('?date_to=2020-01-01')).toEqual([]);
  const pages = await allRows('/beauty/payments', admin.token, 2);
  expect(pages).toEqual(all);
});

it('a count is kept with its difference; a further one of the day is a further record, and the latest counts', async () => {
  await aDay();
  const kept = must(await count({ date: today(), counted_cash: 679, float: 200, note: 'short' }), 201);
  expect(kept).toMatchObject({
    ...{ date: today(), cashier: null, float: 200, counted_cash: 679, expected_cash: 680, difference: -1 },
    ...{ note: 'short', counted_by: admin.id },
  });
  const again = must(await count({ counted_cash: 680, float: 200 }), 201);
  const meis = must(await count({ counted_cash: 85, float: 5, cashier: mei.id }, mei), 201);
  expect(meis).toMatchObject({ cashier: mei.id, expected_cash: 85, difference: 0, counted_by: mei.id });
  expect(await allRows('/beauty/daily-closings', admin.token)).toEqual([meis, again, kept]);
  expect(await allRows(`/beauty/daily-closings?cashier=${mei.id}`, admin.token)).toEqual([meis]);
  expect(await allRows('/beauty/daily-closings?date_to=2020-01-01', admin.token)).toEqual([]);
  const { rows, totals } = await closing({ group_by: 'cashier' });
  expect(rows.find(({ group }) => group === mei.id)).toMatchObject({
    expected_cash: 85,
    counted_cash: 85,
    difference: 0,
  });
  expect(rows.find(({ group }) => group === admin.id)).toMatchObject({
    counted_cash: null,
    difference: null,
    counts: 0,
  });
  expect(totals).toMatchObject({ float: 200, expected_cash: 680, counted_cash: 680, difference: 0, counts: 2 });
  // Later payments change no count, and show in the report.
  await pay(mei, (await book(salon)).id, 10, 'cash');
  expect(await allRows('/beauty/daily-closings', admin.token)).toEqual([meis, again, kept]);
  expect((await closing()).totals).toMatchObject({ expected_cash: 690, counted_cash: 680, difference: -10 });
});

it('counts of cashiers alone are added up, also of one who took nothing', async () => {
  await aDay();
  const siti = await newUser(salon.tenant, 'staff');
  must(await count({ counted_cash: 80, cashier: mei.id }), 201);
  must(await count({ counted_cash: 100, float: 100, cashier: siti.id }), 201);
  const { rows, totals } = await closing({ group_by: 'cashier' });
  expect(rows.find(({ group }) => group === siti.id)).toMatchObject({ takings: 0, counted_cash: 100, difference: 0 });
  expect(totals).toMatchObject({ float: 100, counted_cash: 180, counts: 2 });
});

it('20 counts at once are all kept', async () => {
  const answers = await atOnce(20, () => count({ counted_cash: 10 }));
  expect(withStatus(answers, 201)).toHaveLength(20);
  expect((await closing()).totals).toMatchObject({ counted_cash: 10, counts: 20 });
});

it.each([
  ['counted_cash', [-0.01, '10', true, 1e300, null]],
  ['float', [-1, 'x', 1e15]],
  ['date', ['2026-02-30', '9999-01-01', 7]],
  ['cashier', ['x', UNKNOWN_ID, 7]],
  ['note', [7, 'x'.repeat(10_001)]],
])('%s of another kind or beyond its limits: 400, and nothing is kept', async (field, values) => {
  for (const value of values) expectInvalid(on, await count({ counted_cash: 1, [field]: value }), field);
  expectInvalid(on, await count({}), 'counted_cash');
  expect(await allRows('/beauty/daily-closings', admin.token)).toEqual([]);
});

it('the largest amounts are refused where they do not fit together', async () => {
  await aDay();
  expectInvalid(on, await count({ counted_cash: 0, float: 999_999_999_999.99 }), 'float');
});

it('another business sees nothing of it', async () => {
  await aDay();
  must(await count({ counted_cash: 1 }), 201);
  const other = await newTenant();
  for (const list of ['payments', 'daily-closings'])
    expect(await allRows(`/beauty/${list}`, other.admin.token)).toEqual([]);
});

it('all formats agree', async () => {
  await aDay();
  const file = await call('GET', '/api/v1/beauty/reports/daily-closing/?format=csv&group_by=cashier', {
    token: admin.token,
  });
  const lines = file.text.trim().split(/\r?\n/);
  const keys = (lines[0] as string).replace('\ufeff', '').split(',');
  const { rows } = await closing({ group_by: 'cashier' });
  const written = rows.map((row) => keys.map((key) => row[key]));
  const told = lines
    .slice(1)
    .map((line) => line.split(',').map((value) => (/^-?[\d.]+$/.test(value) ? Number(value) : value)));
  expect(told).toEqual(written.map((row) => row.map((value) => value ?? '')));
  const pdf = await call('GET', '/api/v1/beauty/reports/daily-closing/?format=pdf', { token: admin.token });
  expect(pdf.status).toBe(200);
});

it('of random payments and refunds, every figure is that of the list', async () => {
  const step = fc.record({
    which: fc.nat(4),
    what: fc.constantFrom('pay', 'complete', 'refund'),
    sen: fc.integer({ min: 1, max: 4_000 }),
    method: fc.constantFrom('cash', 'Tunai ', 'card', 'duitnow'),
    isMei: fc.boolean(),
  });
  const visits = await inTurns(
    1,
    Array.from({ length: 5 }, () => () => book(salon)),
  );
  for (const { which, what, sen, method, isMei } of fc.sample(step, 40)) {
    const { id } = visits[which];
    const by = isMei ? mei : admin;
    if (what === 'pay')
      await on.post(`/beauty/appointments/${id}/payments`, { amount: sen / 100, payment_method: method }, by.token);
    else if (what === 'complete')
      await on.post(`/beauty/appointments/${id}/complete`, { payment_received: true }, by.token);
    else await on.put(`/beauty/appointments/${id}`, { payment_status: 'refunded', payment_method: method }, by.token);
  }
  const all = await payments();
  const sum = (rows: Json[], kind: string) =>
    rows.filter((row) => row.kind === kind).reduce((total: number, { amount }) => total + Math.round(amount * 100), 0);
  const methodOf = (text: string | null) => text?.trim().toLowerCase().replace('tunai', 'cash');
  for (const group_by of ['payment_method', 'cashier']) {
    const { rows, totals } = await closing({ group_by });
    expect([Math.round(totals.takings * 100), Math.round(totals.refunds * 100)]).toEqual([
      sum(all, 'payment'),
      sum(all, 'refund'),
    ]);
    for (const row of rows) {
      const own = all.filter(
        ({ received_by, payment_method }) =>
          received_by === row.group &&
          (group_by === 'cashier' || methodOf(payment_method) === methodOf(row.payment_method)),
      );
      expect([Math.round(row.takings * 100), Math.round(row.refunds * 100)]).toEqual([
        sum(own, 'payment'),
        sum(own, 'refund'),
      ]);
    }
    expect(Math.abs(Math.round(totals.cash * 100) % 5)).toBe(0);
  }
});
