import type { Json } from '../../support/client.js';
import { beautyShapes as shapes, configureBeauty, newService } from '../../support/beauty.js';
import { everyRole, UNKNOWN_ID, referenceSurface as on, type Role } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  not,
  UUID,
} from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type Person, type TestTenant } from '../../support/people.js';

const PATH = '/beauty/services';

let tenant: TestTenant;
let people: Record<Role, Person>;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  people = await everyRole(tenant);
  ({ token } = tenant.admin);
});

const create = (body: unknown, by = token) => on.post(PATH, body, by);
const change = (id: string, body: unknown, by = token) => on.put(`${PATH}/${id}`, body, by);
const read = async (id: string): Promise<Json> => must(await on.get(`${PATH}/${id}`, token), 200);
const found = async (of: TestTenant, query: string): Promise<string[]> =>
  must(await on.get(`${PATH}?${query}`, of.admin.token), 200).map((row: Json) => row.name);

const whole = {
  name: 'Deep cleansing facial',
  description: 'Cleansing, steam and mask',
  category: 'Facial',
  subcategory: 'Cleansing',
  duration_minutes: 75,
  price: 120.5,
  tax_rate: 8,
  staff_level_required: 'senior',
  room_requirements: ['steam', 'sink'],
  products_used: ['Serum', { product_id: 'x', quantity: 2, note: { deep: [1, null] } }],
  target_skin_types: ['oily'],
  contraindications: ['lavender oil'],
  pre_care_instructions: 'No exfoliation',
  post_care_instructions: 'Avoid the sun',
  membership_discount: 12.5,
  promotion_discount: 0,
  is_active: false,
  ministry_approved: true,
  ministry_approval_number: 'KKM 118/2026',
  halal_certified: true,
  halal_certification_number: 'MS 2200-1',
  notes: 'Sesuai untuk kulit sensitif',
};
const clearable = [
  ...['description', 'category', 'subcategory', 'staff_level_required', 'pre_care_instructions'],
  ...['post_care_instructions', 'membership_discount', 'promotion_discount', 'ministry_approval_number'],
  ...['halal_certification_number', 'notes'],
];
const lists = ['room_requirements', 'products_used', 'target_skin_types', 'contraindications'];

describe('POST /api/v1/beauty/services/', () => {
  it('A-257: answers 201 with what was sent, element by element', async () => {
    const service = must(await create(whole), 201);
    expectKeys(service, shapes.service);
    expect(service).toEqual({
      ...whole,
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(INSTANT),
      updated_at: service.created_at,
    });
    expect(await read(service.id)).toEqual(service);
  });

  it('A-257, A-258: needs name and price alone: 30 minutes, no tax, to be booked, nothing certified', async () => {
    const nulls = Object.fromEntries([...clearable, ...lists, 'duration_minutes', 'tax_rate'].map((n) => [n, null]));
    for (const body of [{}, nulls]) {
      const service = must(await create({ name: 'Potong rambut', price: 0, ...body }), 201);
      expect(service).toMatchObject({ price: 0, duration_minutes: 30, tax_rate: 0, is_active: true });
      expect(service).toMatchObject({ ministry_approved: false, halal_certified: false });
      for (const name of clearable) expect([name, service[name]]).toEqual([name, null]);
      for (const name of lists) expect([name, service[name]]).toEqual([name, []]);
    }
  });

  it('A-257: the rate is the tenant’s default unless one is sent, and 0 stays 0', async () => {
    const spa = await newTenant();
    await configureBeauty(spa, { default_tax_rate: 8 });
    const rates = [{}, { tax_rate: null }, { tax_rate: 0 }, { tax_rate: 6 }];
    const made = await Promise.all(rates.map((rate) => newService(spa, rate)));
    expect(made.map(({ tax_rate }) => tax_rate)).toEqual([8, 8, 0, 6]);
    await configureBeauty(spa, { default_tax_rate: '8' });
    expect((await newService(spa)).tax_rate).toBe(0);
  });

  it('A-258: a halal flag needs no number, and a number no flag', async () => {
    expect(await newService(tenant, { halal_certified: true })).toMatchObject({ halal_certification_number: null });
    expect(await newService(tenant, { halal_certification_number: 'MS 1' })).toMatchObject({ halal_certified: false });
  });

  it.each<[string, unknown[]]>([
    ['name', ['', '  ', null, ...not.text]],
    ['price', ['80', -0.01, 1e12, null, true]],
    ['duration_minutes', [0, -5, 30.5, '30', 2 ** 31]],
    ['tax_rate', [-1, 100.01, '8']],
    ['membership_discount', [-0.5, 101, '10']],
    ['promotion_discount', [100.5, true]],
    ['products_used', ['Serum', [5], [null], [['x']], {}, ['x'.repeat(501)], [{ x: 'y'.repeat(70_000) }]]],
    ['room_requirements', ['steam', [5], [{}]]],
    ['contraindications', [[null], 'lavender']],
    ['is_active', ['true', 1, null]],
    ['halal_certified', ['yes', 0]],
    ['category', not.text],
  ])('§14, A-22: refuses a wrong %s, and names it', async (name, values) => {
    for (const value of values) expectInvalid(on, await create({ name: 'x', price: 1, [name]: value }), name);
  });

  it('A-53: is not for those who only read; rubbish without a token is 401', async () => {
    expectRefusal(on, await create(whole, people.VIEWER.token), 403);
    expectRefusal(on, await on.post(PATH, {}), 401);
    expect((await create({ name: 'x', price: 1 }, people.STAFF.token)).status).toBe(201);
  });
});

