import { LastSeen, RightsCache } from '@usaha/core';
import { ShardScope, type Database } from '@usaha/shared';
import { openDatabase } from '../support/opened-database.js';
import { newTenant, newUser, type Person } from '../support/people.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';

/** how the job writes uses of sessions, on one PostgreSQL and on several. */

const ownerUrl = workerState().ownerUrl as string;
const AT = Date.parse('2099-03-10T08:30:00Z');

let database: Database;
let people: { tenant_id: string; person: Person }[];
beforeAll(async () => {
  database = await openDatabase(ownerUrl);
  const tenants = [await newTenant(), await newTenant()];
  people = await Promise.all(
    tenants.map(async (tenant) => ({ tenant_id: tenant.id, person: await newUser(tenant, 'staff') })),
  );
});
afterAll(() => database.end());

const session = async ({ person }: { person: Person }) => {
  const [row] = await sql<{ id: string; last_seen_at: Date | null; ended_at: Date | null }>(
    ownerUrl,
    'select id, last_seen_at, ended_at from core.sessions where user_id = $1',
    [person.id],
  );
  if (!row) throw new Error('There is no session');
  return row;
};

/** A round of the job, with all uses noted at a time. @returns what failed */
async function round(
  at: number,
  areSeveral: boolean,
  over = database,
): Promise<[error: unknown, cache: RightsCache][]> {
  const cache = new RightsCache();
  for (const one of people) cache.seen.note((await session(one)).id, one.tenant_id, at);
  const ids = people.map(({ tenant_id }) => [tenant_id]);
  const nodes = {
    areSeveral,
    perNode: () => Promise.resolve(ids),
    list: () => Promise.resolve([new ShardScope(null)]),
  };
  const failed: [unknown, RightsCache][] = [];
  await new LastSeen(over, nodes as never, cache).write(new Date(), (error) => failed.push([error, cache]));
  return failed;
}

const seen = async () => (await Promise.all(people.map(session))).map((row) => row.last_seen_at?.getTime());

it.each([
  ['one PostgreSQL', false],
  ['several', true],
])('A-430: sessions of all tenants are written on %s, and never with an earlier time', async (_, areSeveral) => {
  const at = AT + (areSeveral ? 10_000 : 0);
  expect(await round(at, areSeveral)).toEqual([]);
  expect(await seen()).toEqual([at, at]);
  expect(await round(at - 5_000, areSeveral)).toEqual([]);
  expect(await seen()).toEqual([at, at]);
});

it('A-430: two instances that write the same sessions at once both come to their end', async () => {
  const rounds = await Promise.all([1, 2, 3, 4].map((i) => round(AT + 20_000 + i, false)));
  expect(rounds.flat()).toEqual([]);
  expect(await seen()).toEqual([AT + 20_004, AT + 20_004]);
});

it.each([false, true])(
  'A-430: what cannot be written is reported and kept for the next round (several: %s)',
  async (areSeveral) => {
    const broken = { job: () => Promise.reject(new Error('lost')) } as unknown as Database;
    const failed = await round(AT + 30_000, areSeveral, broken);
    expect(failed.map(([error]) => (error as Error).message)).toEqual(areSeveral ? ['lost', 'lost'] : ['lost']);
    expect([...(failed[0]?.[1].seen.take().values() ?? [])].map(({ at }) => at)).toEqual([AT + 30_000, AT + 30_000]);
  },
);
