import { citusUrl, distributedDatabase, type CitusDatabase } from '../support/citus.js';
import { startFakeClamd, type FakeClamd } from '../support/fake-clamd.js';
import { sql } from '../support/system-database.js';
import {
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
} from '../support/system-service.js';
import { openWebhooks, plantPending, type Webhooks } from '../support/webhook-deliveries.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

/** Several instances on a Citus cluster do a job at once, each for the tenants of some workers. */

jest.setTimeout(240_000);

const SPREAD = [
  'consolidations',
  'dispatcher',
  'einvoices',
  'file_scans',
  'housekeeping',
  'notifications',
  'renewals',
  'school_fees',
  'settling',
  'webhooks',
];
const MOST_S = 120;

(citusUrl ? describe : describe.skip)('the leases of jobs on a Citus cluster', () => {
  let database: CitusDatabase;
  let workers: string[];
  let clamd: FakeClamd;
  let receiver: WebhookReceiver;
  let webhooks: Webhooks | undefined;
  beforeAll(async () => {
    database = await distributedDatabase(citusUrl as string);
    clamd = await startFakeClamd();
    receiver = await startReceiver();
    const rows = await sql<{ name: string }>(
      database.ownerUrl,
      `select nodename || ':' || nodeport as name from pg_dist_node where shouldhaveshards order by 1`,
    );
    workers = rows.map(({ name }) => name);
    expect(workers.length).toBeGreaterThan(1);
  }, 300_000);
  afterEach(() => stopOwnServices());
  afterAll(async () => {
    await webhooks?.close();
    await database?.drop();
    await receiver?.stop();
    await clamd?.stop();
  });

  const start = (): Promise<OwnService> => startOwnService(database, { CLAMD: clamd.url });

  /** Of each job that is spread, the workers of each process. */
  async function shares(): Promise<{ job: string; machines: string[] }[]> {
    return sql(
      database.ownerUrl,
      `select job, array_agg(machine order by machine) as machines from core.job_leases
        where until > now() and machine = any ($1) and job = any ($2) group by job, holder order by job, machines`,
      [workers, SPREAD],
    );
  }

  const whole = () => SPREAD.map((job) => ({ job, machines: workers }));
  const hasAll = async () => JSON.stringify(await shares()) === JSON.stringify(whole());
  /** Whether two instances have all workers of each job between them. */
  const areHalved = async () => {
    const found = await shares();
    return (
      found.length === 2 * SPREAD.length &&
      SPREAD.every((job) => {
        const parts = found.filter((one) => one.job === job).flatMap(({ machines }) => machines);
        return parts.toSorted().join() === workers.join();
      })
    );
  };

  it('are one for each worker: a second instance takes its share, and all where the first is killed', async () => {
    const first = await start();
    await eventually('the first has every worker', hasAll, MOST_S);
    await start();
    await eventually('each has a share of the workers', areHalved, MOST_S);
    await first.stop('SIGKILL');
    await eventually('the second has every worker', hasAll, MOST_S);
  });

  it('let each of two instances do the work of some workers, and one of them all where the other is killed', async () => {
    const [first, second] = [await start(), await start()];
    const { create, plantEvents } = (webhooks = await openWebhooks(database));
    const tenants: { id: string; webhook_id: string; worker: string }[] = [];
    // Unlike numbers of tenants on two workers tell which instance has which.
    const numberOf = (worker: string) => tenants.filter((tenant) => tenant.worker === worker).length;
    const areEnough = () => workers.every((worker, i) => numberOf(worker) >= i + 1);
    while (!areEnough()) {
      const { id } = await newTenantAt(first);
      const worker = await workerOf(id);
      if (numberOf(worker) > workers.indexOf(worker)) continue;
      await create(id, { url: receiver.url });
      const { record } = await create(id, { url: receiver.url, event_types: ['core.user.created'] });
      tenants.push({ id, worker, webhook_id: record.id });
    }
    await eventually('each has a share of the workers', areHalved, MOST_S);

    // Events that no process was told of, and then deliveries.
    for (const { id } of tenants) await plantEvents(id, 5);
    await received(5 * tenants.length);
    await eventually('each has sent some', async () => (await attempts([first, second])).every((count) => count > 0));
    expect(sum(await attempts([first, second]))).toBe(5 * tenants.length);

    await eventually('none is left', async () => (await pending()) === 0);
    const before = await attempts([first, second]);
    for (const { id, webhook_id } of tenants) await plantPending(database, { tenant_id: id, webhook_id, count: 3 });
    await received(8 * tenants.length);
    await eventually('none is left', async () => (await pending()) === 0);
    const sent = (await attempts([first, second])).map((count, i) => count - (before[i] ?? 0));
    const held = (await shares()).filter(({ job }) => job === 'webhooks');
    const due = held.map(({ machines }) => sum(machines.map((worker) => 3 * numberOf(worker))));
    expect(sent.toSorted()).toEqual(due.toSorted());

    await first.stop('SIGKILL');
    const [own] = await attempts([second]);
    for (const { id } of tenants) await plantEvents(id, 2);
    await received(10 * tenants.length);
    await eventually('the second has sent all', async () => {
      const [now] = await attempts([second]);
      return Number(now) - Number(own) === 2 * tenants.length;
    });
    expect(receiver.received).toHaveLength(10 * tenants.length);
    for (const { log } of [first, second]) expect(log().filter(({ level }) => level === 'error')).toEqual([]);
  });

  const received = (count: number) => eventually(`${count} webhooks`, () => receiver.received.length >= count, MOST_S);

  async function workerOf(tenant_id: string): Promise<string> {
    const [row] = await sql<{ name: string }>(
      database.ownerUrl,
      `select n.nodename || ':' || n.nodeport as name from pg_dist_placement p join pg_dist_node n using (groupid)
       where p.shardid = get_shard_id_for_distribution_column('core.users', $1::uuid)`,
      [tenant_id],
    );
    return row?.name as string;
  }

  /** How many requests each has sent to receivers. */
  const attempts = (services: readonly OwnService[]): Promise<number[]> =>
    Promise.all(
      services.map(async ({ baseUrl }) => {
        const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
        return Number(/^webhook_attempts_total\{result="delivered"\} (\d+)$/m.exec(metrics)?.[1]);
      }),
    );

  async function pending(): Promise<number> {
    const rows = await sql(database.ownerUrl, "select 1 from core.webhook_deliveries where status = 'pending'");
    return rows.length;
  }
});

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
