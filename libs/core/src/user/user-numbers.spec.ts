import type { Context } from '@usaha/shared';
import { UserNumbers } from './user-numbers.js';

/** A sequence, and what is to happen once its transaction is committed. */
function sequence() {
  let last = 0;
  const hooks: (() => void)[] = [];
  const write = (text: string) => {
    const count = Number(/generate_series\(1, (\d+)\)/.exec(text)?.[1]);
    return Promise.resolve(Array.from({ length: count }, () => [String((last += 1))]));
  };
  const db = { write, afterCommit: (hook: () => void) => void hooks.push(hook) };
  return {
    ctx: { db } as unknown as Context,
    commit: () => hooks.splice(0).forEach((hook) => hook()),
    last: () => last,
  };
}

describe('numbers of users (A-39)', () => {
  it('are each given once, in their order, and drawn many at a time', async () => {
    const { ctx, commit, last } = sequence();
    const numbers = new UserNumbers();
    const given: number[] = [];
    for (let i = 0; i < 40; i += 1) {
      given.push(await numbers.next(ctx));
      commit();
    }
    expect(given).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(last()).toBe(48);
  });

  it('are given to nobody else where the draw was not committed', async () => {
    const { ctx, last } = sequence();
    const numbers = new UserNumbers();
    expect([await numbers.next(ctx), await numbers.next(ctx)]).toEqual([1, 17]);
    expect(last()).toBe(32);
  });

  it('are no two the same for many who ask at once', async () => {
    const { ctx, commit } = sequence();
    const numbers = new UserNumbers();
    const first = await Promise.all(Array.from({ length: 20 }, () => numbers.next(ctx)));
    commit();
    const then = await Promise.all(Array.from({ length: 20 }, () => numbers.next(ctx)));
    expect(new Set([...first, ...then]).size).toBe(40);
  });
});
