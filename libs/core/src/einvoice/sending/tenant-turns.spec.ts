import { setImmediate as nextTurn } from 'node:timers/promises';
import { TenantTurns } from './tenant-turns.js';

const SLOW_MS = 20;
/** No test takes so long. */
const NEVER_MS = 600_000;

/** Turns that end when they are told to. */
class Work {
  readonly begun: string[] = [];
  readonly failures: string[] = [];
  readonly open = new Map<string, (hasMore: boolean | Error) => void>();
  readonly turns: TenantTurns;

  constructor(slowMs = NEVER_MS) {
    this.turns = new TenantTurns(this, false, slowMs);
  }

  turn(tenant_id: string): Promise<boolean> {
    this.begun.push(tenant_id);
    return new Promise((done, fail) => {
      this.open.set(tenant_id, (told) => (told instanceof Error ? fail(told) : done(told)));
    });
  }
  nodeOf = (): string => 'one';
  failed(_: unknown, tenant_id: string): void {
    this.failures.push(tenant_id);
  }
  async end(tenant_id: string, hasMore: boolean | Error = false): Promise<void> {
    this.open.get(tenant_id)?.(hasMore);
    for (let i = 0; i < 5; i += 1) await nextTurn();
  }
}

const tenants = Array.from({ length: 10 }, (_, i) => `t${i}`);

describe('turns of tenants (A-521)', () => {
  it('are eight at once', async () => {
    const work = new Work();
    for (const tenant of tenants) work.turns.wake(tenant);
    await nextTurn();
    expect(work.begun).toEqual(tenants.slice(0, 8));
    await work.end('t3');
    expect(work.begun).toEqual(tenants.slice(0, 9));
  });

  it('that wait for a slow answer leave their places', async () => {
    const work = new Work(SLOW_MS);
    for (const tenant of tenants) work.turns.wake(tenant);
    await new Promise((done) => setTimeout(done, 5 * SLOW_MS));
    expect(work.begun).toEqual(tenants);
  });

  it('come after those of others, and never twice at once', async () => {
    const work = new Work();
    for (const tenant of tenants) work.turns.wake(tenant);
    work.turns.wake('t9');
    await nextTurn();
    work.turns.wake('t0');
    await work.end('t0', true);
    expect(work.begun).toEqual(tenants.slice(0, 9));
    await work.end('t1');
    await work.end('t2');
    expect(work.begun).toEqual([...tenants, 't0']);
  });

  it('begin once more where the tenant was woken meanwhile', async () => {
    const work = new Work();
    work.turns.wake('t0');
    await nextTurn();
    work.turns.wake('t0');
    await work.end('t0');
    expect(work.begun).toEqual(['t0', 't0']);
    await work.end('t0');
    expect(work.begun).toEqual(['t0', 't0']);
  });

  it('that fail are told, and stop no other', async () => {
    const work = new Work();
    work.turns.wake('t0');
    await nextTurn();
    await work.end('t0', new Error('no database'));
    expect(work.failures).toEqual(['t0']);
    work.turns.wake('t0');
    await nextTurn();
    expect(work.begun).toEqual(['t0', 't0']);
  });

  it('that have begun are waited for at the end, and no other begins', async () => {
    const work = new Work();
    for (const tenant of tenants) work.turns.wake(tenant);
    await nextTurn();
    let hasStopped = false;
    const stopped = work.turns.stop().then(() => (hasStopped = true));
    for (const tenant of tenants.slice(0, 7)) await work.end(tenant, true);
    expect(hasStopped).toBe(false);
    await work.end('t7');
    await stopped;
    expect(work.begun).toEqual(tenants.slice(0, 8));
  });
});
