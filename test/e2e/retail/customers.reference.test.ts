import { call, type Json } from '../../support/client.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  shapes,
  UUID,
} from '../../support/core-shapes.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';

const KEYS = `id tenant_id first_name last_name email phone_number ic_number address loyalty_tier loyalty_points notes
  pdpa_consent pdpa_consent_stated message_preferences pdpa_consent_date is_active client_reference created_at updated_at`.split(
  /\s+/,
);
const NAMES = { first_name: 'Siti', last_name: 'Nur' };
const ADDRESS = { street: '1, Jalan A', city: 'Ipoh', state: 'Perak', postal_code: '30000', country: 'Singapura' };
const FULL = {
  ...NAMES,
  email: 'Siti.Nur@Example.com',
  phone_number: '+60 12-345 0101',
  ic_number: '900101-14-5678',
  address: ADDRESS,
  loyalty_tier: 'gold',
  loyalty_points: 1_200,
  notes: 'Kunci di bawah pasu',
  pdpa_consent: true,
};

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const create = (body: unknown, by = token) => on.post('/retail/customers', body, by);
const read = async (id: string, by = token): Promise<Json> => on.data(await on.get(`/retail/customers/${id}`, by));
const change = (id: string, body: unknown, by = token) => on.put(`/retail/customers/${id}`, body, by);
const remove = (id: string, by?: string) => on.send('DELETE', `/retail/customers/${id}`, { token: by });
const list = (query: string, by = token) => on.get(`/retail/customers?${query}`, by);

async function made(body: Record<string, unknown> = {}, by = token): Promise<Json> {
  const answer = await create({ ...NAMES, ...body }, by);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return on.data(answer);
}
async function changed(id: string, body: unknown): Promise<Json> {
  const answer = await change(id, body);
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return on.data(answer);
}
const idsOf = async (query: string, by: string): Promise<string[]> => {
  const answer = await list(`${query}&page_size=100`, by);
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.body.data.map((row: Json) => row.id);
};
const movements = async (id: string, by = token): Promise<Json[]> => {
  const answer = await on.get(`/retail/customers/${id}/points`, by);
  expect(answer.status).toBe(200);
  return answer.body.data;
};
const steps = async (id: string) =>
  (await movements(id)).reverse().map(({ kind, points_changed, balance }) => [kind, points_changed, balance]);

