import { randomUUID } from 'node:crypto';
import { clonedDatabase, dropDatabases, plantTenant, sql, type OwnDatabase } from '../support/system-database.js';
import { eventually, pause, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** One instance at a time does a job, and another takes over from one that ends, however it ends. */

const LEASE_S = 12;
const BEAT_S = 4;
/** Work that no commit of an instance tells of waits for no longer than this. */
const MOST_S = 30;

let database: OwnDatabase;
let tenant: string;
beforeAll(async () => {
  database = await clonedDatabase();
  tenant = await plantTenant(database.ownerUrl);
});
afterEach(stopOwnServices);
afterAll(dropDatabases);

/** Which process has which jobs, of leases that have not ended. */
async function holders(): Promise<Map<string, string[]>> {
  const rows = await sql<{ holder: string; jobs: string[] }>(
    database.ownerUrl,
    `select holder, array_agg(job order by job) as jobs from core.job_leases where until > now() group by holder`,
  );
  return new Map(rows.map(({ holder, jobs }) => [holder, jobs]));
}

/** The one process that has all leases; null where there is none. */
async function leader(): Promise<string | null> {
  const all = await holders();
  const [holder] = all.keys();
  return all.size === 1 && holder !== undefined ? holder : null;
}

/** An event that no commit of an instance tells of. @returns whether it was handled */
async function plantEvent(): Promise<() => Promise<boolean>> {
  const id = randomUUID();
  await sql(
    database.ownerUrl,
    `insert into kernel.outbox (tenant_id, id, at, name, payload, done, attempts, available_at)
     values ($1, $2, now(), 'test.planted', '{}', '{}', 0, now())`,
    [tenant, id],
  );
  return async () => {
    const rows = await sql(database.ownerUrl, 'select 1 from kernel.outbox where id = $1 and handled_at is not null', [
      id,
    ]);
    return rows.length === 1;
  };
}

async function startTwo(): Promise<{ first: OwnService; second: OwnService; holder: string }> {
  const first = await startOwnService(database);
  const holder = await eventually('an instance has all leases', leader);
  const second = await startOwnService(database);
  return { first, second, holder };
}

it('a second instance takes no lease while the first lives, and all of them when it stops', async () => {
  const { first, holder } = await startTwo();
  const jobs = (await holders()).get(holder);
  expect(jobs).toEqual(expect.arrayContaining(['dispatcher', 'housekeeping', 'renewals', 'school_fees', 'settling']));
  await pause((LEASE_S + 2 * BEAT_S) * 1_000);
  expect(await holders()).toEqual(new Map([[holder, jobs]]));
  await eventually('an event is dispatched', await plantEvent(), MOST_S);
  await first.stop('SIGTERM');
  const isOther = async () => ![null, holder].includes(await leader());
  await eventually('the other has them', isOther, 2 * BEAT_S);
});

it('of a killed instance the other takes all, and dispatches what waits', async () => {
  const { first, holder } = await startTwo();
  await first.stop('SIGKILL');
  const isHandled = await plantEvent();
  await eventually('an event is dispatched by the other', isHandled, MOST_S);
  await eventually('the other has all leases', async () => ![null, holder].includes(await leader()), BEAT_S);
});

it('an instance that is suspended loses them, and takes none back when it goes on', async () => {
  const { first, holder } = await startTwo();
  first.child.kill('SIGSTOP');
  const isHandled = await plantEvent();
  const suspended = Date.now();
  await pause(BEAT_S * 1_000);
  // The other does not look yet: without leases it would have.
  expect(await isHandled()).toBe(false);
  await eventually('an event is dispatched by the other', isHandled, MOST_S);
  expect(Date.now() - suspended).toBeGreaterThan((LEASE_S - BEAT_S) * 1_000 - 1_000);
  first.child.kill('SIGCONT');
  await pause(2 * BEAT_S * 1_000);
  const now = await leader();
  expect([null, holder]).not.toContain(now);
});
