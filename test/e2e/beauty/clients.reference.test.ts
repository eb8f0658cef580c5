import { beautyShapes, newClient } from '../../support/beauty.js';
import { call, type Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  shapes,
  UUID,
  wrongBodies,
} from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';

const NAMES = { first_name: 'Siti', last_name: 'Nur' };
const ADDRESS = { street: '1, Jalan A', city: 'Ipoh', state: 'Perak', postal_code: '30000', country: 'Singapura' };
const FULL = {
  ...NAMES,
  email: 'Siti@Example.com',
  phone_number: '+60 12-345 0101',
  ic_number: 'A 1234567 (Jepun)',
  date_of_birth: '1990-02-28',
  gender: 'Perempuan',
  address: ADDRESS,
  emergency_contact: { name: 'Ali', relationship: 'suami', phone_number: '013' },
  skin_type: 'Sensitive',
  hair_type: 'curly',
  allergies: ['Lavender', '薰衣草'],
  medical_conditions: ['ekzema'],
  preferred_services: ['Facial', UNKNOWN_ID, { service_id: UNKNOWN_ID, with: [1, null] }, 5, null, ['x']],
  frequency: 'every 6 weeks',
  membership_level: 'Gold',
  loyalty_points: 250,
  notes: 'Suka pagi',
  marketing_consent: true,
  pdpa_consent: true,
};

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const create = (body: unknown, by = token) => on.post('/beauty/clients', body, by);
const read = async (id: string, by = token): Promise<Json> => must(await on.get(`/beauty/clients/${id}`, by), 200);
const change = (id: string, body: unknown, by = token) => on.put(`/beauty/clients/${id}`, body, by);
const changed = async (id: string, body: unknown): Promise<Json> => must(await change(id, body), 200);
const remove = (id: string, by?: string) => on.send('DELETE', `/beauty/clients/${id}`, { token: by });
const list = (query: string, by = token) => on.get(`/beauty/clients?${query}`, by);
/** Those of a client, the first first. */
const movements = async (id: string): Promise<[string, number, number][]> =>
  (must(await on.get(`/beauty/clients/${id}/export`, token), 200).points_movements as Json[])
    .map(({ kind, points_changed, balance }): [string, number, number] => [kind, points_changed, balance])
    .reverse();
const lasting = ({ updated_at: _, ...record }: Json): Json => record;

describe('POST /api/v1/beauty/clients/', () => {
  it('answers 201 with the record, its id and the date of consent', async () => {
    const client = must(await create(FULL), 201);
    expectKeys(client, beautyShapes.client);
    expectKeys(client.address, shapes.address);
    expect(client).toEqual({
      ...FULL,
      id: expect.stringMatching(UUID),
      pdpa_consent_stated: true,
      message_preferences: null,
      pdpa_consent_date: client.created_at,
      created_at: expect.stringMatching(INSTANT),
      updated_at: client.created_at,
    });
    expect(await read(client.id)).toEqual(client);
  });

  it('A-20: asks for the names alone; what is left out or null is null, an empty list, 0 or false', async () => {
    const empty: Json = {
      allergies: [],
      medical_conditions: [],
      preferred_services: [],
      loyalty_points: 0,
      marketing_consent: false,
      pdpa_consent: false,
    };
    const optional = Object.keys(FULL).filter((field) => !(field in NAMES));
    const nulls = optional.filter((name) => !(name in empty) || Array.isArray(empty[name])).map((name) => [name, null]);
    for (const body of [NAMES, { ...NAMES, ...Object.fromEntries(nulls) }]) {
      const client = must(await create(body), 201);
      for (const name of optional) expect([name, client[name]]).toEqual([name, empty[name] ?? null]);
      expect(client.pdpa_consent_date).toBeNull();
    }
  });

  it.each(
    wrongBodies(NAMES, ['first_name', 'last_name'], {
      first_name: ['a'.repeat(201), '', '  ', 5, 'A\u0000b', ['A']],
      email: [1, 'a'.repeat(501)],
      phone_number: [60123450101],
      ic_number: [900101145678, ['x'], 'a'.repeat(51)],
      date_of_birth: ['2025-02-30', '15/02/2010', 20100215, '2010-02-15T00:00:00Z', ''],
      gender: [1],
      address: ['Ipoh', 5, []],
      emergency_contact: ['Siti'],
      skin_type: [5, ['oily']],
      hair_type: [true],
      allergies: ['kacang', [5], {}],
      medical_conditions: [5, [['x']]],
      preferred_services: ['Facial', {}, 5, Array.from({ length: 1_001 }, () => 'x')],
      frequency: [4],
      membership_level: [1, {}],
      loyalty_points: [-1, 1.5, '5', null, 2 ** 31],
      notes: [5, 'a'.repeat(10_001)],
      marketing_consent: ['true', 1, null],
      pdpa_consent: ['true', 1, null],
    }),
  )('A-22, A-265: refuses %s and names the field', async (_what, name, body) => {
    expectInvalid(on, await create(body), name);
  });

  it.each(['900101-14-5678', '901301-99-0000', 'A1234567', 'abc', ' '])(
    'A-127, A-255: takes %j for a number, and keeps it as it is',
    async (ic_number) => {
      const body = { ...NAMES, ic_number, date_of_birth: '1985-05-05', gender: 'male' };
      expect(must(await create(body), 201).ic_number).toBe(ic_number);
    },
  );

  it('A-255, A-168: cuts card numbers in the notes', async () => {
    const { id, notes } = await newClient(tenant, { notes: 'kad 4111 1111 1111 1111 hilang' });
    expect(notes).toBe('kad •••• 1111 hilang');
    expect((await changed(id, { notes: '5555555555554444' })).notes).toBe('•••• 4444');
  });

  it('A-265: needs neither consent, and each is given without the other', async () => {
    for (const [marketing_consent, pdpa_consent] of [
      [true, false],
      [false, true],
    ]) {
      const client = must(await create({ ...NAMES, marketing_consent, pdpa_consent }), 201);
      expect([client.marketing_consent, client.pdpa_consent]).toEqual([marketing_consent, pdpa_consent]);
    }
  });

  it('A-09: lets no body say whose a client is, or when the client was made', async () => {
    const other = await newTenant();
    const sent = {
      tenant_id: other.id,
      id: UNKNOWN_ID,
      erased_at: INSTANT.source,
      created_at: '2000-01-01T00:00:00.000Z',
    };
    const client = must(await create({ ...NAMES, ...sent }), 201);
    expect(await read(client.id)).toEqual(client);
    expect([client.id, client.created_at]).not.toContain(sent.id);
    expect(client.created_at).not.toBe(sent.created_at);
    expect((await list('', other.admin.token)).body.pagination.total).toBe(0);
  });
});

