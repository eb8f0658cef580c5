import {
  act,
  book,
  broughtBy,
  change,
  newSalon,
  paymentsOf,
  readAppointment,
  registerForSst,
  type Salon,
} from '../../support/beauty-money.js';
import { beautyRecord, configureBeauty } from '../../support/beauty.js';
import type { Json } from '../../support/client.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { must } from '../../support/healthcare.js';
import { atOnce, withStatus } from '../../support/retail.js';

let salon: Salon;
beforeAll(async () => {
  salon = await newSalon();
});

const money = ({ status, payment_status, total_amount, amount_paid, amount_refunded }: Json) => [
  status,
  payment_status,
  total_amount,
  amount_paid,
  amount_refunded,
];
const done = async (id: string, verb: string, body: unknown = {}) => must(await act(salon, id, verb, body), 200);
const changed = async (id: string, body: unknown) => must(await change(salon, id, body), 200);

describe('A-245: payment_status', () => {
  it('paid receives what is open, once; refunded gives it back', async () => {
    const made = await book(salon, { payment_status: 'paid', payment_method: 'cash' });
    expect(money(made)).toEqual(['pending', 'paid', null, 80, 0]);
    for (let i = 0; i < 2; i++) expect(money(await changed(made.id, { payment_status: 'paid' }))).toEqual(money(made));
    expect(money(await changed(made.id, { payment_status: 'refunded' }))).toEqual(['pending', 'refunded', null, 0, 80]);
    expect(await paymentsOf(salon, made.id)).toEqual([
      ['payment', 80, 0],
      ['refund', 80, 0],
    ]);
  });

  it('any other text is kept as sent and moves nothing; default pending', async () => {
    const { id, payment_status } = await book(salon);
    expect(payment_status).toBe('pending');
    for (const said of ['partially_paid', 'ansuran', 'Paid'])
      expect(money(await changed(id, { payment_status: said }))).toEqual(['pending', said, null, 0, 0]);
    expect(await paymentsOf(salon, id)).toEqual([]);
  });

  it('paid follows the amounts when lines change, and a further paid receives the difference', async () => {
    const { id } = await book(salon, { payment_status: 'paid' });
    const services = [{ service_id: salon.cut }, { service_id: salon.wash }];
    expect(money(await changed(id, { services }))).toEqual(['pending', 'partially_paid', null, 80, 0]);
    expect(money(await changed(id, { payment_status: 'paid' }))).toEqual(['pending', 'paid', null, 125.5, 0]);
    expect(money(await changed(id, { services: services.slice(1) }))).toEqual(['pending', 'paid', null, 125.5, 0]);
  });

  it('A-243: a paid one that is read and sent back with one more line pays nothing for it', async () => {
    const { id, services, ...made } = await book(salon, { payment_status: 'paid' });
    const body = { ...made, services: [...services, { service_id: salon.wash }] };
    expect(money(await changed(id, body))).toEqual(['pending', 'partially_paid', null, 80, 0]);
    expect(money(await changed(id, { ...made, services }))).toEqual(['pending', 'paid', null, 80, 0]);
    expect(await paymentsOf(salon, id)).toEqual([['payment', 80, 0]]);
  });

  it('20 at once receive one payment', async () => {
    const { id } = await book(salon);
    const answers = await atOnce(20, () => change(salon, id, { payment_status: 'paid' }));
    expect(withStatus(answers, 200)).toHaveLength(20);
    expect(await paymentsOf(salon, id)).toEqual([['payment', 80, 0]]);
  });
});

