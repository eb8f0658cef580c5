import { FairLimit } from '@usaha/shared';
import { visit } from './visitors.js';

/** Resolved by the test. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((done) => (open = done));
  return { opened, open };
}

it('gives its place back while a gateway is asked, and takes one again afterwards', async () => {
  const limit = new FairLimit(1);
  const [gateway, work] = [gate(), gate()];
  const asked = visit(limit, 'a', async (outside) => {
    expect(await outside(() => gateway.opened.then(() => 'answer'))).toBe('answer');
    // It has the only place again.
    expect(limit.take('c')).toBe(false);
    return 'asked';
  });
  // Another does its work meanwhile, and keeps the one that was asking waiting until it has ended.
  const other = visit(limit, 'b', () => work.opened.then(() => 'done'));
  gateway.open();
  await Promise.resolve();
  expect(limit.take('c')).toBe(false);
  work.open();
  expect([await other, await asked]).toEqual(['done', 'asked']);
  expect([limit.take('c'), limit.take('c')]).toEqual([true, false]);
});

it('gives back the place of work that fails, within a call of a gateway and outside of it', async () => {
  const limit = new FairLimit(1);
  const fails = (): Promise<never> => Promise.reject(new Error('silent'));
  await expect(visit(limit, 'a', (outside) => outside(fails))).rejects.toThrow('silent');
  await expect(visit(limit, 'a', fails)).rejects.toThrow('silent');
  await expect(visit(limit, 'a', (outside) => outside(fails).catch(() => 'shown'))).resolves.toBe('shown');
  expect([limit.take('a'), limit.take('a')]).toEqual([true, false]);
});