describe('the points of a client', () => {
  it('A-265, A-167: are a movement when they come along, and when they are set; the same number is none', async () => {
    const { id } = await newClient(tenant, { loyalty_points: 10 });
    for (const loyalty_points of [7, 7, 0, 2 ** 31 - 1]) await changed(id, { loyalty_points });
    expect(await movements(id)).toEqual([
      ['opening', 10, 10],
      ['correction', -3, 7],
      ['correction', -7, 0],
      ['correction', 2 ** 31 - 1, 2 ** 31 - 1],
    ]);
    const none = await newClient(tenant, { loyalty_points: 0 });
    await changed(none.id, { notes: 'x' });
    expect(await movements(none.id)).toEqual([]);
  });

  it('A-265: refuses −1, and writes nothing', async () => {
    const { id } = await newClient(tenant, { loyalty_points: 5 });
    expectInvalid(on, await change(id, { loyalty_points: -1, notes: 'x' }), 'loyalty_points');
    expect(await read(id)).toMatchObject({ loyalty_points: 5, notes: null });
    expect(await movements(id)).toHaveLength(1);
  });

  it('A-30: twenty corrections at once lose none: the balance is their sum', async () => {
    const { id } = await newClient(tenant, { loyalty_points: 100 });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => change(id, { loyalty_points: i * 7 })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const made = await movements(id);
    const { loyalty_points } = await read(id);
    expect(made.reduce((sum, [, by]) => sum + by, 0)).toBe(loyalty_points);
    expect(made.at(-1)?.[2]).toBe(loyalty_points);
    let balance = 0;
    for (const [, by, after] of made) expect((balance += by)).toBe(after);
  });
});

