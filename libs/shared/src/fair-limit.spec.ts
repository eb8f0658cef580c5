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

it('refuses an owner of whom too many wait, and nobody else', async () => {
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
