import type { Answer } from '../support/client.js';
import { dropDatabases, emptyDatabase, type OwnDatabase } from '../support/system-database.js';
import { unique } from '../support/people.js';
import {
  at,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** limits and addresses of API keys where there are several instances, behind proxies. */

const WINDOW_MS = 60_000;
const PATH = '/api/v1/retail/products/';

let database: OwnDatabase;
let one: OwnService;
let two: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  database = await emptyDatabase();
  const environment = { API_KEY_RATE_LIMIT: '7', TRUST_PROXY: '1' };
  one = await startOwnService(database, environment);
  two = await startOwnService(database, environment);
  tenant = await newTenantAt(one);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

async function newKey(body: Record<string, unknown>): Promise<string> {
  const told = { name: unique('key'), scopes: ['retail:read'], ...body };
  const answer = await at(one).post('/api/v1/api-keys/', told, tenant.admin.token);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body.data.key;
}

/** Windows begin with the minutes of the database, which is on this machine: waits where less of one is left. */
async function haveTime(ms: number): Promise<void> {
  const left = WINDOW_MS - (Date.now() % WINDOW_MS);
  if (left < ms) await new Promise((done) => setTimeout(done, left + 100));
}

const answered = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

async function ask(service: OwnService, key: string, times: number): Promise<Answer[]> {
  return Promise.all(Array.from({ length: times }, () => at(service).get(PATH, key)));
}

it('two instances answer 1,000 requests of a key with q=100 at most 100 times', async () => {
  await haveTime(30_000);
  const key = await newKey({ rate_limit: 100 });
  const answers = (await Promise.all([ask(one, key, 500), ask(two, key, 500)])).flat();
  expect(answered(answers, 200)).toBeLessThanOrEqual(100);
  // Each of the two may have a slice of five that it could not spend.
  expect(answered(answers, 200)).toBeGreaterThanOrEqual(90);
  expect(answered(answers, 200) + answered(answers, 429)).toBe(1_000);
});

it('a key that states no limit has that of the installation', async () => {
  await haveTime(15_000);
  const key = await newKey({});
  const answers = await ask(one, key, 10);
  expect([answered(answers, 200), answered(answers, 429)]).toEqual([7, 3]);
  expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"key";q=7;w=60');
  const session = await at(one).get(PATH, tenant.admin.token);
  expect(session.headers.get('ratelimit')).toBeNull();
});

it('addresses are those that the trusted proxy says, and IPv4 in IPv6 is IPv4', async () => {
  const key = await newKey({ allowed_addresses: ['203.0.113.0/24', '2001:db8::/32'], rate_limit: 1_000 });
  const from = (forwarded: string) =>
    at(one).send('GET', PATH, { token: key, headers: { 'x-forwarded-for': forwarded } });
  for (const inside of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::7', '198.51.100.1, 203.0.113.7'])
    expect((await from(inside)).status).toBe(200);
  for (const [forwarded, seen] of [
    ['198.51.100.1', '198.51.100.1'],
    // The client says the first part itself; the proxy saw the last.
    ['203.0.113.7, 198.51.100.1', '198.51.100.1'],
    ['2001:DB9::1', '2001:db9::1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
  ] as const) {
    const answer = await from(forwarded);
    expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([
      403,
      'ADDRESS_NOT_ALLOWED',
      { address: seen },
    ]);
  }
  const direct = await at(one).get(PATH, key);
  expect(direct.body.error.details).toEqual({ address: '127.0.0.1' });
});

it('the metrics count requests of keys by outcome', async () => {
  const text = (await at(one).get('/metrics')).text;
  const count = (outcome: string) =>
    Number(new RegExp(`^api_key_requests_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(text)?.[1]);
  expect([count('accepted') > 0, count('rate') > 0, count('address') >= 5]).toEqual([true, true, true]);
});

it('an instance that is killed in the middle of a window takes no more than its slice along', async () => {
  await haveTime(30_000);
  const key = await newKey({ rate_limit: 100 });
  const before = await ask(two, key, 7);
  expect(answered(before, 200)).toBe(7);
  await two.stop('SIGKILL');
  const answers = await ask(one, key, 200);
  const all = answered(answers, 200) + 7;
  expect([all <= 100, all >= 95]).toEqual([true, true]);
});
