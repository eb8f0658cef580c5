import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { PoolClient } from 'pg';
import { FairConnectionQueue } from './fair-connection-queue.js';
import { NodeWatch, type NodeChange } from '../nodes/node-watch.js';
import { ShardMap } from '../nodes/shard-map.js';

const map = new ShardMap([
  { least: -2_147_483_648, most: -1, node: 'one:5432' },
  { least: 0, most: 2_147_483_647, node: 'two:5432' },
]);
const on = (node: string): string => map.anyIdOn(node) as string;

/** A connection on which statements are answered, or not. */
class FakeClient {
  released: unknown[] = [];
  destroyed?: Error;
  _activeQuery: object | null = null;
  readonly _sentQueryQueue: object[] = [];
  readonly stream = { bytesRead: 0, destroy: (why?: Error) => (this.destroyed = why) };
  readonly connection = { stream: this.stream };

  release(broken?: unknown): void {
    this.released.push(broken);
  }

  ask(): void {
    this._activeQuery = {};
  }

  answer(): void {
    this._activeQuery = null;
    this.stream.bytesRead += 10;
  }
}

/** A connection outside the pool, whose node answers, or not. */
class FakeProbe extends EventEmitter {
  isClosed = false;
  answer: () => void = () => undefined;
  readonly connection = { stream: { destroy: () => (this.isClosed = true) } };

  connect(): Promise<void> {
    return Promise.resolve();
  }

  query(asked: string | { text: string }): Promise<void> {
    return typeof asked === 'object' ? new Promise((done) => (this.answer = done)) : Promise.resolve();
  }
}

function watched(most = 10) {
  const changes: NodeChange[] = [];
  const probes: FakeProbe[] = [];
  const clients: FakeClient[] = [];
  const queue = new FairConnectionQueue(most, () => {
    const client = new FakeClient();
    clients.push(client);
    return Promise.resolve(client as unknown as PoolClient);
  });
  const watch = new NodeWatch(map, {
    most,
    load: () => Promise.resolve(map),
    connection: () => {
      probes.push(new FakeProbe());
      return probes.at(-1) as unknown as pg.Client;
    },
    changed: (change) => changes.push(change),
    looked: () => queue.admitWaiting(),
  });
  queue.nodes = watch;
  const take = async (tenant_id: string, owner = tenant_id) =>
    (await queue.take(owner, tenant_id)) as unknown as FakeClient;
  return { watch, queue, changes, probes, clients, take };
}

describe('the nodes of a sharded database', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('have four fifths of the connections at most, of all their tenants together', async () => {
    const { watch, queue, take } = watched();
    const held = [];
    for (let i = 0; i < 8; i += 1) held.push(await take(on('one:5432'), `tenant ${i}`));
    const ninth = take(on('one:5432'), 'tenant 8');
    await jest.advanceTimersByTimeAsync(100);
    expect(queue.waiting).toBe(1);
    expect(await take(on('two:5432'))).toBeDefined();
    expect(watch.states).toMatchObject([{ connections: 8 }, { connections: 1 }]);
    held[0]?.release();
    expect(await ninth).toBeDefined();
    watch.close();
  });

  it('leave all connections to a single node', () => {
    const { watch } = watched();
    const all = new ShardMap([{ least: -2_147_483_648, most: 2_147_483_647, node: 'one:5432' }]);
    const single = new NodeWatch(all, {
      most: 10,
      load: () => Promise.resolve(all),
      connection: () => new FakeProbe() as unknown as pg.Client,
      changed: () => undefined,
      looked: () => undefined,
    });
    expect([watch.mostOf('one:5432'), single.mostOf('one:5432')]).toEqual([8, 10]);
    watch.close();
    single.close();
  });

  it('lose their connections where nothing is heard of them: those that ask and wait are told at once, others are not', async () => {
    const { watch, queue, changes, clients, take } = watched();
    for (let i = 0; i < 8; i += 1) (await take(on('one:5432'), `tenant ${i}`)).ask();
    const other = await take(on('two:5432'));
    const waiting = expect(take(on('one:5432'), 'tenant 8')).rejects.toMatchObject({
      kind: 'unavailable',
      retry_after: 5,
      cause: { code: 'USAHA_NODE_SILENT' },
    });
    await jest.advanceTimersByTimeAsync(1_000);
    expect(watch.mostOf('one:5432')).toBe(3);
    expect(changes).toEqual([]);
    await jest.advanceTimersByTimeAsync(2_000);
    await waiting;
    expect(changes).toEqual([{ name: 'one:5432', isAsked: false, closed: 8 }]);
    expect(clients.filter(({ destroyed }) => destroyed !== undefined)).toHaveLength(8);
    expect(other.destroyed).toBeUndefined();
    for (const client of clients.filter(({ destroyed }) => destroyed)) client.release(true);
    expect(queue.waiting).toBe(0);
    await expect(take(on('one:5432'))).rejects.toMatchObject({ kind: 'unavailable', retry_after: 5 });
    expect(await take(on('two:5432'))).toBeDefined();
    expect([watch.areAllClosed, watch.states.map(({ circuit }) => circuit)]).toEqual([false, ['half_open', 'closed']]);
    watch.close();
  });

  it('are asked again once the probe is answered', async () => {
    const { watch, changes, probes, take } = watched();
    (await take(on('one:5432'))).ask();
    await jest.advanceTimersByTimeAsync(3_000);
    probes.at(-1)?.answer();
    await jest.advanceTimersByTimeAsync(0);
    expect(changes.at(-1)).toEqual({ name: 'one:5432', isAsked: true, closed: 0 });
    expect(probes.every(({ isClosed }) => isClosed)).toBe(true);
    expect(await take(on('one:5432'))).toBeDefined();
    expect(watch.areAllClosed).toBe(true);
    watch.close();
  });

  it('keep the connection of one slow statement while others are answered', async () => {
    const { watch, changes, probes, take } = watched();
    const slow = await take(on('one:5432'), 'slow');
    slow.ask();
    for (let i = 0; i < 40; i += 1) {
      const quick = await take(on('one:5432'), 'quick');
      quick.ask();
      await jest.advanceTimersByTimeAsync(250);
      quick.answer();
      quick.release();
    }
    expect([changes, probes, slow.destroyed]).toEqual([[], [], undefined]);
    watch.close();
  });

  it('do not keep what has no tenant waiting for one of them that does not answer', async () => {
    const { watch, queue, changes, probes } = watched();
    const anywhere = (await queue.take('the service')) as unknown as FakeClient;
    anywhere.ask();
    await jest.advanceTimersByTimeAsync(1_000);
    // Both are asked: one answers.
    expect(probes).toHaveLength(2);
    probes[1]?.answer();
    await jest.advanceTimersByTimeAsync(3_000);
    expect(changes).toEqual([{ name: 'one:5432', isAsked: false, closed: 0 }]);
    expect(anywhere.destroyed).toMatchObject({ kind: 'unavailable' });
    watch.close();
  });

  it('are not left out for a slow statement without a tenant: their probes are answered', async () => {
    const { watch, queue, changes, probes } = watched();
    const slow = (await queue.take('the service')) as unknown as FakeClient;
    slow.ask();
    for (let second = 0; second < 30; second += 1) {
      await jest.advanceTimersByTimeAsync(1_000);
      for (const probe of probes) probe.answer();
    }
    expect([changes, slow.destroyed, probes.length <= 12]).toEqual([[], undefined, true]);
    watch.close();
  });
});
