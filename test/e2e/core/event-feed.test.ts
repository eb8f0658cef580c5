import { type Answer, type Json } from '../../support/client.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { UNKNOWN_ID, everyRole, referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';
import { newProduct } from '../../support/retail.js';
import { eventually } from '../../support/system-service.js';

/** The feed of events, for programs that cannot receive webhooks (A-451). */

const UNKNOWN_EVENT = `msg_${UNKNOWN_ID.replaceAll('-', '')}`;

const read = ({ admin }: TestTenant, query = ''): Promise<Answer> =>
  on.get(`/events${query && `?${query}`}`, admin.token);
const turn = ({ admin }: TestTenant, to: 'enable' | 'disable'): Promise<Answer> =>
  on.send('POST', `/events/${to}`, { token: admin.token });
const idsOf = (answer: Answer): string[] => on.data(answer).map(({ id }: Json) => id);

async function withFeed(): Promise<TestTenant> {
  const tenant = await newTenant();
  expect((await turn(tenant, 'enable')).status).toBe(200);
  return tenant;
}

/** The events after a cursor, once there are as many. */
const readUntil = (tenant: TestTenant, count: number, query = ''): Promise<Json[]> =>
  eventually(`${count} events`, async () => {
    const events: Json[] = on.data(await read(tenant, query));
    return events.length >= count && events;
  });