describe('POST /api/v1/retail/customers/', () => {
  it('A-27: answers 201 with the record, its id and what makes it usable', async () => {
    const answer = await create(FULL);
    expect(answer.status).toBe(201);
    expectKeys(answer.body.data, KEYS);
    expectKeys(answer.body.data.address, shapes.address);
    expect(answer.body.data).toEqual({
      ...FULL,
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      pdpa_consent_stated: true,
      message_preferences: null,
      pdpa_consent_date: answer.body.data.created_at,
      is_active: true,
      client_reference: null,
      created_at: expect.stringMatching(INSTANT),
      updated_at: answer.body.data.created_at,
    });
    expect(await read(answer.body.data.id)).toEqual(answer.body.data);
  });

  it('A-20: needs only the names, and answers every key', async () => {
    const customer = await made();
    expectKeys(customer, KEYS);
    expect(customer).toMatchObject({
      email: null,
      phone_number: null,
      ic_number: null,
      address: null,
      loyalty_tier: 'bronze',
      loyalty_points: 0,
      notes: null,
      pdpa_consent: false,
      pdpa_consent_date: null,
      is_active: true,
    });
  });

  it('A-154: takes e-mail and telephone number as they are', async () => {
    for (const [email, phone_number] of [
      ['x', '0123'],
      ['Tiada', '+1 (555) 010-999 samb. 3'],
      ['  A@B  ', 'rumah'],
    ])
      expect(await made({ email, phone_number })).toMatchObject({ email, phone_number });
    expectInvalid(on, await create({ ...NAMES, email: 5 }), 'email');
    expectInvalid(on, await create({ ...NAMES, phone_number: 60123450101 }), 'phone_number');
  });

  it('refuses a wrong field of the address by its name', async () => {
    expectInvalid(on, await create({ ...NAMES, address: { city: 5 } }), 'address.city');
  });

  it('A-71: gives an address without a country Malaysia', async () => {
    const none = { street: null, city: null, state: null, postal_code: null, country: 'Malaysia' };
    expect((await made({ address: { city: 'Ipoh' } })).address).toEqual({ ...none, city: 'Ipoh' });
    expect((await made({ address: {} })).address).toEqual(none);
    expect((await made({ address: null })).address).toBeNull();
  });

  it('A-103: computes the tier from the points, unless one is given', async () => {
    const cases: [points: number, tier: string][] = [
      [999, 'bronze'],
      [1_000, 'silver'],
      [5_000, 'gold'],
      [10_000, 'platinum'],
    ];
    for (const [loyalty_points, tier] of cases)
      expect(await made({ loyalty_points })).toMatchObject({ loyalty_points, loyalty_tier: tier });
    expect((await made({ loyalty_points: 5, loyalty_tier: 'platinum' })).loyalty_tier).toBe('platinum');
  });

  it('A-167: writes the points that are brought along as an opening, and none as nothing', async () => {
    const { id } = await made({ loyalty_points: 250 });
    expect(await steps(id)).toEqual([['opening', 250, 250]]);
    expect(await movements((await made()).id)).toEqual([]);
  });

  it('A-09: lets no body say whose a customer is, or when it was created', async () => {
    const other = await newTenant();
    const sent = {
      tenant_id: other.id,
      id: UNKNOWN_ID,
      created_at: '2000-01-01T00:00:00.000Z',
      version: 9,
      is_active: false,
    };
    const customer = await made(sent);
    expect(customer).toMatchObject({ tenant_id: tenant.id, is_active: true });
    expect([customer.id, customer.created_at]).not.toContain(UNKNOWN_ID);
    expect(customer.created_at).not.toBe(sent.created_at);
    expect((await list('', other.admin.token)).body.pagination.total).toBe(0);
  });
});

describe('consent (A-116)', () => {
  it('A-116: is dated by the service, for any date of a client', async () => {
    const customer = await made({ pdpa_consent: true, pdpa_consent_date: '2000-01-01T00:00:00.000Z' });
    expect(customer.pdpa_consent_date).toBe(customer.created_at);
    const without = await made({ pdpa_consent: false, pdpa_consent_date: '2000-01-01T00:00:00.000Z' });
    expect([without.pdpa_consent, without.pdpa_consent_date]).toEqual([false, null]);
  });

  it('A-116: keeps its date while it lasts, loses it when it is withdrawn, and gets a new one', async () => {
    const { id, pdpa_consent_date } = await made({ pdpa_consent: true });
    expect((await changed(id, { pdpa_consent: true, notes: 'x' })).pdpa_consent_date).toBe(pdpa_consent_date);
    expect(await changed(id, { pdpa_consent: false })).toMatchObject({ pdpa_consent: false, pdpa_consent_date: null });
    const again = await changed(id, { pdpa_consent: true });
    expect(again.pdpa_consent_date).toBe(again.updated_at);
    expect(again.pdpa_consent_date > pdpa_consent_date).toBe(true);
  });
});

