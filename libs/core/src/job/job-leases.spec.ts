import type { Context } from '@usaha/shared';
import type { JobLease } from './job-lease.js';
import type { JobLeaseTable, LeasedJob, StoredLease } from './job-lease.table.js';
import { BEAT_MS, JobLeases, LEASE_MS } from './job-leases.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

interface Row extends StoredLease {
  until: number;
}

/** The leases in memory, with one clock for all instances. */
class FakeTable {
  readonly rows = new Map<string, Row>();

  /** The table as one instance reaches it. */
  from(instance: { isCutOff: boolean }): JobLeaseTable {
    const table: Omit<Pick<JobLeaseTable, keyof JobLeaseTable>, 'database'> = {
      work: (_, work) => (instance.isCutOff ? Promise.reject(new Error('cut off')) : work({} as Context)),
      read: () =>
        Promise.resolve([...this.rows.values()].map((row) => ({ ...row, left_ms: row.until - performance.now() }))),
      take: (_, leases, { holder, ms }) =>
        Promise.resolve(
          leases.filter(({ job, machine, succeeded_at }) => this.take({ job, machine, holder, succeeded_at }, ms)),
        ),
      report: (_, { job, machine }, holder, report) => {
        const row = this.rows.get(`${job} ${machine}`);
        if (row?.holder === holder) Object.assign(row, { report, report_age_ms: 0 });
        return Promise.resolve();
      },
      forgetCandidates: () => undefined,
      giveUp: (_, holder) => {
        for (const row of this.rows.values()) if (row.holder === holder) row.until = -Infinity;
        return Promise.resolve();
      },
    };
    return table as JobLeaseTable;
  }

  private take(wanted: LeasedJob & Pick<StoredLease, 'holder' | 'succeeded_at'>, ms: number): boolean {
    const key = `${wanted.job} ${wanted.machine}`;
    const row = this.rows.get(key);
    if (row && row.holder !== wanted.holder && row.until > performance.now()) return false;
    this.rows.set(key, {
      left_ms: ms,
      report: row?.report ?? null,
      report_age_ms: row?.report_age_ms ?? null,
      ...wanted,
      succeeded_at: wanted.succeeded_at ?? row?.succeeded_at ?? null,
      until: performance.now() + ms,
    });
    return true;
  }
}

class Instance {
  isCutOff = false;
  readonly failures: unknown[] = [];
  readonly leases: JobLeases;
  readonly lease: JobLease;
  taken = 0;

  constructor(
    table: FakeTable,
    private readonly machines: readonly string[] = [],
  ) {
    this.leases = new JobLeases(table.from(this));
    this.lease = this.leases.of('settling', () => (this.taken += 1));
    this.leases.spread('settling', () => (this.taken += 1));
  }

  /** Machines whose tenants this instance visits. */
  get mine(): string[] {
    return this.machines.filter((machine) => this.leases.isMine('settling', machine));
  }

  async begin(): Promise<this> {
    this.leases.begin({
      now: () => new Date(),
      failed: (error) => this.failures.push(error),
      machines: () => this.machines,
    });
    await jest.advanceTimersByTimeAsync(0);
    return this;
  }
}

