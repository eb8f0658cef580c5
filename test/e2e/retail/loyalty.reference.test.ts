import { type Json } from '../../support/client.js';
import { UNKNOWN_ID, contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { configureRetail, newCustomer, newProduct, sell } from '../../support/retail.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const customers = '/retail/customers';
async function customerWith(loyalty_points: number, by = token, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await on.post(customers, { first_name: 'Siti', last_name: 'Nur', loyalty_points, ...more }, by);
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}
const read = async (id: string, by = token): Promise<Json> => on.data(await on.get(`${customers}/${id}`, by));
const movements = async (id: string, by = token): Promise<Json[]> =>
  (await on.get(`${customers}/${id}/points?page_size=100`, by)).body.data;
const update = (body: unknown, by?: string) => on.post('/retail/loyalty/update-points', body, by);
const redeem = (body: unknown, by?: string) => on.post('/retail/loyalty/redeem', body, by);
const SHARED = ['customer_id', 'previous_points', 'points_changed', 'loyalty_points', 'loyalty_tier', 'reference'];

describe('POST /api/v1/retail/loyalty/update-points/', () => {
  it('A-104: adds unless told otherwise, and answers exactly what changed', async () => {
    const customer_id = await customerWith(100);
    const answer = await update({ customer_id, points: 50, reason: 'Hari jadi', reference: 'P-1' }, token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body.data, [...SHARED, 'operation']);
    expect(answer.body.data).toEqual({
      customer_id,
      previous_points: 100,
      points_changed: 50,
      loyalty_points: 150,
      loyalty_tier: 'bronze',
      operation: 'add',
      reference: 'P-1',
    });
    expect(await read(customer_id)).toMatchObject({ loyalty_points: 150, loyalty_tier: 'bronze' });
  });

  it.each([
    ['add', 40, 140, 40, 'add'],
    ['subtract', 40, 60, -40, 'subtract'],
    ['deduct', 40, 60, -40, 'subtract'],
    ['remove', 100, 0, -100, 'subtract'],
    ['set', 40, 40, -60, 'set'],
    ['set', 0, 0, -100, 'set'],
    ['set', 140, 140, 40, 'set'],
  ])('A-104: %s %i of 100 leaves %i', async (operation, points, left, points_changed, done) => {
    const customer_id = await customerWith(100);
    const { data } = (await update({ customer_id, points, operation }, token)).body;
    expect(data).toMatchObject({ previous_points: 100, points_changed, loyalty_points: left, operation: done });
    expect(data.reference).toBeNull();
    expect((await read(customer_id)).loyalty_points).toBe(left);
    expect((await movements(customer_id))[0]).toMatchObject({ kind: 'update', points_changed, balance: left });
  });

  it('A-104: refuses to subtract more than there is, and leaves the balance alone', async () => {
    const customer_id = await customerWith(100);
    const before = await read(customer_id);
    for (const operation of ['subtract', 'deduct', 'remove'])
      expectInvalid(on, await update({ customer_id, points: 101, operation }, token), 'points');
    expect(await read(customer_id)).toEqual(before);
    expect(await movements(customer_id)).toHaveLength(1);
  });

  it('A-22: refuses a balance beyond 32 bits', async () => {
    const customer_id = await customerWith(1);
    expectInvalid(on, await update({ customer_id, points: 2 ** 31 - 1 }, token), 'points');
    expect((await update({ customer_id, points: 2 ** 31 - 2 }, token)).body.data.loyalty_points).toBe(2 ** 31 - 1);
    expectInvalid(on, await update({ customer_id, points: 1 }, token), 'points');
    const { data } = (await update({ customer_id, points: 0, operation: 'set' }, token)).body;
    expect(data.points_changed).toBe(-(2 ** 31 - 1));
  });

  it('A-103: recomputes the tier at every change, up and down, and drops one that was given', async () => {
    const customer_id = await customerWith(999, token, { loyalty_tier: 'platinum' });
    expect((await read(customer_id)).loyalty_tier).toBe('platinum');
    const tiers: [operation: string, points: number, tier: string][] = [
      ['add', 1, 'silver'],
      ['set', 4_999, 'silver'],
      ['add', 1, 'gold'],
      ['set', 9_999, 'gold'],
      ['add', 1, 'platinum'],
      ['subtract', 9_001, 'bronze'],
    ];
    for (const [operation, points, tier] of tiers) {
      const { data } = (await update({ customer_id, points, operation }, token)).body;
      expect([operation, points, data.loyalty_tier]).toEqual([operation, points, tier]);
      expect((await read(customer_id)).loyalty_tier).toBe(tier);
    }
  });

  it('A-103, A-167: setting the same number is no movement, and leaves a given tier', async () => {
    const customer_id = await customerWith(100, token, { loyalty_tier: 'gold' });
    const before = await read(customer_id);
    const { data } = (await update({ customer_id, points: 100, operation: 'set' }, token)).body;
    expect(data).toMatchObject({ points_changed: 0, loyalty_points: 100, loyalty_tier: 'gold' });
    expect(await movements(customer_id)).toHaveLength(1);
    expect(await read(customer_id)).toEqual(before);
  });

  it('A-104: refuses 0 points, save as a new balance', async () => {
    const customer_id = await customerWith(10);
    for (const operation of ['add', 'subtract', undefined])
      expectInvalid(on, await update({ customer_id, points: 0, operation }, token), 'points');
  });

  it('A-52: refuses another tenant’s customer as it refuses an unknown one, and changes nothing', async () => {
    const other = (await newTenant()).admin.token;
    const theirs = await customerWith(100, other);
    for (const customer_id of [theirs, UNKNOWN_ID, 'abc'])
      expectInvalid(on, await update({ customer_id, points: 5 }, token), 'customer_id');
    expect((await read(theirs, other)).loyalty_points).toBe(100);
    expect(await movements(theirs, other)).toHaveLength(1);
  });

  it('is heard once with an Idempotency-Key', async () => {
    const customer_id = await customerWith(0);
    const headers = { 'idempotency-key': `points-${customer_id}` };
    const send = () =>
      on.send('POST', '/retail/loyalty/update-points', { token, headers, body: { customer_id, points: 5 } });
    expect((await send()).body.data.loyalty_points).toBe(5);
    expect((await send()).body.data.loyalty_points).toBe(5);
    expect((await read(customer_id)).loyalty_points).toBe(5);
  });
});

describe('POST /api/v1/retail/loyalty/redeem/', () => {
  it('A-104: takes the points, and answers exactly what changed', async () => {
    const customer_id = await customerWith(1_020);
    const answer = await redeem({ customer_id, points: 40, reward_type: 'voucher', reference: 'V-1' }, token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body.data, [...SHARED, 'reward_type']);
    expect(answer.body.data).toEqual({
      customer_id,
      previous_points: 1_020,
      points_changed: -40,
      loyalty_points: 980,
      loyalty_tier: 'bronze',
      reward_type: 'voucher',
      reference: 'V-1',
    });
    const bare = (await redeem({ customer_id, points: 980 }, token)).body.data;
    expect(bare).toMatchObject({ loyalty_points: 0, reward_type: null, reference: null });
  });

  it('A-104: of 100 gives 40, not 150, and leaves 60', async () => {
    const customer_id = await customerWith(100);
    expectInvalid(on, await redeem({ customer_id, points: 150 }, token), 'points');
    expect((await read(customer_id)).loyalty_points).toBe(100);
    expect((await redeem({ customer_id, points: 40 }, token)).body.data.loyalty_points).toBe(60);
    expect(await movements(customer_id)).toHaveLength(2);
  });

  it.each([UNKNOWN_ID, 'abc'])('A-104: refuses customer_id %s', async (customer_id) => {
    expectInvalid(on, await redeem({ customer_id, points: 5 }, token), 'customer_id');
  });

  it('A-52: refuses another tenant’s customer, and changes nothing', async () => {
    const other = (await newTenant()).admin.token;
    const theirs = await customerWith(100, other);
    expectInvalid(on, await redeem({ customer_id: theirs, points: 5 }, token), 'customer_id');
    expect((await read(theirs, other)).loyalty_points).toBe(100);
  });
});

describe('many changes of one customer’s points at once', () => {
  const atOnce = (count: number, make: (i: number) => ReturnType<typeof update>) =>
    Promise.all(Array.from({ length: count }, (_, i) => make(i)));
  const sum = (rows: Json[]): number => rows.reduce((total, row) => total + row.points_changed, 0);

  it('A-30, A-104: of twenty redemptions of a whole balance one wins', async () => {
    const customer_id = await customerWith(100);
    const answers = await atOnce(20, () => redeem({ customer_id, points: 100 }, token));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status !== 200)) expectInvalid(on, refused, 'points');
    expect((await read(customer_id)).loyalty_points).toBe(0);
    expect(await movements(customer_id)).toHaveLength(2);
  });

  it('A-30, A-167: twenty changes of all kinds lose none, and the balance is their sum', async () => {
    const customer_id = await customerWith(1_000);
    const answers = await atOnce(20, (i) =>
      i % 2 === 0 ? update({ customer_id, points: 10 }, token) : redeem({ customer_id, points: 5 }, token),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const rows = await movements(customer_id);
    expect([rows.length, sum(rows)]).toEqual([21, 1_050]);
    expect(await read(customer_id)).toMatchObject({ loyalty_points: 1_050, loyalty_tier: 'silver' });
    for (const { body } of answers)
      expect(body.data.loyalty_points).toBe(body.data.previous_points + body.data.points_changed);
  });
});