describe('GET /api/v1/retail/customers/', () => {
  let own: TestTenant;
  let by: string;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    own = await newTenant();
    by = own.admin.token;
    const customers: Record<string, Record<string, unknown>> = {
      siti: { first_name: 'Siti', last_name: 'Nurhaliza', email: 'siti@kedai.example', phone_number: '012-345 0101' },
      nur: { first_name: 'Nur', last_name: 'Siti', email: null, phone_number: '03-777', loyalty_points: 1_000 },
      percent: { first_name: '100% Halal', last_name: 'Enterprise', loyalty_points: 5_000 },
      under: { first_name: 'A_B', last_name: 'Back\\slash', loyalty_tier: 'gold' },
    };
    for (const [name, body] of Object.entries(customers)) ids[name] = (await made(body, by)).id;
  });
  const found = async (query: string) => {
    const names = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id, name]));
    return (await idsOf(query, by)).map((id) => names[id]);
  };

  it('A-26: answers all, newest first, with their number', async () => {
    expect(await found('')).toEqual(['under', 'percent', 'nur', 'siti']);
    const answer = await list('page=2&page_size=3', by);
    expect(answer.body.data.map((row: Json) => row.id)).toEqual([ids.siti]);
    expect(answer.body.pagination).toEqual({ page: 2, page_size: 3, total: 4, pages: 2 });
    expectKeys(answer.body.data[0], KEYS);
  });

  it.each([
    ['siti nur', ['siti']],
    ['SITI', ['nur', 'siti']],
    ['haliza', ['siti']],
    ['@kedai', ['siti']],
    ['345 01', ['siti']],
    ['777', ['nur']],
    ['%', ['percent']],
    ['_', ['under']],
    ['\\', ['under']],
    ['nur haliza', []],
    ['900101', []],
  ])('A-25: finds by %j in name, e-mail and telephone number', async (text, names) => {
    expect(await found(`search=${encodeURIComponent(text)}`)).toEqual(names);
  });

  it('narrows to a tier, and refuses one that is none', async () => {
    expect(await found('loyalty_tier=gold')).toEqual(['under', 'percent']);
    expect(await found('loyalty_tier=silver')).toEqual(['nur']);
    expect(await found('loyalty_tier=gold&search=100')).toEqual(['percent']);
    expectInvalid(on, await list('loyalty_tier=diamond', by), 'loyalty_tier');
  });

  it('A-86: finds by the telephone number, however it is written, and by no part of it', async () => {
    const { id } = await made({ phone_number: '012-345 6780' }, by);
    for (const written of ['+60123456780', '60123456780', '0123456780', '+60 12-345 6780', '0060 (12) 3456780'])
      expect([written, await idsOf(`phone_number=${encodeURIComponent(written)}`, by)]).toEqual([written, [id]]);
    for (const other of ['0123456781', '012345678', '456780', '+65123456780', 'abc'])
      expect([other, await idsOf(`phone_number=${encodeURIComponent(other)}`, by)]).toEqual([other, []]);
    await change(id, { phone_number: '+65 9123 4567' }, by);
    expect(await idsOf('phone_number=0123456780', by)).toEqual([]);
    expect(await idsOf('phone_number=6591234567&loyalty_tier=bronze', by)).toEqual([id]);
    expect(await idsOf('phone_number=6591234567&loyalty_tier=gold', by)).toEqual([]);
    await remove(id, by);
    expect(await idsOf('phone_number=6591234567', by)).toEqual([]);
  });

  it('A-107: narrows to those who are still customers', async () => {
    const { id } = await made({ first_name: 'Bekas' }, by);
    await change(id, { is_active: false }, by);
    expect(await idsOf('is_active=false', by)).toEqual([id]);
    expect(await idsOf('is_active=true', by)).not.toContain(id);
    expect(await idsOf('search=bekas', by)).toEqual([id]);
    await remove(id, by);
    expect(await idsOf('is_active=false', by)).toEqual([]);
    expect(await idsOf('search=bekas', by)).toEqual([]);
  });

  it('A-52: knows no other tenant’s customers, also by a search', async () => {
    const other = (await newTenant()).admin.token;
    for (const query of ['', 'search=siti', 'loyalty_tier=gold']) expect(await idsOf(query, other)).toEqual([]);
  });
});

