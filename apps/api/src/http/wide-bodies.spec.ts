import { EventEmitter } from 'node:events';
import type { UsahaRequest, UsahaResponse } from './request.js';
import { WideBodies } from './wide-bodies.js';

const from = (tenant_id: string) => ({ user: { tenant_id } }) as unknown as UsahaRequest;
const answering = () => new EventEmitter() as unknown as UsahaResponse & EventEmitter;
const settled = () => new Promise(setImmediate);

/** Work on wide bodies that ends when it is told to, so that nobody waits beyond the end of a test. */
class Bench {
  readonly wide = new WideBodies();
  readonly begun: string[] = [];
  private readonly ends = new Map<string, () => void>();

  send(name: string, response = answering()): Promise<string> {
    const work = () => {
      this.begun.push(name);
      return new Promise<string>((done) => this.ends.set(name, () => done(name)));
    };
    return this.wide.run(from(name.charAt(0)), response, work);
  }

  async end(...names: string[]): Promise<void> {
    for (const name of names) {
      this.ends.get(name)?.();
      await settled();
    }
  }
}

describe('requests with wide bodies', () => {
  it('are worked on two at once for one tenant, and another tenant has its place beside them', async () => {
    const bench = new Bench();
    const names = ['a1', 'a2', 'a3', 'a4', 'b1'];
    const answers = names.map((name) => bench.send(name));
    expect(bench.begun).toEqual(['a1', 'a2', 'b1']);
    await bench.end('a1');
    expect(bench.begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    await bench.end('a2', 'a3', 'a4', 'b1');
    expect(await Promise.all(answers)).toEqual(names);
  });

  it('leave their places with their answers, whether these are taken or not', async () => {
    const bench = new Bench();
    const untaken = ['a1', 'a2', 'b1', 'b2'].map((name) => bench.send(name));
    await bench.end('a1', 'a2', 'b1', 'b2');
    await Promise.all(untaken);
    const next = bench.send('c1');
    expect(bench.begun).toContain('c1');
    await bench.end('c1');
    expect(await next).toBe('c1');
  });

  it('give nobody a turn who went away, and refuse who sends far too many', async () => {
    const bench = new Bench();
    const [first, second] = [bench.send('a1'), bench.send('a2')];
    const gone = answering();
    const waiting = bench.send('a3', gone);
    gone.emit('close');
    await expect(waiting).rejects.toMatchObject({ kind: 'unavailable' });
    const clients = Array.from({ length: 20 }, answering);
    const others = clients.map((client, i) => bench.send(`a${i + 4}`, client).catch(() => 'gone'));
    await expect(bench.send('a24')).rejects.toMatchObject({ kind: 'unavailable' });
    for (const client of clients) client.emit('close');
    expect(new Set(await Promise.all(others))).toEqual(new Set(['gone']));
    await bench.end('a1', 'a2');
    expect(await Promise.all([first, second])).toEqual(['a1', 'a2']);
    expect(bench.begun).toEqual(['a1', 'a2']);
  });
});