describe('PUT /api/v1/beauty/services/{service_id}/', () => {
  it('A-18: takes back what it gave, and changes nothing; what is absent stays', async () => {
    const service = must(await create(whole), 201);
    const { updated_at: _, ...before } = service;
    const same = must(await change(service.id, service, people.STAFF.token), 200);
    expect(same).toEqual({ ...before, updated_at: expect.anything() });
    expect(must(await change(service.id, {}), 200)).toEqual(same);
    const changed = must(await change(service.id, { price: 99 }), 200);
    expect(changed).toEqual({ ...before, price: 99, updated_at: expect.anything() });
  });

  it('A-18: null clears what may be unset, and brings usual values back', async () => {
    const { id } = must(await create(whole), 201);
    const unset = Object.fromEntries([...clearable, ...lists].map((name) => [name, null]));
    const changed = must(await change(id, { ...unset, duration_minutes: null, tax_rate: null }), 200);
    expect(changed).toMatchObject({ ...Object.fromEntries(clearable.map((name) => [name, null])), price: 120.5 });
    for (const name of lists) expect([name, changed[name]]).toEqual([name, []]);
    expect([changed.duration_minutes, changed.tax_rate]).toEqual([30, 0]);
    for (const name of ['name', 'price']) expectInvalid(on, await change(id, { [name]: null }), name);
  });
});

it('A-03, A-254: what is deleted is not there any more, and in no list', async () => {
  const salon = await newTenant();
  const { id } = await newService(salon);
  const answer = await on.send('DELETE', `${PATH}/${id}`, { token: salon.admin.token });
  expect([answer.status, answer.body]).toEqual([200, { success: true, data: { id, deleted: true } }]);
  expectRefusal(on, await on.get(`${PATH}/${id}`, salon.admin.token), 404);
  expect(await found(salon, '')).toEqual([]);
});

it('A-16, A-51: another tenant’s service is not there', async () => {
  const foreign = await newService(await newTenant());
  const unknown = await on.get(`${PATH}/${UNKNOWN_ID}`, token);
  for (const id of [foreign.id, 'x']) expectSameRefusal(unknown, await on.get(`${PATH}/${id}`, token));
  expectRefusal(on, await change(foreign.id, { price: 'x' }), 404);
});

describe('GET /api/v1/beauty/services/', () => {
  let salon: TestTenant;
  beforeAll(async () => {
    salon = await newTenant();
    await newService(salon, { name: 'A', price: 50, category: 'Hair', subcategory: ' Cut ', halal_certified: true });
    await newService(salon, { name: 'B', price: 80, category: ' hair', subcategory: 'Colour', is_active: false });
    await newService(salon, { name: 'C', price: 120, category: 'Face', subcategory: 'cut' });
  });

  it.each([
    ['', ['C', 'B', 'A']],
    ['category=HAIR', ['B', 'A']],
    ['category=hai', []],
    ['subcategory=cut', ['C', 'A']],
    ['min_price=80', ['C', 'B']],
    ['max_price=80', ['B', 'A']],
    ['min_price=50.01&max_price=119.99', ['B']],
    ['is_active=true', ['C', 'A']],
    ['is_active=false', ['B']],
    ['halal_certified=true', ['A']],
    ['halal_certified=false', ['C', 'B']],
    ['category=hair&is_active=true&max_price=80', ['A']],
  ])('A-173, A-258: ?%s finds %j', async (query, names) => expect(await found(salon, query)).toEqual(names));

  it.each([
    ['min_price=x', 'min_price'],
    ['is_active=maybe', 'is_active'],
    ['halal_certified=2', 'halal_certified'],
  ])('A-10: ?%s is refused, and named', async (query, name) =>
    expectInvalid(on, await on.get(`${PATH}?${query}`, salon.admin.token), name),
  );

  it('A-255: is kept by no client', async () => {
    const answer = await on.get(PATH, salon.admin.token);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
