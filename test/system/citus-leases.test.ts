import { citusUrl, distributedDatabase, type CitusDatabase } from '../support/citus.js';
import { sql } from '../support/system-database.js';
import { eventually, startOwnService, stopOwnServices } from '../support/system-service.js';

/** Several instances on a Citus cluster do a job at once, each for the tenants of some workers. */

jest.setTimeout(240_000);

const SPREAD = ['housekeeping', 'renewals', 'school_fees', 'settling'];
const MOST_S = 120;

(citusUrl ? describe : describe.skip)('the leases of jobs on a Citus cluster', () => {
  let database: CitusDatabase;
  let workers: string[];
  beforeAll(async () => {
    database = await distributedDatabase(citusUrl as string);
    const rows = await sql<{ name: string }>(
      database.ownerUrl,
      `select nodename || ':' || nodeport as name from pg_dist_node where shouldhaveshards order by 1`,
    );
    workers = rows.map(({ name }) => name);
  }, 300_000);
  afterAll(async () => {
    await stopOwnServices();
    await database?.drop();
  });

  /** Of each job that is spread, the workers of each process. */
  async function shares(): Promise<{ job: string; machines: string[] }[]> {
    return sql(
      database.ownerUrl,
      `select job, array_agg(machine order by machine) as machines from core.job_leases
        where until > now() and machine = any ($1) and job = any ($2) group by job, holder order by job, machines`,
      [workers, SPREAD],
    );
  }

  it('are one for each worker: a second instance takes its share, and all where the first is killed', async () => {
    expect(workers.length).toBeGreaterThan(1);
    const first = await startOwnService(database);
    const whole = SPREAD.map((job) => ({ job, machines: workers }));
    const are = (expected: object) => async () => JSON.stringify(await shares()) === JSON.stringify(expected);
    await eventually('the first has every worker', are(whole), MOST_S);
    await startOwnService(database);
    const half = async () => {
      const found = await shares();
      return (
        found.length === 2 * SPREAD.length &&
        SPREAD.every((job) => {
          const parts = found.filter((one) => one.job === job).flatMap(({ machines }) => machines);
          return parts.toSorted().join() === workers.join();
        })
      );
    };
    await eventually('each has a share of the workers', half, MOST_S);
    await first.stop('SIGKILL');
    await eventually('the second has every worker', are(whole), MOST_S);
  });
});