describe('GET /api/v1/retail/loyalty/tiers/', () => {
  it('A-103: answers the exact table as an array, without pages', async () => {
    const answer = await on.get('/retail/loyalty/tiers?page=2&page_size=1', token);
    expect(answer.status).toBe(200);
    expectKeys(answer.body, ['success', 'data']);
    const benefits = expect.arrayContaining([expect.stringMatching(/\S/)]);
    expect(answer.body.data).toEqual([
      { name: 'Bronze', min_points: 0, max_points: 999, discount_rate: 0, benefits },
      { name: 'Silver', min_points: 1000, max_points: 4999, discount_rate: 5, benefits },
      { name: 'Gold', min_points: 5000, max_points: 9999, discount_rate: 10, benefits },
      { name: 'Platinum', min_points: 10000, max_points: null, discount_rate: 15, benefits },
    ]);
  });
});

describe('A-346: the discount of a tier', () => {
  it('is taken on lines that send none, once apply_tier_discounts is set, on both surfaces', async () => {
    const own = await newTenant();
    const product = await newProduct(own, { selling_price: 100, tax_rate: 6 });
    const [gold, bronze] = [
      await newCustomer(own, { loyalty_points: 5_000 }),
      await newCustomer(own, { loyalty_points: 0 }),
    ];
    const item = { product_id: product.id, quantity: 1 };
    const soldTo = async (customer_id: string | null, line: Json = item): Promise<Json> => {
      const { items, discount_amount, total } = await sell(own, [line], { customer_id });
      return [items[0].discount_rate, discount_amount, total];
    };
    const contract = async (customer_id: string): Promise<Json> => {
      const body = { customer_id, items: [item] };
      const answer = await contractSurface.post('/retail/sales', body, own.admin.token);
      expect(answer.status).toBe(201);
      const { subtotal, tax, total } = answer.body;
      return [subtotal, tax, total];
    };
    expect(await soldTo(gold.id)).toEqual([0, 0, 106]);
    await configureRetail(own, { apply_tier_discounts: true });
    expect(await soldTo(gold.id)).toEqual([10, 10, 95.4]);
    expect(await soldTo(gold.id, { ...item, discount_rate: null })).toEqual([10, 10, 95.4]);
    expect(await soldTo(gold.id, { ...item, discount_rate: 0 })).toEqual([0, 0, 106]);
    expect(await soldTo(gold.id, { ...item, discount_rate: 50 })).toEqual([50, 50, 53]);
    for (const id of [bronze.id, null]) expect(await soldTo(id)).toEqual([0, 0, 106]);
    expect(await contract(gold.id)).toEqual([90, 5.4, 95.4]);
    for (const id of [bronze.id, UNKNOWN_ID]) expect(await contract(id)).toEqual([100, 6, 106]);
    await on.put(`/retail/customers/${gold.id}`, { loyalty_tier: 'silver' }, own.admin.token);
    expect(await soldTo(gold.id)).toEqual([5, 5, 100.7]);
    await configureRetail(own, { apply_tier_discounts: 'true' });
    expect(await soldTo(gold.id)).toEqual([0, 0, 106]);
  });

  it('stands among the benefits, in English and Malay', async () => {
    const benefits = async (language: string) => {
      const answer = await on.send('GET', '/retail/loyalty/tiers', { token, headers: { 'accept-language': language } });
      expect(answer.headers.get('content-language')).toBe(language);
      return on.data(answer).map((tier: Json) => tier.benefits);
    };
    const both = [await benefits('en'), await benefits('ms')];
    expect(both.map((tiers) => tiers[2])).toEqual([
      ['Points that can be redeemed for rewards', '10 percent discount'],
      ['Mata yang boleh ditebus untuk ganjaran', 'Diskaun 10 peratus'],
    ]);
    for (const tiers of both) expect(tiers.map((of: Json) => of.length)).toEqual([1, 2, 2, 2]);
  });
});

it('says 401 without a token', async () => {
  for (const answer of [
    await update({ customer_id: UNKNOWN_ID, points: 1 }),
    await redeem({ customer_id: UNKNOWN_ID, points: 1 }),
    await on.get('/retail/loyalty/tiers'),
  ])
    expectRefusal(on, answer, 401);
});