describe('PUT /api/v1/retail/customers/{customer_id}/', () => {
  const lasting = ({ updated_at: _, ...record }: Json): Json => record;

  it('A-09: takes back what it has shown, and nothing changes', async () => {
    for (const body of [FULL, {}]) {
      const before = await made(body);
      expect(lasting(await changed(before.id, before))).toEqual(lasting(before));
      expect(lasting(await read(before.id))).toEqual(lasting(before));
      expect(await movements(before.id)).toHaveLength(before.loyalty_points > 0 ? 1 : 0);
    }
  });

  it('A-18: keeps what is not sent: one field of many, or none', async () => {
    const before = await made(FULL);
    expect(await changed(before.id, {})).toEqual(before);
    const one: Record<string, unknown>[] = [
      { first_name: 'Aminah' },
      { email: 'lain' },
      { ic_number: 'A123' },
      { notes: '' },
      { is_active: false },
      { loyalty_tier: 'silver' },
      { address: { ...ADDRESS, city: 'Taiping' } },
    ];
    let expected = before;
    for (const sent of one) {
      expected = { ...expected, ...sent };
      expect(lasting(await changed(before.id, sent))).toEqual(lasting(expected));
      expect(lasting(await read(before.id))).toEqual(lasting(expected));
    }
  });

  it('A-18: clears an optional field by null, and refuses null for what a customer must have', async () => {
    const { id } = await made(FULL);
    const none = { email: null, phone_number: null, ic_number: null, address: null, notes: null };
    expect(await changed(id, none)).toMatchObject({ ...none, first_name: 'Siti', loyalty_points: 1_200 });
    for (const name of ['first_name', 'last_name', 'is_active', 'loyalty_tier', 'loyalty_points', 'pdpa_consent'])
      expectInvalid(on, await change(id, { [name]: null }), name);
  });

  it('A-18, A-71: replaces an address as a whole, with Malaysia for a missing country', async () => {
    const { id } = await made(FULL);
    const none = { street: null, city: null, state: null, postal_code: null, country: 'Malaysia' };
    expect((await changed(id, { address: { city: 'Ipoh' } })).address).toEqual({ ...none, city: 'Ipoh' });
    expect((await changed(id, { notes: 'x' })).address).toEqual({ ...none, city: 'Ipoh' });
  });

  it('A-103: keeps a tier that is sent until the points next change', async () => {
    const { id } = await made({ loyalty_points: 100 });
    expect((await changed(id, { loyalty_tier: 'platinum' })).loyalty_tier).toBe('platinum');
    expect((await changed(id, { loyalty_points: 100 })).loyalty_tier).toBe('platinum');
    expect((await changed(id, { loyalty_points: 101 })).loyalty_tier).toBe('bronze');
    const both = await changed(id, { loyalty_points: 20_000, loyalty_tier: 'silver' });
    expect(both).toMatchObject({ loyalty_points: 20_000, loyalty_tier: 'silver' });
    expect((await changed(id, { loyalty_points: 9_999 })).loyalty_tier).toBe('gold');
  });

  it('A-167: writes points that are set as a correction, and the same number as nothing', async () => {
    const { id } = await made({ loyalty_points: 10 });
    await changed(id, { loyalty_points: 7 });
    await changed(id, { loyalty_points: 7 });
    await changed(id, { loyalty_points: 0 });
    expect(await steps(id)).toEqual([
      ['opening', 10, 10],
      ['correction', -3, 7],
      ['correction', -7, 0],
    ]);
  });

  it('says what is wrong, and changes nothing then', async () => {
    const before = await made(FULL);
    expectInvalid(on, await change(before.id, { notes: 'new', loyalty_points: -1 }), 'loyalty_points');
    expectInvalid(on, await change(before.id, { notes: 'new', loyalty_tier: 'GOLD' }), 'loyalty_tier');
    expect(await read(before.id)).toEqual(before);
  });

  it('refuses a change of another version than the one that was seen', async () => {
    const { id } = await made();
    const seen = (await on.get(`/retail/customers/${id}`, token)).headers.get('etag') ?? '';
    const put = (body: unknown) =>
      on.send('PUT', `/retail/customers/${id}`, { token, body, headers: { 'if-match': seen } });
    expect((await put({ notes: 'first' })).status).toBe(200);
    expectRefusal(on, await put({ notes: 'second' }), 412);
    expect((await read(id)).notes).toBe('first');
  });
});