describe('A-112, A-246: complete/', () => {
  it.each<[Record<string, unknown>, unknown[]]>([
    [{ total_amount: 80, payment_received: 80 }, ['completed', 'paid', 80, 80, 0]],
    [{ payment_received: true }, ['completed', 'paid', 80, 80, 0]],
    [{ payment_received: 30 }, ['completed', 'partially_paid', 80, 30, 0]],
    [{ payment_received: false }, ['completed', 'pending', 80, 0, 0]],
    [{}, ['completed', 'pending', 80, 0, 0]],
    [{ payment_received: 100 }, ['completed', 'paid', 80, 80, 0]],
    [{ total_amount: 0 }, ['completed', 'paid', 0, 0, 0]],
    [{ total_amount: 95.5, payment_received: true }, ['completed', 'paid', 95.5, 95.5, 0]],
  ])('%j', async (body, figures) => {
    const { id } = await book(salon);
    const made = await done(id, 'complete', body);
    expect(money(made)).toEqual(figures);
    expect([made.total_price, made.payment_received]).toEqual([80, body.payment_received ?? null]);
    expect(await readAppointment(salon, id)).toEqual(made);
  });

  it('what was received before counts; payment_method absent is kept, a card in it is cut', async () => {
    const { id } = await book(salon, { payment_status: 'paid', payment_method: 'kad 4111 1111 1111 1111' });
    expect(await done(id, 'complete')).toMatchObject({
      payment_status: 'paid',
      amount_paid: 80,
      payment_method: 'kad •••• 1111',
    });
    const other = await book(salon);
    expect(await done(other.id, 'complete', { payment_method: '4111111111111111' })).toMatchObject({
      payment_method: '•••• 1111',
    });
  });

  it.each([
    ['payment_received', ['80', 'true', [], {}, -1, 1e300]],
    ['total_amount', ['80', true, -0.01, 1e15, []]],
    ['payment_method', [7, true]],
  ])('%s of another type or beyond its limits: 400, and nothing changes', async (field, values) => {
    const before = await book(salon);
    for (const value of values) expectInvalid(on, await act(salon, before.id, 'complete', { [field]: value }), field);
    expect(await readAppointment(salon, before.id)).toEqual(before);
  });

  it('A-30: 20 at once against cancel/: one winner, one set of payments', async () => {
    const { id } = await book(salon, { payment_status: 'paid' });
    const answers = await atOnce(20, (i) =>
      i % 2 === 0
        ? act(salon, id, 'complete', { payment_received: true })
        : act(salon, id, 'cancel', { refund_amount: 80 }),
    );
    expect([withStatus(answers, 200).length, withStatus(answers, 409).length]).toEqual([1, 19]);
    const { status, amount_paid } = await readAppointment(salon, id);
    const entries = await paymentsOf(salon, id);
    expect([entries.length, amount_paid]).toEqual(status === 'completed' ? [1, 80] : [2, 0]);
  });
});

describe('A-248: cancel/', () => {
  it('without a recorded payment counts the refund as received, too', async () => {
    const { id } = await book(salon);
    expectInvalid(on, await act(salon, id, 'cancel', { refund_amount: 80.01 }), 'refund_amount');
    expectInvalid(on, await act(salon, id, 'cancel', { refund_amount: -1 }), 'refund_amount');
    expect((await readAppointment(salon, id)).status).toBe('pending');
    const made = await done(id, 'cancel', { refund_amount: 50 });
    expect(money(made)).toEqual(['cancelled', 'refunded', null, 0, 50]);
    expect(made.refund_amount).toBe(50);
    expect(await paymentsOf(salon, id)).toEqual([
      ['payment', 50, 30],
      ['refund', 50, 0],
    ]);
  });

  it('gives back no more than was paid', async () => {
    const { id } = await book(salon);
    must(await act(salon, id, 'payments', { amount: 30 }), 201);
    expectInvalid(on, await act(salon, id, 'cancel', { refund_amount: 30.01 }), 'refund_amount');
    expect(money(await done(id, 'cancel', { refund_amount: 20 }))).toEqual(['cancelled', 'refunded', null, 10, 20]);
  });

  it.each<[Record<string, unknown>]>([[{}], [{ refund_amount: 0 }], [{ refund_amount: null }]])(
    '%j leaves the payment alone',
    async (body) => {
      const { id } = await book(salon, { payment_status: 'paid' });
      const made = await done(id, 'cancel', body);
      expect(money(made)).toEqual(['cancelled', 'paid', null, 80, 0]);
      expect(made.refund_amount).toBe(body.refund_amount ?? null);
    },
  );
});

describe('A-249: a status that is set by hand', () => {
  it('moves no money: completed has no total_amount, and complete/ after a PUT back is a new completion', async () => {
    const { id } = await book(salon);
    await done(id, 'complete', { total_amount: 60, payment_received: true });
    expect(money(await changed(id, { status: 'confirmed' }))).toEqual(['confirmed', 'paid', null, 60, 0]);
    expect(await broughtBy(id)).toEqual([
      { share: null, tax: null, commission_rate: null, commission: null, discount: 0 },
    ]);
    expect(money(await changed(id, { status: 'completed' }))).toEqual(['completed', 'paid', null, 60, 0]);
    expect(await broughtBy(id)).toMatchObject([{ share: 80 }]);
    await changed(id, { status: 'confirmed' });
    expect(money(await done(id, 'complete'))).toEqual(['completed', 'partially_paid', 80, 60, 0]);
  });

  it('a body that came from GET changes nothing but updated_at, for any payments', async () => {
    const { id } = await book(salon, { services: [{ service_id: salon.cut, staff_id: salon.members[0] }] });
    const before = await done(id, 'complete', { total_amount: 60, payment_received: 20 });
    const brought = await broughtBy(id);
    expect(await changed(id, before)).toEqual({ ...before, updated_at: expect.any(String) });
    expect([await broughtBy(id), (await paymentsOf(salon, id)).length]).toEqual([brought, 1]);
  });
});

