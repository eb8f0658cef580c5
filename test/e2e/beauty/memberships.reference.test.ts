import type { Json } from '../../support/client.js';
import { beautyShapes as shapes, newClient, newMembership, newService } from '../../support/beauty.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal, INSTANT, not, UUID } from '../../support/core-shapes.js';
import { must } from '../../support/healthcare.js';
import { newTenant, newUser, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';

const PATH = '/beauty/memberships';

let tenant: TestTenant;
let token: string;
let client: Json;
let facial: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  [client, facial] = await Promise.all([newClient(tenant), newService(tenant)]);
});

const create = (body: Record<string, unknown>) =>
  on.post(PATH, { client_id: client.id, membership_type: 'Gold', ...body }, token);
const change = (id: string, body: unknown, by = token) => on.put(`${PATH}/${id}`, body, by);
const read = async (id: string): Promise<Json> => must(await on.get(`${PATH}/${id}`, token), 200);
const remove = async (path: string) => must(await on.send('DELETE', `/beauty/${path}`, { token }), 200);
const benefit = (more = {}) => ({ benefit: null, type: null, value: null, service_id: null, ...more });

describe('POST /api/v1/beauty/memberships/', () => {
  it('A-114, A-263: answers 201 with every field sent, and so does GET', async () => {
    const sent = {
      client_id: client.id,
      membership_type: 'Gold',
      start_date: '2024-01-01',
      end_date: '2024-12-31',
      annual_fee: 199.9,
      benefits: [
        benefit({ benefit: '10 % off', type: 'percentage_discount', value: 10 }),
        benefit({ benefit: 'A facial', type: 'free_service', service_id: facial.id }),
        benefit({ type: 'free_service' }),
        benefit({ benefit: 'First in line', type: 'priority' }),
      ],
      payment_method: 'fpx',
      auto_renew: true,
      status: 'active',
    };
    const made = must(await create(sent), 201);
    expectKeys(made, shapes.membership);
    expectKeys(made.benefits[0], shapes.benefit);
    expect(made).toEqual({
      ...sent,
      // Its year is over, regardless of the status.
      is_current: false,
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      created_at: expect.stringMatching(INSTANT),
      updated_at: made.created_at,
    });
    expect(await read(made.id)).toEqual(made);
  });

  it('A-263: needs client and type alone: active from now on; several at once are fine', async () => {
    for (const unset of [{}, { status: null, start_date: null, end_date: null, annual_fee: null, benefits: null }]) {
      const made = must(await create(unset), 201);
      expect(made).toMatchObject({ status: 'active', start_date: null, end_date: null, benefits: [] });
      expect(made).toMatchObject({ annual_fee: null, payment_method: null, auto_renew: false, is_current: true });
    }
    const of = must(await on.get(`/beauty/clients/${client.id}`, token), 200);
    expect(of.membership_level).toBeNull();
  });

  it('A-263: a client who is not there, deleted or another tenant’s is refused', async () => {
    const [foreign, gone] = [await newClient(await newTenant()), await newClient(tenant)];
    await remove(`clients/${gone.id}`);
    for (const client_id of [UNKNOWN_ID, foreign.id, gone.id, 'x'])
      expectInvalid(on, await create({ client_id }), 'client_id');
  });

  it('A-263: so is a service of a benefit, by its place', async () => {
    const [foreign, gone] = [await newService(await newTenant()), await newService(tenant)];
    await remove(`services/${gone.id}`);
    for (const service_id of [UNKNOWN_ID, foreign.id, gone.id])
      expectInvalid(
        on,
        await create({ benefits: [benefit(), benefit({ type: 'free_service', service_id })] }),
        'benefits.1.service_id',
      );
  });

  it('A-255: keeps no card number', async () => {
    const made = await newMembership(tenant, { payment_method: 'kad 4111 1111 1111 1111' });
    expect(made.payment_method).toBe('kad •••• 1111');
    expect(must(await change(made.id, { payment_method: '4111111111111111' }), 200).payment_method).toBe('•••• 1111');
  });

  it.each<[string, Record<string, unknown>]>([
    ['end_date', { start_date: '2026-02-01', end_date: '2026-01-31' }],
    ['end_date', { end_date: '2030-02-30' }],
    ['start_date', { start_date: '01/02/2026' }],
    ['annual_fee', { annual_fee: -1 }],
    ['annual_fee', { annual_fee: '199' }],
    ['benefits.0.type', { benefits: [{ type: 'cashback' }] }],
    ['benefits.0.value', { benefits: [{ type: 'percentage_discount', value: 100.01 }] }],
    ['benefits.0.value', { benefits: [{ type: 'percentage_discount', value: '10' }] }],
    ['benefits.0.benefit', { benefits: [{ benefit: 5 }] }],
    ['benefits', { benefits: 'all' }],
    ['auto_renew', { auto_renew: 'yes' }],
    ['status', { status: 5 }],
    ['membership_type', { membership_type: ' ' }],
  ])('A-114, A-263: names %s where it is wrong', async (field, body) => expectInvalid(on, await create(body), field));

  it('§14: refuses an empty body, and what is no text', async () => {
    for (const field of ['client_id', 'membership_type']) expectInvalid(on, await on.post(PATH, {}, token), field);
    for (const membership_type of not.text) expectInvalid(on, await create({ membership_type }), 'membership_type');
  });
});

