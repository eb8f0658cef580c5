import { EventEmitter } from 'node:events';
import type { Pool, PoolClient } from 'pg';
import { Connections } from './connections.js';

const refusal = () => Object.assign(new Error('sorry, too many clients already'), { code: '53300' });

/** A pool like pg's, on a server that gives it a limited number of connections. */
class FakePool extends EventEmitter {
  given = 0;
  attempts = 0;
  failure: Error | null = null;
  private readonly idle: PoolClient[] = [];
  constructor(public left: number) {
    super();
  }

  async connect(): Promise<PoolClient> {
    await new Promise((done) => setImmediate(done));
    const idle = this.idle.pop();
    if (idle) return idle;
    this.attempts += 1;
    if (this.failure) throw this.failure;
    if (this.given >= this.left) throw refusal();
    this.given += 1;
    const client = {
      release: () => {
        this.emit('release', undefined, client);
        this.idle.push(client as unknown as PoolClient);
      },
    };
    return client as unknown as PoolClient;
  }
}

const over = (pool: FakePool, patience?: number) => new Connections(pool as unknown as Pool, patience);

describe('a server that has no connection left', () => {
  it('is waited for as if the pool were smaller: what is given back goes on, in turn', async () => {
    const pool = new FakePool(2);
    const connections = over(pool);
    const served: number[] = [];
    const work = async (number: number) => {
      const client = await connections.connect();
      served.push(number);
      await new Promise((done) => setImmediate(done));
      client.release();
    };
    await Promise.all(Array.from({ length: 20 }, (_, i) => work(i)));
    expect(served.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(served.slice(2)).toEqual(served.slice(2).toSorted((a, b) => a - b));
    expect(pool.given).toBe(2);
    expect(connections.refused).toBe(0);
  });

  it('is asked again after growing pauses, and gives what others let go', async () => {
    const pool = new FakePool(0);
    const connections = over(pool);
    const waiting = connections.connect();
    await new Promise((done) => setTimeout(done, 500));
    expect(connections.refused).toBe(1);
    expect(pool.attempts).toBeGreaterThan(1);
    expect(pool.attempts).toBeLessThan(6);
    pool.left = 1;
    (await waiting).release();
    expect(connections.refused).toBe(0);
  });

  it('is what a waiting caller is told in the end, once the wait is over', async () => {
    const pool = new FakePool(0);
    const connections = over(pool, 100);
    const answers = await Promise.allSettled([connections.connect(), connections.connect()]);
    expect(answers).toMatchObject([{ reason: { code: '53300' } }, { reason: { code: '53300' } }]);
    expect(connections.refused).toBe(0);
    pool.left = 1;
    (await connections.connect()).release();
  });
});

it('any other refusal is passed on at once', async () => {
  const pool = new FakePool(1);
  pool.failure = new Error('connect ECONNREFUSED');
  await expect(over(pool).connect()).rejects.toThrow('ECONNREFUSED');
});
