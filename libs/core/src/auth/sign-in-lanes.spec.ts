import { SignInLanes } from './sign-in-lanes.js';

it('lets four attempts on a name from an address go at once, and the others after them in their order', async () => {
  const [lanes, begun, ends] = [new SignInLanes(), [] as number[], [] as (() => void)[]];
  const attempt = (i: number) => () => {
    begun.push(i);
    return new Promise<number>((done) => ends.push(() => done(i)));
  };
  const all = Array.from({ length: 9 }, (_, i) => lanes.run(i % 2 ? 'SITI' : 'siti', '::1', attempt(i)));
  const others = [lanes.run('siti', '::2', attempt(10)), lanes.run('ali', '::1', attempt(11))];
  expect(begun).toEqual([0, 1, 2, 3, 10, 11]);
  for (let done = 0; done < 11; done += 1) {
    ends[done]?.();
    for (let i = 0; i < 5; i += 1) await Promise.resolve();
  }
  expect(begun.slice(6)).toEqual([4, 5, 6, 7, 8]);
  expect(await Promise.all([...all, ...others])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11]);
});

it('goes on after what failed', async () => {
  const lanes = new SignInLanes();
  const failing = Array.from({ length: 6 }, () => lanes.run('a', 'b', () => Promise.reject(new Error('no'))));
  expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true);
  await expect(lanes.run('a', 'b', () => Promise.resolve(1))).resolves.toBe(1);
});
