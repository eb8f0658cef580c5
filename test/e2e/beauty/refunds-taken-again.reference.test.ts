import { act, book, broughtBy, change, newSalon, registerForSst, type Salon } from '../../support/beauty-money.js';
import { beautyRecord } from '../../support/beauty.js';
import { call, type Json } from '../../support/client.js';
import { must } from '../../support/healthcare.js';
import { atOnce, withStatus } from '../../support/retail.js';

/** what counts of an appointment is what is charged less what was given back and not received again. */

let salon: Salon;
let spa: string;
beforeEach(async () => {
  salon = await newSalon();
  await registerForSst(salon);
  spa = (await beautyRecord(salon.tenant, '/services', { name: 'Spa', price: 99.97, tax_rate: 8 })).id;
});

const report = async (name: string): Promise<{ rows: Json[]; totals: Json }> =>
  must(await call('GET', `/api/v1/beauty/reports/${name}/`, { token: salon.token }), 200);
const bookSpa = (body: Record<string, unknown> = {}) =>
  book(salon, { services: [{ service_id: spa, staff_id: salon.members[0] }], ...body });
const pay = (id: string, amount: number, payment_method: string) =>
  act(salon, id, 'payments', { amount, payment_method });

it('a visit that is refunded and paid again counts as if never refunded', async () => {
  const { id } = await bookSpa({ payment_method: 'card' });
  must(await act(salon, id, 'complete', { payment_received: true }), 200);
  const [sales, commissions, lines] = [await report('sales'), await report('commissions'), await broughtBy(id)];
  expect(sales.totals).toMatchObject({ total: 99.97, tax: 7.41, collected: 99.97, outstanding: 0 });
  must(await change(salon, id, { payment_status: 'refunded' }), 200);
  expect((await report('sales')).totals).toMatchObject({ total: 0, tax: 0, collected: 0, outstanding: 0 });
  expect((await report('commissions')).totals).toMatchObject({ share: 0, commission: 0 });
  must(await pay(id, 99.97, 'cash'), 201);
  expect([await report('sales'), await report('commissions'), await broughtBy(id)]).toEqual([
    sales,
    commissions,
    lines,
  ]);
});

it('what is paid again in part counts in part', async () => {
  const { id } = await bookSpa();
  must(await act(salon, id, 'complete', { payment_received: true }), 200);
  must(await change(salon, id, { payment_status: 'refunded' }), 200);
  must(await pay(id, 54, 'cash'), 201);
  expect((await report('sales')).totals).toMatchObject({ total: 54, tax: 4, collected: 54, outstanding: 0 });
});

it('what was given back before the completion and is taken again changes nothing', async () => {
  const { id } = await bookSpa({ payment_status: 'paid' });
  must(await change(salon, id, { payment_status: 'refunded' }), 200);
  must(await act(salon, id, 'complete', {}), 200);
  expect((await report('sales')).totals).toMatchObject({ total: 99.97, tax: 7.41, collected: 0, outstanding: 99.97 });
  must(await pay(id, 99.97, 'cash'), 201);
  expect((await report('sales')).totals).toMatchObject({ total: 99.97, collected: 99.97, outstanding: 0 });
});

it('a visit that is completed again forgets the refunds of the completion before', async () => {
  const { id } = await bookSpa({ payment_status: 'paid' });
  must(await act(salon, id, 'complete', {}), 200);
  must(await change(salon, id, { payment_status: 'refunded' }), 200);
  must(await change(salon, id, { status: 'confirmed' }), 200);
  must(await act(salon, id, 'complete', { payment_received: true }), 200);
  expect((await report('sales')).totals).toMatchObject({ total: 99.97, collected: 99.97, outstanding: 0 });
});

it('20 payments and 20 refunds at once: what counts is what was kept', async () => {
  const { id } = await bookSpa();
  must(await act(salon, id, 'complete', { payment_received: true }), 200);
  const answers = await atOnce(40, (i) =>
    i % 2 ? pay(id, 99.97, 'cash') : change(salon, id, { payment_status: 'refunded' }),
  );
  expect(withStatus(answers, 200)).toHaveLength(20);
  const { totals } = await report('sales');
  expect([0, 99.97]).toContain(totals.collected);
  expect([totals.total, totals.outstanding]).toEqual([totals.collected, 0]);
});