describe('A-267, A-272: what lines bring', () => {
  const two = () => [
    { service_id: salon.cut, staff_id: salon.members[0] },
    { service_id: salon.wash, staff_id: salon.members[1] },
  ];

  it('by what is due, with the commission of the rate at completion', async () => {
    const { id } = await book(salon, { services: two() });
    await done(id, 'complete', { total_amount: 100, payment_received: true });
    const brought = [
      { share: 63.75, tax: 0, commission_rate: 10, commission: 6.38, discount: 0 },
      { share: 36.25, tax: 0, commission_rate: 0, commission: 0, discount: 0 },
    ];
    expect(await broughtBy(id)).toEqual(brought);
    must(await on.put(`/beauty/staff/${salon.members[0]}`, { commission_rate: 20 }, salon.token), 200);
    try {
      await changed(id, { notes: 'later' });
      expect(await broughtBy(id)).toEqual(brought);
      await changed(id, { services: [...two(), { service_id: salon.cut, staff_id: salon.members[0] }] });
      expect(await broughtBy(id)).toMatchObject([
        { commission_rate: 10 },
        { commission_rate: 0 },
        { commission_rate: 20 },
      ]);
    } finally {
      must(await on.put(`/beauty/staff/${salon.members[0]}`, { commission_rate: 10 }, salon.token), 200);
    }
  });

  it('becomes less by refunds, and nothing once it is no longer completed', async () => {
    const { id } = await book(salon, { services: two() });
    await done(id, 'complete', { payment_received: true });
    expect(await broughtBy(id)).toMatchObject([{ share: 80, commission: 8 }, { share: 45.5 }]);
    await changed(id, { payment_status: 'refunded' });
    expect(await broughtBy(id)).toMatchObject([{ share: 0, commission: 0 }, { share: 0 }]);
    // A second receipt counts again.
    await changed(id, { payment_status: 'paid' });
    expect(await broughtBy(id)).toMatchObject([{ share: 80, commission: 8 }, { share: 45.5 }]);
    await changed(id, { status: 'cancelled' });
    expect(await broughtBy(id)).toMatchObject([{ share: null, commission: null }, { share: null }]);
  });

  it('no answer shows them', async () => {
    const { id } = await book(salon, { services: two() });
    const [line] = (await done(id, 'complete')).services;
    expect(Object.keys(line).sort()).toEqual(
      ['end_time', 'price', 'service_id', 'service_name', 'staff_id', 'staff_name', 'start_time'].sort(),
    );
  });

  it('SST is within the share, of a registered business alone', async () => {
    const taxed = await newSalon();
    const { id: service_id } = await beautyRecord(taxed.tenant, '/services', { name: 'Spa', price: 108, tax_rate: 8 });
    const booked = () => book(taxed, { services: [{ service_id, staff_id: taxed.members[0] }] });
    const before = await booked();
    must(await act(taxed, before.id, 'complete'), 200);
    expect(await broughtBy(before.id)).toMatchObject([{ share: 108, tax: 0, commission: 10.8 }]);
    await registerForSst(taxed);
    const after = await booked();
    must(await act(taxed, after.id, 'complete'), 200);
    expect(await broughtBy(after.id)).toMatchObject([{ share: 108, tax: 8, commission: 10 }]);
  });

  it('A-254: a member who was deleted still earns it', async () => {
    const own = await newSalon();
    const { id } = await book(own, { services: [{ service_id: own.cut, staff_id: own.members[0] }] });
    for (const path of [`staff/${own.members[0]}`, `services/${own.cut}`, `clients/${own.client_id}`])
      must(await on.send('DELETE', `/beauty/${path}`, { token: own.token }), 200);
    expect(must(await act(own, id, 'complete', { payment_received: true }), 200)).toMatchObject({ amount_paid: 80 });
    expect(await broughtBy(id)).toMatchObject([{ share: 80, commission_rate: 10, commission: 8 }]);
  });
});

