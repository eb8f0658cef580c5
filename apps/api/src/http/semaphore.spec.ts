import { Semaphore } from './semaphore.js';

it('so many are under way at once; the others follow in the order in which they came', async () => {
  const semaphore = new Semaphore(2);
  const begun: number[] = [];
  const leaves = [1, 2, 3, 4].map(async (n) => {
    const leave = await semaphore.acquire();
    begun.push(n);
    return leave;
  });
  await new Promise(setImmediate);
  expect(begun).toEqual([1, 2]);

  const first = await leaves[0];
  first?.();
  first?.(); // leaves once, however often it is said
  await new Promise(setImmediate);
  expect(begun).toEqual([1, 2, 3]);

  (await leaves[1])?.();
  await new Promise(setImmediate);
  expect(begun).toEqual([1, 2, 3, 4]);

  for (const leave of await Promise.all(leaves)) leave();
  const again = [await semaphore.acquire(), await semaphore.acquire()];
  expect(again).toHaveLength(2);
});