describe('PUT /api/v1/beauty/clients/{client_id}/', () => {
  it('A-09: takes back what it has shown, and nothing changes; by role STAFF too', async () => {
    const staff = await newUser(tenant, 'staff');
    for (const body of [FULL, {}])
      for (const by of [token, staff.token]) {
        const { id } = await newClient(tenant, body);
        const before = await read(id, by);
        expect(lasting(must(await change(id, before, by), 200))).toEqual(lasting(before));
        expect(lasting(await read(id))).toEqual(lasting(before));
      }
  });

  it('A-18: keeps what is not sent: one field of many, or none', async () => {
    const before = await newClient(tenant, FULL);
    expect(await changed(before.id, {})).toEqual(before);
    const one: Record<string, unknown>[] = [
      { first_name: 'Aminah' },
      { email: 'lain' },
      { skin_type: '' },
      { allergies: ['udang'] },
      { medical_conditions: [] },
      { notes: 'x' },
      { preferred_services: [] },
      { preferred_services: [{ a: 1 }] },
      { loyalty_points: 3 },
      { marketing_consent: false },
      { address: { ...ADDRESS, city: 'Taiping' } },
    ];
    let expected = lasting(before);
    for (const sent of one) {
      expected = { ...expected, ...sent };
      expect(lasting(await changed(before.id, sent))).toEqual(expected);
      expect(lasting(await read(before.id))).toEqual(expected);
    }
  });

  it('A-18: clears an optional field by null, and refuses null for what a client must have', async () => {
    const { id } = await newClient(tenant, FULL);
    const stays = ['first_name', 'last_name', 'loyalty_points', 'marketing_consent', 'pdpa_consent'];
    const cleared = Object.keys(FULL).filter((name) => !stays.includes(name));
    const after = await changed(id, Object.fromEntries(cleared.map((name) => [name, null])));
    for (const name of cleared)
      expect([name, after[name]]).toEqual([name, Array.isArray((FULL as Json)[name]) ? [] : null]);
    for (const name of stays) expectInvalid(on, await change(id, { [name]: null }), name);
  });

  it('A-116: dates consent when it is given, keeps the date while it lasts, and forgets it', async () => {
    const { id, created_at, pdpa_consent_date } = await newClient(tenant, {
      pdpa_consent: true,
      pdpa_consent_date: '2000-01-01T00:00:00.000Z',
    });
    expect(pdpa_consent_date).toBe(created_at);
    expect((await changed(id, { pdpa_consent: true, gender: 'x' })).pdpa_consent_date).toBe(created_at);
    expect((await changed(id, { pdpa_consent: false })).pdpa_consent_date).toBeNull();
    const again = await changed(id, { pdpa_consent: true });
    expect(again.pdpa_consent_date).toBe(again.updated_at);
  });

  it('refuses a change of another version than the one that was seen', async () => {
    const { id } = await newClient(tenant);
    const seen = (await on.get(`/beauty/clients/${id}`, token)).headers.get('etag') ?? '';
    const put = (body: unknown) =>
      on.send('PUT', `/beauty/clients/${id}`, { token, body, headers: { 'if-match': seen } });
    expect((await put({ gender: 'first' })).status).toBe(200);
    expectRefusal(on, await put({ gender: 'second' }), 412);
    expect((await read(id)).gender).toBe('first');
  });
});

describe('DELETE /api/v1/beauty/clients/{client_id}/', () => {
  it('A-03, A-254: answers that the client is gone, and the client is', async () => {
    const { id } = await newClient(tenant, { first_name: 'Berpindah' });
    const answer = await remove(id, token);
    expect([answer.status, answer.body]).toEqual([200, { success: true, data: { id, deleted: true } }]);
    for (const gone of [
      await on.get(`/beauty/clients/${id}`, token),
      await change(id, { gender: 'x' }),
      await remove(id, token),
    ])
      expectRefusal(on, gone, 404);
    expect((await list('search=Berpindah')).body.pagination.total).toBe(0);
  });
});

it('A-51: a client of another tenant, and an unknown one, is not found and not changed', async () => {
  const other = await newTenant();
  const theirs = await newClient(other, FULL);
  const unknown = await on.get(`/beauty/clients/${UNKNOWN_ID}`, token);
  for (const id of [theirs.id, UNKNOWN_ID, 'abc', '1'])
    for (const answer of [
      await on.get(`/beauty/clients/${id}`, token),
      await change(id, { gender: 'mine' }),
      await change(id, { gender: 5 }),
      await remove(id, token),
    ]) {
      expectRefusal(on, answer, 404);
      expectSameRefusal(unknown, answer);
    }
  expect(await read(theirs.id, other.admin.token)).toEqual(theirs);
});

it('A-60: clients are refused where beauty is disabled, and back when it is enabled', async () => {
  const own = await newTenant();
  const by = own.admin.token;
  const { id } = await newClient(own);
  await on.post('/modules/beauty/disable', {}, by);
  for (const answer of [await list('', by), await on.get(`/beauty/clients/${id}`, by), await create(NAMES, by)])
    expectRefusal(on, answer, 403, 'MODULE_DISABLED');
  await on.post('/modules/beauty/enable', {}, by);
  expect((await read(id, by)).id).toBe(id);
});

it('A-255: no answer about clients is kept by anybody on the way', async () => {
  const { id } = await newClient(tenant);
  for (const answer of [await list(''), await on.get(`/beauty/clients/${id}`, token), await create({})])
    expect(answer.headers.get('cache-control')).toBe('no-store');
});

it('says 401 without a token', async () => {
  for (const [method, path] of [
    ['GET', '/'],
    ['POST', '/'],
    ['GET', `/${UNKNOWN_ID}/`],
    ['PUT', `/${UNKNOWN_ID}/`],
    ['DELETE', `/${UNKNOWN_ID}/`],
    ['GET', `/${UNKNOWN_ID}/export/`],
    ['POST', `/${UNKNOWN_ID}/erase/`],
  ] as const)
    expectRefusal(on, await call(method, `/api/v1/beauty/clients${path}`), 401);
});
