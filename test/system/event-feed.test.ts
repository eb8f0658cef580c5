import type { Json } from '../support/client.js';
import { unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  pause,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** The feed of events over days, and on two instances. */

jest.setTimeout(120_000);

const HOUR_MS = 3_600_000;
const FEED = '/api/v1/events/';

let database: OwnDatabase;
let first: OwnService;
beforeAll(async () => {
  database = await clonedDatabase();
  first = await startOwnService(database);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

async function newFeedTenant(): Promise<OwnTenant> {
  const tenant = await newTenantAt(first);
  const answer = await at(first).send('POST', `${FEED}enable/`, { token: tenant.admin.token });
  if (answer.status !== 200) throw new Error(answer.text);
  return tenant;
}

const newProductAt = async (service: OwnService, { admin }: OwnTenant): Promise<string> => {
  const body = { name: 'Kopi', sku: unique('SKU'), selling_price: 10 };
  const answer = await at(service).post('/api/v1/retail/products/', body, admin.token);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data.id as string;
};

const lastRead = ({ id }: OwnTenant, hoursAgo: number): Promise<unknown> =>
  sql(database.ownerUrl, 'update core.event_interests set feed_read_at = $2 where tenant_id = $1', [
    id,
    new Date(Date.now() - hoursAgo * HOUR_MS),
  ]);
const interestsOf = async ({ id }: OwnTenant): Promise<Json> =>
  (
    await sql<Json>(
      database.ownerUrl,
      'select feed_since, feed_read_at, xmin::text as written from core.event_interests where tenant_id = $1',
      [id],
    )
  )[0];

it('notes a reading once in an hour', async () => {
  const tenant = await newFeedTenant();
  await lastRead(tenant, 2);
  const read = () => at(first).get(FEED, tenant.admin.token);
  expect((await read()).status).toBe(200);
  const noted = await interestsOf(tenant);
  expect(noted.feed_read_at.getTime()).toBeGreaterThan(Date.now() - HOUR_MS / 2);
  for (let i = 0; i < 5; i += 1) await read();
  expect(await interestsOf(tenant)).toEqual(noted);
});

it('has each event once, in one order, where two instances write and hand over', async () => {
  const tenant = await newFeedTenant();
  const second = await startOwnService(database);
  const seen: Json[] = [];
  let cursor = '*';
  const look = async (): Promise<number> => {
    const query = `?event_types=retail.product.created&page_size=9&cursor=${cursor}`;
    const { body } = await at(seen.length % 2 ? second : first).get(`${FEED}${query}`, tenant.admin.token);
    seen.push(...body.data);
    cursor = body.pagination.next_cursor;
    return body.data.length;
  };
  const made: string[] = [];
  const writing = Promise.all(
    [first, second].map(async (service) => {
      for (let i = 0; i < 10; i += 1)
        made.push(...(await Promise.all(Array.from({ length: 5 }, () => newProductAt(service, tenant)))));
    }),
  );
  let done = false;
  void writing.then(() => (done = true));
  while (!done) await look();
  await writing;
  await eventually('all are read', async () => (await look()) === 0 && seen.length >= made.length);
  await pause(1_500);
  await look();
  expect(seen.map(({ data }) => data.id).sort()).toEqual(made.sort());
  const positions = await sql<{ id: string; position: string }>(
    database.ownerUrl,
    'select id, position from kernel.outbox where tenant_id = $1 and position is not null order by position',
    [tenant.id],
  );
  expect(positions.map(({ position }) => Number(position))).toEqual(positions.map((_, i) => i + 1));
  await second.stop();
});

it('is turned off where it was not read for seven days, on the trail too, and no sooner', async () => {
  const [unread, read] = [await newFeedTenant(), await newFeedTenant()];
  await lastRead(unread, 7 * 24 + 1);
  await lastRead(read, 7 * 24 - 1);
  // Its housekeeping begins with the start, once no other instance has the lease.
  await first.stop();
  const later = await startOwnService(database);
  await eventually('it is off', async () => (await interestsOf(unread)).feed_since === null);
  expect((await interestsOf(read)).feed_since).not.toBeNull();
  const answers = await eventually('the answer says so', async () => {
    const answer = await at(later).get(FEED, unread.admin.token);
    return answer.status === 409 && answer;
  });
  expect(answers.body.error.code).toBe('CONFLICT');
  const { body } = await at(later).get('/api/v1/audit/?record_type=event_feed', unread.admin.token);
  expect(body.data.map(({ action, actor_kind }: Json) => [action, actor_kind])).toEqual([
    ['disable', 'service'],
    ['enable', 'user'],
  ]);
});
