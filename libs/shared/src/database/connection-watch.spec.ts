import { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';
import { ConnectionWatch, type Loss } from './connection-watch.js';
import { FruitlessWaits } from './fruitless-waits.js';

/** A connection of a pool, which answers or is silent as the test says. */
class FakeClient {
  readonly asked: string[] = [];
  destroyed: Error | true | null = null;
  _activeQuery: unknown = null;
  _sentQueryQueue: unknown[] = [];
  released: unknown[] = [];
  connection = {
    stream: { bytesRead: 0, destroy: (why?: Error) => this.pool.hear(this, (this.destroyed ??= why ?? true)) },
  };
  isSilent = false;
  constructor(private readonly pool: FakePool) {}
  async query(text: string): Promise<void> {
    this.asked.push(text);
    if (this.isSilent) await new Promise(() => undefined);
  }
  release = (broken?: unknown): void => this.pool.takeBack(this, broken);
}

class FakePool extends EventEmitter {
  readonly idle: FakeClient[] = [];
  readonly made: FakeClient[] = [];
  connect(): Promise<PoolClient> {
    const client = this.idle.pop() ?? new FakeClient(this);
    if (!this.made.includes(client)) this.made.push(client);
    client.release = (broken) => this.takeBack(client, broken);
    this.emit('acquire', client);
    return Promise.resolve(client as unknown as PoolClient);
  }
  /** Of the end of a connection that is idle. */
  hear(client: FakeClient, _end: unknown): void {
    const place = this.idle.indexOf(client);
    if (place < 0) return;
    this.idle.splice(place, 1);
    this.emit('remove', client);
  }
  takeBack(client: FakeClient, broken?: unknown): void {
    client.released.push(broken);
    this.emit('release', broken, client);
    if (broken) this.emit('remove', client);
    else this.idle.push(client);
  }
}

const STATEMENT_MS = 30_000;
let pool: FakePool;
let losses: Loss[];
let watch: ConnectionWatch;
const take = async () => (await watch.trusted(() => pool.connect())) as unknown as FakeClient;
beforeEach(() => {
  jest.useFakeTimers();
  pool = new FakePool();
  losses = [];
  watch = new ConnectionWatch(pool as unknown as Pool, STATEMENT_MS, (loss) => losses.push(loss));
});
afterEach(() => jest.useRealTimers());

describe('a connection that was idle', () => {
  it('for less than 15 s is used as it is: not one packet more', async () => {
    for (const ms of [0, 1_000, 14_900]) {
      const client = await take();
      client.release();
      jest.advanceTimersByTime(ms);
    }
    await take();
    expect(pool.made.map(({ asked }) => asked)).toEqual([[]]);
  });

  it('for longer is asked first, once', async () => {
    (await take()).release();
    jest.advanceTimersByTime(15_000);
    const client = await take();
    expect(client.asked).toEqual(['select 1']);
    client.release();
    await take();
    expect(client.asked).toHaveLength(1);
    expect(losses).toEqual([]);
  });

  it('and does not answer is closed with all others that are idle, and a new one is used', async () => {
    const [one, other, busy] = [await take(), await take(), await take()];
    other.release();
    one.release();
    one.isSilent = true;
    jest.advanceTimersByTime(15_000);
    const taking = take();
    await jest.advanceTimersByTimeAsync(2_000);
    const client = await taking;
    expect(pool.made.indexOf(client)).toBe(3);
    expect([one.destroyed, one.released]).toEqual([true, [undefined, true]]);
    expect(other.destroyed).toMatchObject({ code: 'ETIMEDOUT' });
    expect(busy.destroyed).toBeNull();
    expect(losses).toEqual([{ kind: 'unproved', connections: 2 }]);
  });

  it('and came back while another was asked is kept, since it was answered', async () => {
    const [one, newer] = [await take(), await take()];
    one.release();
    one.isSilent = true;
    jest.advanceTimersByTime(15_000);
    const taking = take();
    await jest.advanceTimersByTimeAsync(1_000);
    newer.release();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await taking).toBe(newer);
    expect(newer.destroyed).toBeNull();
  });
});

describe('a connection in use', () => {
  it('that is not answered in the time of its statement and some seconds is closed, with those that are idle', async () => {
    const [client, idle] = [await take(), await take()];
    idle.release();
    jest.advanceTimersByTime(1_000);
    client._activeQuery = {};
    jest.advanceTimersByTime(33_000);
    expect(client.destroyed).toBeNull();
    jest.advanceTimersByTime(2_000);
    expect(client.destroyed).toMatchObject({ code: 'ETIMEDOUT', message: expect.stringContaining('not answered') });
    expect(idle.destroyed).toMatchObject({ code: 'ETIMEDOUT' });
    expect(losses).toEqual([{ kind: 'silent', connections: 2 }]);
    client.release(client.destroyed);
  });

  it('is left alone as long as something comes in, or nothing is asked, however long it is used', async () => {
    const [reading, thinking] = [await take(), await take()];
    reading._activeQuery = {};
    for (let i = 0; i < 100; i += 1) {
      reading.connection.stream.bytesRead += 1;
      jest.advanceTimersByTime(1_000);
    }
    expect([reading.destroyed, thinking.destroyed]).toEqual([null, null]);
  });

  it('may be silent for ever where statements may take any time', async () => {
    watch = new ConnectionWatch(pool as unknown as Pool, null, (loss) => losses.push(loss));
    const client = await take();
    client._activeQuery = {};
    jest.advanceTimersByTime(3_600_000);
    expect(losses.filter(({ connections }) => connections === 0)).toEqual([]);
  });

  it('is closed at once where it is given up while it is not answered, and says goodbye otherwise', async () => {
    const [asked, quiet] = [await take(), await take()];
    asked._activeQuery = {};
    asked.release(true);
    quiet.release(true);
    expect([asked.destroyed, quiet.destroyed]).toEqual([true, null]);
  });
});

describe('where a newer connection was answered while an older one was not', () => {
  it('all that are idle are closed at once, those in use when they come back or stay silent for 5 s', async () => {
    const [idle, silent, busy] = [await take(), await take(), await take()];
    idle.release();
    silent._activeQuery = busy._activeQuery = {};
    jest.advanceTimersByTime(20_000);
    watch.outlived();
    expect(idle.destroyed).toMatchObject({ code: 'ETIMEDOUT' });
    expect(silent.destroyed).toBeNull();
    busy._activeQuery = null;
    jest.advanceTimersByTime(7_000);
    expect(silent.destroyed).toMatchObject({ code: 'ETIMEDOUT' });
    expect(busy.destroyed).toBeNull();
    busy.release();
    expect(busy.released).toEqual([true]);
    const newer = await take();
    newer.release();
    expect(newer.released).toEqual([undefined]);
  });
});

describe('waits for a connection that come to nothing', () => {
  it('are many after five over ten seconds, and not where a statement was answered meanwhile', () => {
    let answered = 7;
    const waits = new FruitlessWaits(() => answered);
    for (let i = 0; i < 5; i += 1) waits.add();
    expect(waits.areMany).toBe(false);
    jest.advanceTimersByTime(10_000);
    expect(waits.areMany).toBe(true);
    answered += 1;
    expect(waits.areMany).toBe(false);
    waits.add();
    jest.advanceTimersByTime(10_000);
    expect(waits.areMany).toBe(false);
  });
});