describe('DELETE /api/v1/retail/customers/{customer_id}/', () => {
  it('A-03: answers that the customer is deleted, who then is', async () => {
    const { id } = await made({ loyalty_points: 5 });
    const answer = await remove(id, token);
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: { id, deleted: true } }]);
    for (const gone of [
      await on.get(`/retail/customers/${id}`, token),
      await on.get(`/retail/customers/${id}/points`, token),
      await change(id, {}),
      await remove(id, token),
    ])
      expectRefusal(on, gone, 404);
    const redeem = await on.post('/retail/loyalty/redeem', { customer_id: id, points: 1 }, token);
    expectInvalid(on, redeem, 'customer_id');
  });
});

describe('a customer of another tenant, and an unknown one', () => {
  it('A-51: is not found, by any operation, and not changed', async () => {
    const other = await newTenant();
    const theirs = await made(FULL, other.admin.token);
    const path = '/retail/customers';
    const unknown = await on.get(`${path}/${UNKNOWN_ID}`, token);
    for (const id of [theirs.id, UNKNOWN_ID, 'abc', '1'])
      for (const answer of [
        await on.get(`${path}/${id}`, token),
        await change(id, { notes: 'mine' }),
        await change(id, { notes: 5 }),
        await remove(id, token),
        await on.get(`${path}/${id}/points`, token),
      ]) {
        expectRefusal(on, answer, 404);
        expectSameRefusal(unknown, answer);
      }
    expect(await read(theirs.id, other.admin.token)).toEqual(theirs);
  });
});

describe('GET /api/v1/retail/customers/{customer_id}/points/', () => {
  it('answers every change of the points, newest first, in pages', async () => {
    const { id } = await made({ loyalty_points: 1_000 });
    const update = { customer_id: id, points: 50, reason: 'Hari jadi', reference: 'P-1' };
    expect((await on.post('/retail/loyalty/update-points', update, people.STAFF.token)).status).toBe(200);
    const redeem = { customer_id: id, points: 51, reward_type: 'voucher', reference: 'V-1' };
    expect((await on.post('/retail/loyalty/redeem', redeem, token)).status).toBe(200);
    const [redeemed, updated, opened] = await movements(id);
    expect(redeemed).toEqual({
      id: expect.stringMatching(UUID),
      customer_id: id,
      kind: 'redemption',
      points_changed: -51,
      balance: 999,
      loyalty_tier: 'bronze',
      reason: null,
      reference: 'V-1',
      reward_type: 'voucher',
      sale_id: null,
      actor_id: tenant.admin.id,
      created_at: expect.stringMatching(INSTANT),
    });
    expect(updated).toMatchObject({ kind: 'update', points_changed: 50, balance: 1_050, reason: 'Hari jadi' });
    expect(updated).toMatchObject({ reference: 'P-1', reward_type: null, actor_id: people.STAFF.id });
    expect(opened).toMatchObject({ kind: 'opening', points_changed: 1_000, loyalty_tier: 'silver' });
    const page = await on.get(`/retail/customers/${id}/points?page=2&page_size=2`, token);
    expect(page.body.data).toEqual([opened]);
    expect(page.body.pagination).toEqual({ page: 2, page_size: 2, total: 3, pages: 2 });
  });
});

it('A-60: customers are refused where retail is disabled, and back when it is enabled', async () => {
  const own = await newTenant();
  const by = own.admin.token;
  const { id } = await made({}, by);
  await on.post('/modules/retail/disable', {}, by);
  for (const answer of [await list('', by), await on.get('/retail/loyalty/tiers', by), await create(NAMES, by)])
    expectRefusal(on, answer, 403, 'MODULE_DISABLED');
  await on.post('/modules/retail/enable', {}, by);
  expect((await read(id, by)).id).toBe(id);
});

it('says 401 without a token', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['POST', '/'],
    ['GET', `/${UNKNOWN_ID}/`],
    ['PUT', `/${UNKNOWN_ID}/`],
    ['DELETE', `/${UNKNOWN_ID}/`],
  ] as const)
    expectRefusal(on, await call(method, `/api/v1/retail/customers${path}`), 401);
});