describe('PUT /api/v1/beauty/memberships/{membership_id}/', () => {
  it('A-18, A-254: takes back what it gave after client and service were deleted', async () => {
    const [client, service] = [await newClient(tenant), await newService(tenant)];
    const benefits = [benefit({ type: 'free_service', service_id: service.id })];
    const made = await newMembership(tenant, { client_id: client.id, benefits, end_date: '2999-12-31' });
    await remove(`clients/${client.id}`);
    await remove(`services/${service.id}`);
    const { updated_at: _, ...before } = made;
    const staff = await newUser(tenant, 'staff');
    const same = must(await change(made.id, made, staff.token), 200);
    expect(same).toEqual({ ...before, updated_at: expect.anything() });
    expect(must(await change(made.id, { status: 'frozen' }), 200)).toMatchObject({ is_current: false });
    const other = await newMembership(tenant);
    expectInvalid(on, await change(other.id, { client_id: client.id }), 'client_id');
    expectInvalid(on, await change(other.id, { benefits }), 'benefits.0.service_id');
  });

  it('A-18: what is absent stays, null clears; it can be given to the client whose it is', async () => {
    const made = await newMembership(tenant, { start_date: '2026-01-01', annual_fee: 50, status: 'frozen' });
    const changed = must(await change(made.id, { client_id: client.id.toUpperCase(), annual_fee: null }), 200);
    expect(changed).toMatchObject({ client_id: client.id, annual_fee: null, start_date: '2026-01-01' });
    expect(must(await change(made.id, { status: null }), 200).status).toBe('active');
    expectInvalid(on, await change(made.id, { end_date: '2025-12-31' }), 'end_date');
    expectInvalid(on, await change(made.id, { client_id: UNKNOWN_ID }), 'client_id');
    expect(await read(made.id)).toMatchObject({ client_id: client.id, end_date: null });
  });

  it('A-255: is refused when the data of its client were erased, and shows nothing of them', async () => {
    const made = await newMembership(tenant, {
      payment_method: 'akaun Siti',
      benefits: [benefit({ benefit: 'Siti' })],
    });
    must(await on.send('POST', `/beauty/clients/${made.client_id}/erase`, { token }), 200);
    expect(await read(made.id)).toMatchObject({ payment_method: null, benefits: [], membership_type: 'Gold' });
    expectRefusal(on, await change(made.id, { payment_method: 'akaun Siti' }), 409);
  });
});

describe('GET /api/v1/beauty/memberships/', () => {
  it('A-263, A-264: is narrowed by client, status, and what is current today', async () => {
    const salon = await newTenant();
    const client = await newClient(salon);
    const made: Record<string, Json> = {};
    const of: Record<string, Record<string, unknown>> = {
      open: {},
      over: { end_date: malaysianDay(-1) },
      lastDay: { end_date: malaysianDay(), status: ' Active' },
      firstDay: { start_date: malaysianDay(), client_id: client.id },
      tomorrow: { start_date: malaysianDay(1) },
      frozen: { status: 'Frozen', client_id: client.id },
    };
    for (const [name, body] of Object.entries(of)) made[name] = await newMembership(salon, body);
    const found = async (query: string): Promise<string[]> => {
      const rows: Json[] = must(await on.get(`${PATH}?${query}`, salon.admin.token), 200);
      return rows.map(({ id }) => Object.keys(made).find((name) => made[name]?.id === id) ?? id);
    };
    expect(await found('')).toEqual(Object.keys(of).reverse());
    expect(await found('is_current=true')).toEqual(['firstDay', 'lastDay', 'open']);
    expect(await found('is_current=false')).toEqual(['frozen', 'tomorrow', 'over']);
    expect(await found('status=ACTIVE')).toEqual(['tomorrow', 'firstDay', 'lastDay', 'over', 'open']);
    expect(await found('status=frozen&is_current=true')).toEqual([]);
    expect(await found(`client_id=${client.id}`)).toEqual(['frozen', 'firstDay']);
    expect(await found(`client_id=${client.id}&is_current=true`)).toEqual(['firstDay']);
    expect([await found('client_id=x'), await found(`client_id=${UNKNOWN_ID}`)]).toEqual([[], []]);
    for (const [name, is_current] of [
      ['open', true],
      ['over', false],
      ['lastDay', true],
    ] as const)
      expect([name, made[name]?.is_current]).toEqual([name, is_current]);
    expectInvalid(on, await on.get(`${PATH}?is_current=maybe`, salon.admin.token), 'is_current');
  });

  it('A-51, A-264: another tenant’s is not there', async () => {
    const foreign = await newMembership(await newTenant());
    for (const id of [foreign.id, UNKNOWN_ID]) {
      expectRefusal(on, await on.get(`${PATH}/${id}`, token), 404);
      expectRefusal(on, await change(id, { status: 5 }), 404);
    }
  });
});