describe('a feed', () => {
  it('A-451: is off until it is turned on, and again once it is turned off', async () => {
    const tenant = await newTenant();
    expectRefusal(on, await read(tenant), 409);
    const enabled = on.data(await turn(tenant, 'enable'));
    expect(enabled).toEqual({ enabled: true, since: expect.stringMatching(/Z$/) });
    expect(on.data(await turn(tenant, 'enable'))).toEqual(enabled);
    const empty = await read(tenant);
    expect(empty.body).toEqual({
      success: true,
      data: [],
      pagination: { page_size: 100, has_more: false, next_cursor: null },
    });
    expect(on.data(await turn(tenant, 'disable'))).toEqual({ enabled: false, since: null });
    expect(on.data(await turn(tenant, 'disable'))).toEqual({ enabled: false, since: null });
    expectRefusal(on, await read(tenant), 409);
    const { body } = await on.get('/audit?record_type=event_feed', tenant.admin.token);
    expect(body.data.map(({ action, record_id }: Json) => [action, record_id])).toEqual([
      ['disable', tenant.id],
      ['enable', tenant.id],
    ]);
  });

  it('A-451: turned on twice at once is turned on once', async () => {
    const tenant = await newTenant();
    const answers = await Promise.all(Array.from({ length: 5 }, () => turn(tenant, 'enable')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { body } = await on.get('/audit?record_type=event_feed', tenant.admin.token);
    expect(body.data).toHaveLength(1);
  });

  it('A-431: tells what happened, oldest first, to the key', async () => {
    const tenant = await withFeed();
    const product = await newProduct(tenant, { sku: 'FEED-1', selling_price: 10, current_stock: 5 });
    const { token, id: actor_id } = tenant.admin;
    await on.put(`/retail/products/${product.id}`, { selling_price: 12 }, token);
    const [created, updated] = await readUntil(tenant, 2, 'event_types=retail.product.*');
    expect(created).toEqual({
      id: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      type: 'retail.product.created',
      timestamp: product.created_at,
      tenant_id: tenant.id,
      actor_id,
      data: {
        id: product.id,
        version: 1,
        path: `/api/v1/retail/products/${product.id}/`,
        contract_path: null,
        sku: 'FEED-1',
        selling_price: 10,
        is_active: true,
        current_stock: 5,
        minimum_stock: product.minimum_stock,
      },
    });
    expect(updated.data).toMatchObject({ id: product.id, version: 2, selling_price: 12, changed: ['selling_price'] });
    const one = await on.get(`/events/${created.id}`, token);
    expect(on.data(one)).toEqual(created);
    expect([one.headers.get('etag'), one.headers.get('cache-control')]).toEqual(['"1.1"', 'no-store']);
  });

  it('A-451: is followed from event to event, and from where it ended', async () => {
    const tenant = await withFeed();
    const made: string[] = [];
    for (let i = 0; i < 5; i += 1) made.push((await newProduct(tenant)).id);
    const types = 'event_types=retail.product.created';
    await readUntil(tenant, 5, types);
    const first = await read(tenant, `${types}&page_size=2&cursor=*`);
    const [, second = ''] = idsOf(first);
    expect(first.body.pagination).toEqual({ page_size: 2, has_more: true, next_cursor: second });
    const rest = await read(tenant, `${types}&page_size=3&cursor=${second}`);
    const last = idsOf(rest).at(-1);
    expect(rest.body.pagination).toEqual({ page_size: 3, has_more: false, next_cursor: last });
    expect([...on.data(first), ...on.data(rest)].map(({ data }) => data.id)).toEqual(made);
    const end = await read(tenant, `${types}&cursor=${last}`);
    expect(end.body).toMatchObject({ data: [], pagination: { has_more: false, next_cursor: last } });
    const { id } = await newProduct(tenant);
    expect((await readUntil(tenant, 1, `${types}&cursor=${last}`)).map(({ data }) => data.id)).toEqual([id]);
    expect((await read(tenant, 'page_size=1000')).body.pagination.page_size).toBe(100);
  });

  it('A-451: has all types unless some are named', async () => {
    const tenant = await withFeed();
    const { id } = await newProduct(tenant);
    await on.send('DELETE', `/retail/products/${id}`, { token: tenant.admin.token });
    const typesOf = async (count: number, query: string): Promise<string[]> =>
      (await readUntil(tenant, count, query)).map(({ type }) => type);
    const both = ['retail.product.created', 'retail.product.deleted'];
    expect((await typesOf(2, '')).filter((type) => type.startsWith('retail.product.'))).toEqual(both);
    expect(await typesOf(2, 'event_types=retail.product.deleted,%20retail.product.created')).toEqual(both);
    expect(await typesOf(1, 'event_types=retail.product.deleted')).toEqual(['retail.product.deleted']);
    expect((await typesOf(2, 'event_types=*')).filter((type) => both.includes(type))).toEqual(both);
  });

  it('A-451: refuses cursors that are none, unknown, of another tenant, or of a time before it was turned on', async () => {
    const [tenant, other] = await Promise.all([withFeed(), withFeed()]);
    for (const cursor of ['x', UNKNOWN_ID, `${UNKNOWN_EVENT}0`, UNKNOWN_EVENT.toUpperCase()])
      expectInvalid(on, await read(tenant, `cursor=${cursor}`), 'cursor');
    await newProduct(other);
    const [theirs] = await readUntil(other, 1);
    for (const cursor of [UNKNOWN_EVENT, theirs.id]) {
      const refused = await read(tenant, `cursor=${cursor}`);
      expectRefusal(on, refused, 409);
      expect(on.error(refused).errors[0].field).toBe('cursor');
      expectRefusal(on, await on.get(`/events/${cursor}`, tenant.admin.token), 404);
    }
    await turn(other, 'disable');
    expectRefusal(on, await on.get(`/events/${theirs.id}`, other.admin.token), 404);
    await turn(other, 'enable');
    expectRefusal(on, await read(other, `cursor=${theirs.id}`), 409);
    expect(on.data(await read(other))).toEqual([]);
    expectRefusal(on, await on.get(`/events/${theirs.id}`, other.admin.token), 404);
  });

  it('A-438: refuses types that do not exist, naming them', async () => {
    const tenant = await withFeed();
    for (const types of ['retail.product.sung', 'retail', 'retail.*.created', 'retail.product.created,,']) {
      const refused = await read(tenant, `event_types=${types}`);
      expectInvalid(on, refused, 'event_types');
    }
  });

  it('A-451: is for administrators', async () => {
    const tenant = await withFeed();
    const { ADMIN: _admin, ...others } = await everyRole(tenant);
    for (const { token } of Object.values(others)) {
      expectRefusal(on, await on.get('/events', token), 403);
      expectRefusal(on, await on.get(`/events/${UNKNOWN_EVENT}`, token), 403);
      expectRefusal(on, await on.send('POST', '/events/enable', { token }), 403);
      expectRefusal(on, await on.send('POST', '/events/disable', { token }), 403);
    }
  });

  it('A-416: is read by a key with the scope events:read and the role of an administrator', async () => {
    const tenant = await withFeed();
    const keyOf = async (scopes: string[], role: string): Promise<string> =>
      on.data(await on.post('/api-keys', { name: unique('key'), scopes, role }, tenant.admin.token)).key;
    expect((await on.get('/events', await keyOf(['events:read'], 'admin'))).status).toBe(200);
    expectRefusal(on, await on.get('/events', await keyOf(['events:read'], 'manager')), 403);
    expectRefusal(on, await on.get('/events', await keyOf(['retail:read'], 'admin')), 403, 'SCOPE_MISSING');
  });

  it('A-451: has each of 200 parallel writes once while it is polled', async () => {
    const tenant = await withFeed();
    const types = 'event_types=retail.product.created';
    const seen: Json[] = [];
    let writing = true;
    const polling = (async () => {
      let cursor = '*';
      for (let idle = 0; writing || idle < 100;) {
        const answer = await read(tenant, `${types}&page_size=7&cursor=${cursor}`);
        expect(answer.status).toBe(200);
        seen.push(...on.data(answer));
        cursor = answer.body.pagination.next_cursor;
        idle = on.data(answer).length === 0 && !writing ? idle + 1 : 0;
        if (seen.length >= 200 && !writing) break;
        if (idle > 0) await new Promise((resolve) => setTimeout(resolve, 100));
      }
      // One more look: none comes twice.
      seen.push(...on.data(await read(tenant, `${types}&cursor=${cursor}`)));
    })();
    const made = await Promise.all(Array.from({ length: 200 }, async () => (await newProduct(tenant)).id as string));
    writing = false;
    await polling;
    expect(seen.map(({ data }) => data.id).sort()).toEqual([...made].sort());
    expect(new Set(seen.map(({ id }) => id)).size).toBe(200);
    const whole = await readUntil(tenant, 100, types);
    expect(whole.map(({ id }) => id)).toEqual(seen.slice(0, 100).map(({ id }) => id));
  });
});