describe('A-270: apply_membership_benefits', () => {
  const gold = (own: Salon, value: number, more: Record<string, unknown> = {}) =>
    beautyRecord(own.tenant, '/memberships', {
      client_id: own.client_id,
      membership_type: 'Gold',
      benefits: [{ benefit: 'Diskaun', type: 'percentage_discount', value }],
      ...more,
    });

  it('takes off the largest of what memberships in force and the service give, on demand alone', async () => {
    const own = await newSalon();
    await gold(own, 10);
    await gold(own, 50, { start_date: '2024-01-01', end_date: '2024-12-31' });
    const complete = async (body: Record<string, unknown> = {}) => {
      const { id } = await book(own, { services: [{ service_id: own.cut }, { service_id: own.wash }] });
      return [must(await act(own, id, 'complete', body), 200), (await broughtBy(id)).map(({ discount }) => discount)];
    };
    expect(await complete()).toMatchObject([{ total_amount: 125.5, discount_amount: 0 }, [0, 0]]);
    await configureBeauty(own.tenant, { apply_membership_benefits: true });
    expect(await complete()).toMatchObject([
      { total_price: 125.5, total_amount: 112.95, discount_amount: 12.55 },
      [8, 4.55],
    ]);
    must(await on.put(`/beauty/services/${own.cut}`, { membership_discount: 25 }, own.token), 200);
    expect(await complete()).toMatchObject([{ total_amount: 100.95, discount_amount: 24.55 }, [20, 4.55]]);
    expect(await complete({ total_amount: 90 })).toMatchObject([{ total_amount: 90, discount_amount: 0 }, [0, 0]]);
  });

  it('Gold 10 %, price 80: total_amount 72; without a membership the service takes nothing off', async () => {
    const own = await newSalon();
    await configureBeauty(own.tenant, { apply_membership_benefits: true });
    must(await on.put(`/beauty/services/${own.cut}`, { membership_discount: 5 }, own.token), 200);
    const completed = async () => must(await act(own, (await book(own)).id, 'complete'), 200);
    expect(await completed()).toMatchObject({ total_amount: 80, discount_amount: 0 });
    await gold(own, 10);
    expect(await completed()).toMatchObject({ total_amount: 72, discount_amount: 8, total_price: 80 });
  });
});

describe('A-260: deduct_products_used', () => {
  const used = (product_id: unknown, quantity: unknown) => ({
    services_rendered: [
      { service_id: salon.cut, notes: null, products_used: ['Serum', { product_id, quantity }], recommendations: [] },
    ],
  });
  const newProduct = (own: Salon, stock_quantity: number) =>
    beautyRecord(own.tenant, '/products', { name: 'Serum', price: 45.9, stock_quantity });
  const movements = async (own: Salon, id: string): Promise<Json[]> =>
    must(await on.get(`/beauty/products/${id}/movements`, own.token), 200);

  it('off: the stock stays, and an unknown product is a note', async () => {
    const product = await newProduct(salon, 5);
    await done((await book(salon)).id, 'complete', used(product.id, 2));
    await done((await book(salon)).id, 'complete', used('x', 2));
    expect(await movements(salon, product.id)).toHaveLength(1);
  });

  it('on: takes what is there, once per appointment, and notes what was short; an unknown product is 400', async () => {
    const own = await newSalon();
    await configureBeauty(own.tenant, { deduct_products_used: true });
    const product = await newProduct(own, 5);
    const body = (quantity: unknown, product_id: unknown = product.id) => ({
      services_rendered: [
        { service_id: own.cut, notes: null, products_used: ['Serum', { product_id, quantity }], recommendations: [] },
      ],
    });
    const { id } = await book(own);
    const place = 'services_rendered.0.products_used.1';
    for (const unknown of ['x', UNKNOWN_ID])
      expectInvalid(on, await act(own, id, 'complete', body(1, unknown)), `${place}.product_id`);
    for (const wrong of [0, 1.5, '2'])
      expectInvalid(on, await act(own, id, 'complete', body(wrong)), `${place}.quantity`);
    expect((await readAppointment(own, id)).status).toBe('pending');
    must(await act(own, id, 'complete', body(3)), 200);
    must(await change(own, id, { status: 'confirmed' }), 200);
    must(await act(own, id, 'complete', body(3)), 200);
    must(await act(own, (await book(own)).id, 'complete', body(7)), 200);
    expect((await movements(own, product.id)).map((m) => [m.kind, m.quantity_changed, m.shortage])).toEqual([
      ['used', -2, 5],
      ['used', -3, 0],
      ['opening', 5, 0],
    ]);
  });
});

it('what is booked as completed brings what its prices say', async () => {
  const { id } = await book(salon, { status: 'completed', payment_status: 'paid' });
  expect(await broughtBy(id)).toMatchObject([{ share: 80, tax: 0, commission: 0 }]);
  expect(await paymentsOf(salon, id)).toEqual([['payment', 80, 0]]);
  expect((await readAppointment(salon, id)).total_amount).toBeNull();
});