describe('a lease', () => {
  let table: FakeTable;
  let first: Instance;
  let second: Instance;
  beforeEach(async () => {
    table = new FakeTable();
    first = await new Instance(table).begin();
    second = await new Instance(table).begin();
  });
  afterEach(() => Promise.all([first.leases.end(), second.leases.end()]));

  it('is one instance’s, and remains so', async () => {
    for (let beats = 0; beats < 20; beats += 1) {
      expect([first.lease.isHeld, second.lease.isHeld]).toEqual([true, false]);
      await jest.advanceTimersByTimeAsync(BEAT_MS);
    }
    expect([await first.lease.granted(), await second.lease.granted()]).toEqual([true, false]);
    expect([first.taken, second.taken]).toEqual([1, 0]);
  });

  it('passes to another once it has not been renewed for as long as it lasts', async () => {
    first.isCutOff = true;
    await jest.advanceTimersByTimeAsync(LEASE_MS - BEAT_MS - 1);
    expect(second.lease.isHeld).toBe(false);
    await jest.advanceTimersByTimeAsync(2 * BEAT_MS + 1);
    expect([second.lease.isHeld, second.taken]).toEqual([true, 1]);
    expect(first.failures.length).toBeGreaterThan(0);
  });

  it('is given up by an instance that ends', async () => {
    await first.leases.end();
    expect(first.lease.isHeld).toBe(false);
    await jest.advanceTimersByTimeAsync(BEAT_MS);
    expect(second.lease.isHeld).toBe(true);
  });

  it('is passed on by an instance whose round does not end, and is its own again where no other takes it', async () => {
    first.lease.pass();
    await jest.advanceTimersByTimeAsync(LEASE_MS + BEAT_MS);
    expect([first.lease.isHeld, second.lease.isHeld]).toEqual([false, true]);
    await first.leases.end();
    second.lease.pass();
    await jest.advanceTimersByTimeAsync(60_000 + BEAT_MS);
    expect(second.lease.isHeld).toBe(true);
  });

  it('is every instance’s while leases cannot be read, and one’s again afterwards', async () => {
    first.isCutOff = true;
    second.isCutOff = true;
    await jest.advanceTimersByTimeAsync(LEASE_MS + BEAT_MS);
    expect([first.lease.isHeld, second.lease.isHeld]).toEqual([true, true]);
    first.isCutOff = false;
    second.isCutOff = false;
    await jest.advanceTimersByTimeAsync(BEAT_MS);
    expect([first.lease.isHeld, second.lease.isHeld].filter(Boolean)).toHaveLength(1);
  });

  it('tells every instance when its job succeeded, and what it reports', async () => {
    const at = new Date('2026-03-10T08:30:00Z');
    first.lease.succeeded(at);
    await first.lease.report({ due: 3 });
    await jest.advanceTimersByTimeAsync(2 * BEAT_MS);
    for (const { leases } of [first, second])
      expect(leases.told('settling')).toMatchObject({ succeeded_at: at, report: { due: 3 } });
    expect(second.leases.told('renewals')).toBeNull();
  });
});

describe('a job that is spread over machines', () => {
  const machines = ['one', 'two', 'three', 'four'];
  const rounds = (count: number) => jest.advanceTimersByTimeAsync(count * BEAT_MS);

  it('is done whole by one instance, and by each of two on other machines, as soon as the second has told of itself', async () => {
    const table = new FakeTable();
    const first = await new Instance(table, machines).begin();
    expect(first.mine).toEqual(machines);
    const second = await new Instance(table, machines).begin();
    expect([first.mine, second.mine]).toEqual([machines, []]);
    await rounds(8);
    expect([first.mine.length, second.mine.length]).toEqual([2, 2]);
    expect([...first.mine, ...second.mine].sort()).toEqual([...machines].sort());
    expect([first.leases.holdsAny('settling'), second.leases.holdsAny('settling')]).toEqual([true, true]);
    const before = [first.mine, second.mine];
    await rounds(20);
    expect([first.mine, second.mine]).toEqual(before);
    first.isCutOff = true;
    await rounds(2 + Math.ceil(LEASE_MS / BEAT_MS) * 2);
    expect(second.mine).toEqual(machines);
    await Promise.all([first.leases.end(), second.leases.end()]);
  });

  it('is passed on with all its machines where a round does not end, and shared again after a minute', async () => {
    const table = new FakeTable();
    const first = await new Instance(table, machines).begin();
    const second = await new Instance(table, machines).begin();
    await rounds(8);
    first.lease.pass();
    await rounds(1 + Math.ceil(LEASE_MS / BEAT_MS) * 2);
    expect([first.mine, second.mine]).toEqual([[], machines]);
    await jest.advanceTimersByTimeAsync(60_000);
    await rounds(1 + Math.ceil(LEASE_MS / BEAT_MS) * 2);
    expect([first.mine.length, second.mine.length]).toEqual([2, 2]);
    await Promise.all([first.leases.end(), second.leases.end()]);
  });

  it('is not shared with instances that do not do it', async () => {
    const table = new FakeTable();
    const first = await new Instance(table, machines).begin();
    const other = new JobLeases(table.from({ isCutOff: false }));
    other.spread('sending', () => undefined);
    other.begin({ now: () => new Date(), failed: () => undefined, machines: () => machines });
    await rounds(8);
    expect(first.mine).toEqual(machines);
    await Promise.all([first.leases.end(), other.end()]);
  });

  it('is one lease for all where there is one machine', async () => {
    const table = new FakeTable();
    const first = await new Instance(table, ['one']).begin();
    expect([first.mine, first.leases.holdsAny('settling'), first.lease.isHeld]).toEqual([['one'], false, true]);
    expect(table.rows.size).toBe(1);
    await first.leases.end();
  });
});

it('leases that cannot be read at the start keep no job from beginning', async () => {
  const alone = new Instance(new FakeTable());
  alone.isCutOff = true;
  await alone.begin();
  expect(await alone.lease.granted()).toBe(true);
  await alone.leases.end();
});
