import { FairLimit } from './fair-limit.js';

const two = { most: 2, refusal: () => new Error('too many') };

/** Work that ends when it is told to, and says that it began. */
class Bench {
  readonly begun: string[] = [];
  private readonly ends: (() => void)[] = [];
  work = (name: string) => (): Promise<string> => {
    this.begun.push(name);
    return new Promise((done) => this.ends.push(() => done(name)));
  };
  async endOne(): Promise<void> {
    this.ends.shift()?.();
    for (let i = 0; i < 5; i += 1) await Promise.resolve();
  }
}

it('does so much at once, and takes what waits owner by owner', async () => {
  const [limit, bench] = [new FairLimit(2), new Bench()];
  const done = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((name) => limit.run(name.charAt(0), bench.work(name)));
  expect(bench.begun).toEqual(['a1', 'a2']);
  for (let i = 0; i < 6; i += 1) await bench.endOne();
  expect(bench.begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4']);
  expect(await Promise.all(done)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1']);
});

it('refuses an owner of whom too many wait, and no other', async () => {
  const [limit, bench] = [new FairLimit(1), new Bench()];
  const taken = ['a1', 'a2', 'a3'].map((name) => limit.run('a', bench.work(name), two));
  await expect(limit.run('a', bench.work('a4'), two)).rejects.toThrow('too many');
  const other = limit.run('b', bench.work('b1'), two);
  for (let i = 0; i < 4; i += 1) await bench.endOne();
  expect(await Promise.all([...taken, other])).toEqual(['a1', 'a2', 'a3', 'b1']);
});

it('goes on after what failed', async () => {
  const limit = new FairLimit(1);
  await expect(limit.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(limit.run('a', () => Promise.resolve(1))).resolves.toBe(1);
});

it('does a number of pieces of one owner at once, the others after them in their order, and keeps no other owner waiting', async () => {
  const [limit, bench] = [new FairLimit(Infinity, () => 2), new Bench()];
  const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1'];
  const done = names.map((name) => limit.run(name.charAt(0), bench.work(name)));
  expect(bench.begun).toEqual(['a1', 'a2', 'b1', 'c1']);
  for (const _ of names) await bench.endOne();
  expect(bench.begun.slice(4)).toEqual(['a3', 'a4', 'a5']);
  expect(await Promise.all(done)).toEqual(names);
});

it('lets no caller wait longer than it is willing to, nor one that went away', async () => {
  const [limit, bench, client] = [new FairLimit(1), new Bench(), new AbortController()];
  const running = limit.run('a', bench.work('a1'));
  const bound = { patience: 20, refusal: (why: string) => new Error(why) };
  const late = limit.run('b', bench.work('b1'), bound);
  const gone = limit.run('c', bench.work('c1'), { ...bound, signal: client.signal });
  expect([limit.isWantedByOthers('b'), limit.isWantedByOthers('c'), limit.size]).toEqual([true, true, 2]);
  client.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  expect([limit.isWantedByOthers('b'), limit.isWantedByOthers('c')]).toEqual([false, true]);
  await expect(late).rejects.toThrow('too long');
  await expect(limit.run('c', bench.work('c2'), { ...bound, signal: client.signal })).rejects.toThrow('gone');
  await bench.endOne();
  await running;
  expect([bench.begun, limit.size, limit.take('d')]).toEqual([['a1'], 0, true]);
});
