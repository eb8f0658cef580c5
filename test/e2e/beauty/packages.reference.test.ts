import type { Json } from '../../support/client.js';
import { beautyShapes as shapes, newPackage, newService } from '../../support/beauty.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, INSTANT, not, UUID } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';

const PATH = '/beauty/packages';

let tenant: TestTenant;
let token: string;
let facial: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  facial = await newService(tenant);
});

const create = (body: unknown) => on.post(PATH, body, token);
const change = (id: string, body: unknown, by = token) => on.put(`${PATH}/${id}`, body, by);
const read = async (id: string): Promise<Json> => must(await on.get(`${PATH}/${id}`, token), 200);
const line = (service_id: string, more = {}) => ({
  service_id,
  frequency: null,
  duration_months: null,
  sessions: null,
  ...more,
});

describe('POST /api/v1/beauty/packages/', () => {
  it('A-114, A-264: answers 201 with every field sent, and so does GET', async () => {
    const sent = {
      name: 'Pakej Seri Pengantin',
      description: 'Three facials',
      services: [
        line(facial.id, { frequency: 'monthly', duration_months: 3 }),
        line(facial.id, { frequency: 2, sessions: 4 }),
      ],
      total_price: 280,
      original_price: 320,
      discount_percentage: 10,
      validity_months: 6,
      payment_plan: '2 instalments',
      terms_and_conditions: 'Not transferable',
      is_active: false,
      membership_discount: 5,
    };
    const made = must(await create(sent), 201);
    expectKeys(made, shapes.package);
    expectKeys(made.services[0], shapes.packagedService);
    expect(made).toEqual({
      ...sent,
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      created_at: expect.stringMatching(INSTANT),
      updated_at: made.created_at,
    });
    expect(await read(made.id)).toEqual(made);
  });

  it('A-262: {name} is enough', async () => {
    const made = must(await create({ name: 'Pakej' }), 201);
    expect(made).toMatchObject({ discount_percentage: null, services: [], is_active: true, total_price: null });
    expect(must(await create({ name: 'Pakej', services: null }), 201).services).toEqual([]);
  });

  it.each([
    [280, 320, undefined, 12.5],
    [200, 300, undefined, 33.33],
    [400, 320, undefined, 0],
    [280, 320, 50, 50],
    [280, 320, null, 12.5],
    [280, undefined, undefined, null],
    [undefined, 320, undefined, null],
    [0, 0, undefined, null],
  ])('A-262: %d of %d, sent %s: the discount is %d', async (total_price, original_price, sent, percent) => {
    const made = await newPackage(tenant, { total_price, original_price, discount_percentage: sent });
    expect(made.discount_percentage).toBe(percent);
  });

  it('A-262: a service that is not there, deleted or another tenant’s is refused by its place', async () => {
    const foreign = await newService(await newTenant());
    const gone = await newService(tenant);
    must(await on.send('DELETE', `/beauty/services/${gone.id}`, { token }), 200);
    for (const id of [UNKNOWN_ID, foreign.id, gone.id, 'x'])
      expectInvalid(
        on,
        await create({ name: 'Pakej', services: [line(facial.id), line(id)] }),
        'services.1.service_id',
      );
  });

  it('A-244: a service that cannot be booked may be in it', async () => {
    const inactive = await newService(tenant, { is_active: false });
    expect((await newPackage(tenant, { services: [line(inactive.id)] })).services[0].service_id).toBe(inactive.id);
  });

  it.each<[string, string, unknown]>([
    ['services.0.service_id', 'services', [{}]],
    ['services.0.sessions', 'services', [{ service_id: UNKNOWN_ID, sessions: 1.5 }]],
    ['services.0.sessions', 'services', [{ service_id: UNKNOWN_ID, sessions: 0 }]],
    ['services.0.duration_months', 'services', [{ service_id: UNKNOWN_ID, duration_months: 0 }]],
    ['services.0.frequency', 'services', [{ service_id: UNKNOWN_ID, frequency: true }]],
    ['services', 'services', Array(1_001).fill({ service_id: UNKNOWN_ID })],
    ['services', 'services', 'x'],
    ['validity_months', 'validity_months', 0],
    ['validity_months', 'validity_months', 1.5],
    ['total_price', 'total_price', -0.01],
    ['original_price', 'original_price', '320'],
    ['discount_percentage', 'discount_percentage', 100.01],
    ['membership_discount', 'membership_discount', -1],
    ['is_active', 'is_active', 'yes'],
  ])('A-262: names %s where it is wrong', async (field, name, value) =>
    expectInvalid(on, await create({ name: 'Pakej', [name]: value }), field),
  );

  it('§14: refuses an empty body, and a name that is none', async () => {
    expectInvalid(on, await create({}), 'name');
    for (const name of ['', ...not.text]) expectInvalid(on, await create({ name }), 'name');
  });
});

describe('PUT /api/v1/beauty/packages/{package_id}/', () => {
  it('A-18, A-254: takes back what it gave after its service was deleted; a new mention of that is refused', async () => {
    const service = await newService(tenant);
    const made = await newPackage(tenant, {
      services: [line(service.id, { sessions: 3 })],
      total_price: 280,
      original_price: 320,
    });
    must(await on.send('DELETE', `/beauty/services/${service.id}`, { token }), 200);
    expect(await read(made.id)).toEqual(made);
    const staff = await newUser(tenant, 'staff');
    const { updated_at: _, ...before } = made;
    const same = must(await change(made.id, made, staff.token), 200);
    expect(same).toEqual({ ...before, updated_at: expect.anything() });
    // The discount follows the prices still.
    expect(must(await change(made.id, { total_price: 240 }), 200).discount_percentage).toBe(25);
    const other = await newPackage(tenant);
    expectInvalid(on, await change(other.id, { services: made.services }), 'services.0.service_id');
  });

  it('A-18: what is absent stays, a list is replaced whole, null clears', async () => {
    const made = await newPackage(tenant, { services: [line(facial.id)], validity_months: 6, total_price: 10 });
    expect(must(await change(made.id, { name: 'Baharu' }), 200)).toMatchObject({
      services: made.services,
      validity_months: 6,
    });
    const changed = must(await change(made.id, { services: null, validity_months: null, total_price: null }), 200);
    expect(changed).toMatchObject({ name: 'Baharu', services: [], validity_months: null, total_price: null });
    expectInvalid(on, await change(made.id, { name: null }), 'name');
  });
});

it('A-264: packages are listed newest first, by is_active', async () => {
  const salon = await newTenant();
  const [one, two] = [await newPackage(salon), await newPackage(salon, { is_active: false })];
  const ids = async (query: string): Promise<string[]> =>
    must(await on.get(`${PATH}?${query}`, salon.admin.token), 200).map(({ id }: Json) => id);
  expect(await ids('')).toEqual([two.id, one.id]);
  expect([await ids('is_active=true'), await ids('is_active=false')]).toEqual([[one.id], [two.id]]);
});

it('A-51, A-264: another tenant’s package is not there', async () => {
  const foreign = await newPackage(await newTenant());
  for (const id of [foreign.id, UNKNOWN_ID]) {
    expectRefusal(on, await on.get(`${PATH}/${id}`, token), 404);
    expectRefusal(on, await change(id, { name: 5 }), 404);
  }
});
