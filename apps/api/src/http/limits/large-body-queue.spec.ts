import { EventEmitter } from 'node:events';
import type { UsahaRequest, UsahaResponse } from '../pipeline/request.js';
import { LargeBodyQueue } from './large-body-queue.js';

const from = (tenant_id: string) => ({ user: { tenant_id, owner: tenant_id } }) as unknown as UsahaRequest;
const answering = () => new EventEmitter() as unknown as UsahaResponse & EventEmitter;
const settled = () => new Promise(setImmediate);

/** Work on large bodies that ends when it is told to, so that nothing waits beyond the end of a test. */
class Bench {
  readonly large = new LargeBodyQueue();
  readonly begun: string[] = [];
  private readonly ends = new Map<string, () => void>();

  send(name: string, response = answering()): Promise<string> {
    const work = () => {
      this.begun.push(name);
      return new Promise<string>((done) => this.ends.set(name, () => done(name)));
    };
    return this.large.run(from(name.charAt(0)), response, work);
  }

  async end(...names: string[]): Promise<void> {
    for (const name of names) {
      this.ends.get(name)?.();
      await settled();
    }
  }
}

describe('requests with large bodies', () => {
  it('are worked on one after the other for one tenant, and another tenant has a separate place', async () => {
    const bench = new Bench();
    const names = ['a1', 'a2', 'a3', 'b1'];
    const answers = names.map((name) => bench.send(name));
    expect(bench.begun).toEqual(['a1', 'b1']);
    await bench.end('a1');
    expect(bench.begun).toEqual(['a1', 'b1', 'a2']);
    await bench.end('a2', 'a3', 'b1');
    expect(await Promise.all(answers)).toEqual(names);
  });

  it('leave their places with their answers, whether these are taken or not', async () => {
    const bench = new Bench();
    const untaken = ['a1', 'b1', 'c1'].map((name) => bench.send(name));
    await bench.end('a1', 'b1', 'c1');
    await Promise.all(untaken);
    const next = bench.send('d1');
    expect(bench.begun).toContain('d1');
    await bench.end('d1');
    expect(await next).toBe('d1');
  });

  it('give no turn to a client that went away, and refuse one that sends far too many', async () => {
    const bench = new Bench();
    const first = bench.send('a1');
    const gone = answering();
    const waiting = bench.send('a2', gone);
    gone.emit('close');
    await expect(waiting).rejects.toMatchObject({ kind: 'unavailable' });
    const clients = Array.from({ length: 20 }, answering);
    const others = clients.map((client, i) => bench.send(`a${i + 3}`, client).catch(() => 'gone'));
    await expect(bench.send('a23')).rejects.toMatchObject({ kind: 'unavailable' });
    for (const client of clients) client.emit('close');
    expect(new Set(await Promise.all(others))).toEqual(new Set(['gone']));
    await bench.end('a1');
    expect(await first).toBe('a1');
    expect(bench.begun).toEqual(['a1']);
  });
});
