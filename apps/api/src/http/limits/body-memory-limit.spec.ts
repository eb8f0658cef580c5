import { PassThrough } from 'node:stream';
import type { Request, Response } from 'express';
import { BodyMemoryLimit } from './body-memory-limit.js';

const KB = 1_024;
const settled = () => new Promise(setImmediate);

/** Bodies on their way to a service that keeps no more than 900 KB of them. */
class Bench {
  private readonly arriving = new BodyMemoryLimit(900 * KB);
  readonly refused: string[] = [];
  readonly read: string[] = [];

  /** @param name begins with the owner's; those of x, y and z are a group */
  begin(name: string, headers: Record<string, string> = { 'content-length': '1000000' }) {
    const ended: Record<string, unknown> = {};
    const socket = { pause: () => (ended.paused = true) };
    const body = Object.assign(new PassThrough(), { headers, socket });
    const response = { setHeader: (key: string, value: string) => (ended[key] = value) };
    let end: () => void = () => undefined;
    const read = () => new Promise<void>((done) => (end = done));
    const own = name.charAt(0);
    const owner = 'xyz'.includes(own) ? { name: own, group: 'account' } : own;
    this.arriving.read(owner, body as unknown as Request, response as unknown as Response, read).then(
      () => this.read.push(name),
      (error: Error) => this.refused.push(`${name}: ${error.message}`),
    );
    const send = async (kb: number) => {
      body.write(Buffer.alloc(kb * KB));
      await settled();
    };
    const finish = async () => {
      end();
      await settled();
    };
    return { send, finish, ended };
  }
}

const REFUSAL = 'Too many large requests are on their way; send this one again';

describe('bodies on their way', () => {
  it('take no more memory together than there is for them: who has most sends no more, and others go on', async () => {
    const bench = new Bench();
    const [a1, a2, a3, b1] = [bench.begin('a1'), bench.begin('a2'), bench.begin('a3'), bench.begin('b1')];
    await b1.send(300);
    await a1.send(250);
    await a2.send(300);
    expect(bench.refused).toEqual([]);
    await a3.send(60);
    expect(bench.refused).toEqual([`a3: ${REFUSAL}`]);
    expect(a3.ended).toEqual({ Connection: 'close', paused: true });
    await b1.send(60);
    expect(bench.refused).toEqual([`a3: ${REFUSAL}`, `a2: ${REFUSAL}`]);
    await a1.finish();
    await b1.finish();
    expect(bench.read).toEqual(['a1', 'b1']);
  });

  it('A-395: of tenants that share a part, the one that has most sends no more, and other owners go on', async () => {
    const bench = new Bench();
    const [x1, x2, y1, z1, a1] = [
      bench.begin('x1'),
      bench.begin('x2'),
      bench.begin('y1'),
      bench.begin('z1'),
      bench.begin('a1'),
    ];
    await a1.send(300);
    await x1.send(150);
    await x2.send(100);
    await y1.send(200);
    await z1.send(160);
    expect(bench.refused).toEqual([`x1: ${REFUSAL}`]);
    for (const one of [x2, y1, z1, a1]) await one.finish();
    expect(bench.read).toEqual(['x2', 'y1', 'z1', 'a1']);
  });

  it('count no longer once they are read, or refused', async () => {
    const bench = new Bench();
    for (let i = 0; i < 5; i += 1) {
      const one = bench.begin(`a${i}`);
      await one.send(800);
      await one.finish();
    }
    expect(bench.refused).toEqual([]);
    const [b1, b2] = [bench.begin('b1'), bench.begin('b2')];
    await b1.send(800);
    await b2.send(800);
    expect(bench.refused).toEqual([`b2: ${REFUSAL}`]);
    await b2.send(800);
    await b1.send(50);
    await b1.finish();
    expect(bench.read).toHaveLength(6);
  });

  it('do not count where they are small, and count as a whole one where they come compressed', async () => {
    const bench = new Bench();
    const small = Array.from({ length: 100 }, (_, i) => bench.begin(`a${i}`, { 'content-length': '16384' }));
    for (const one of small) await one.send(16);
    expect(bench.refused).toEqual([]);
    bench.begin('c1', { 'content-length': '90', 'content-encoding': 'gzip' });
    await settled();
    expect(bench.refused).toEqual([`c1: ${REFUSAL}`]);
  });
});
