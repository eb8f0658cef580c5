import type { Answer, Json } from '../../support/client.js';
import { referenceSurface as on, surfaces } from '../../support/core-surfaces.js';
import { expectInvalid, expectRefusal } from '../../support/core-shapes.js';
import { newTenant, unique, type TestTenant } from '../../support/people.js';

/** From where, and how often, an API key may be used. */

const WINDOW_MS = 60_000;

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

async function newKey(body: Json): Promise<{ id: string; key: string }> {
  const told = { name: unique('key'), scopes: ['*:read', '*:write'], ...body };
  const answer = await on.post('/api-keys', told, tenant.admin.token);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return on.data(answer);
}

/** Windows begin with the minutes of the database, which is on this machine: waits where less of one is left. */
async function haveTime(ms: number): Promise<void> {
  const left = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (left < ms) await new Promise((done) => setTimeout(done, left + 100));
}

const fields = ({ headers }: Answer) => {
  const [, r, t] = /^"key";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
  return { policy: headers.get('ratelimit-policy'), r: Number(r), t: Number(t) };
};

describe.each(surfaces)('A-419: on the $name surface', (surface) => {
  it('q=5: five 200 with r = 4 … 0, then 429 with the seconds to wait', async () => {
    await haveTime(15_000);
    const { key } = await newKey({ rate_limit: 5 });
    const answers = [];
    for (let i = 0; i < 7; i += 1) answers.push(await surface.get('/retail/products', key));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(answers.map((answer) => fields(answer).r)).toEqual([4, 3, 2, 1, 0, 0, 0]);
    for (const answer of answers) {
      const { policy, t } = fields(answer);
      expect(policy).toBe('"key";q=5;w=60');
      expect([t >= 1, t <= 60]).toEqual([true, true]);
    }
    const last = answers.at(-1) as Answer;
    expectRefusal(surface, last, 429);
    expect(Number(last.headers.get('retry-after'))).toBe(fields(last).t);
  });

  it('every answer of a limited key has the headers: refusals, unknown records and 304 too', async () => {
    const { key } = await newKey({ rate_limit: 1_000, scopes: ['retail:read', 'users:read'] });
    const first = await surface.get('/retail/products', key);
    const answers = [
      first,
      await surface.get('/tenants', key),
      await surface.post('/retail/products', {}, key),
      await surface.get('/users/0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', key),
      await surface.send('HEAD', '/retail/products', { token: key }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 403, 404, 200]);
    for (const answer of answers) expect(fields(answer).policy).toBe('"key";q=1000;w=60');
  });

  it('a key without a limit has no such headers', async () => {
    const { key } = await newKey({});
    const { headers } = await surface.get('/retail/products', key);
    expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
    const session = await surface.get('/retail/products', tenant.admin.token);
    expect(session.headers.get('ratelimit')).toBeNull();
  });

  it('requests at once are not let through beyond the limit', async () => {
    await haveTime(15_000);
    const { key } = await newKey({ rate_limit: 40 });
    const answers = await Promise.all(Array.from({ length: 120 }, () => surface.get('/retail/products', key)));
    const counts = [200, 429].map((status) => answers.filter((answer) => answer.status === status).length);
    expect(counts).toEqual([40, 80]);
  });

  it('a limit that changes holds at once, and what was used counts', async () => {
    await haveTime(15_000);
    const { id, key } = await newKey({ rate_limit: 3 });
    const status = async () => (await surface.get('/retail/products', key)).status;
    expect([await status(), await status(), await status(), await status()]).toEqual([200, 200, 200, 429]);
    await on.put(`/api-keys/${id}`, { rate_limit: 5 }, tenant.admin.token);
    expect((await surface.get('/retail/products', key)).status).toBe(200);
    await on.put(`/api-keys/${id}`, { rate_limit: null }, tenant.admin.token);
    expect((await surface.get('/retail/products', key)).headers.get('ratelimit')).toBeNull();
  });

  it('a key is used from its own addresses only, and is told which address was seen', async () => {
    const here = await newKey({ allowed_addresses: ['127.0.0.1/32', '::1'] });
    expect((await surface.get('/retail/products', here.key)).status).toBe(200);
    const { id, key } = await newKey({ allowed_addresses: ['203.0.113.0/24', '2001:db8::/32'], rate_limit: 1 });
    for (let i = 0; i < 3; i += 1) {
      const answer = await surface.get('/retail/products', key);
      const isContract = surface.name === 'contract';
      expectRefusal(surface, answer, 403, isContract ? 'FORBIDDEN' : 'ADDRESS_NOT_ALLOWED');
      expect(surface.error(answer).details).toEqual({
        ...(isContract ? { reason: 'address_not_allowed' } : {}),
        address: '127.0.0.1',
      });
    }
    await on.put(`/api-keys/${id}`, { allowed_addresses: [] }, tenant.admin.token);
    // The refused requests were not counted.
    expect((await surface.get('/retail/products', key)).status).toBe(200);
  });
});

describe('A-419: addresses and limits of a key', () => {
  const create = (body: Json) =>
    on.post('/api-keys', { name: unique('key'), scopes: ['*:read'], ...body }, tenant.admin.token);

  it.each([
    ['10.0.0.0/33'],
    ['2001:db8::/129'],
    ['10.0.0'],
    ['localhost'],
    ['fe80::1%eth0'],
    ['10.0.0.0/8 '.repeat(2)],
    [''],
    ['0x0a.0.0.1'],
  ])('%j is no network', async (network) => {
    const answer = await create({ allowed_addresses: ['203.0.113.0/24', network] });
    expectInvalid(on, answer, 'allowed_addresses');
  });

  it('are at most 50, in one notation', async () => {
    const networks = (n: number) => Array.from({ length: n }, (_, i) => `10.0.${i}.0/24`);
    expectInvalid(on, await create({ allowed_addresses: networks(51) }), 'allowed_addresses');
    const sent = [...networks(47), '::ffff:203.0.113.7', '203.0.113.7', '2001:DB8::0/32'];
    const { id } = on.data(await create({ allowed_addresses: sent }));
    expect(on.data(await on.get(`/api-keys/${id}`, tenant.admin.token)).allowed_addresses).toEqual([
      ...networks(47),
      '203.0.113.7/32',
      '2001:db8::/32',
    ]);
  });

  it.each([0, -1, 1.5, 100_001, '600', true])('a limit of %j is refused', async (rate_limit) => {
    expectInvalid(on, await create({ rate_limit }), 'rate_limit');
  });

  it.each([1, 100_000, null])('a limit of %j is kept', async (rate_limit) => {
    const { id } = on.data(await create({ rate_limit }));
    expect(on.data(await on.get(`/api-keys/${id}`, tenant.admin.token)).rate_limit).toBe(rate_limit);
  });
});
