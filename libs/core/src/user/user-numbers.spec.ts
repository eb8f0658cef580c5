import type { Context } from '@usaha/shared';
import { UserNumbers } from './user-numbers.js';

/** A sequence, and what is to happen once its transaction is committed. */
function sequence() {
  let last = 0;
  let draws = 0;
  const hooks: (() => void)[] = [];
  const write = (_text: string, [count]: [number]) => {
    draws += 1;
    return Promise.resolve(Array.from({ length: count }, () => [String((last += 1))]));
  };
  const db = { write, afterCommit: (hook: () => void) => void hooks.push(hook) };
  const begin = Date.parse('2026-03-10T08:30:00Z');
  return {
    at: (milliseconds: number) => ({ db, now: new Date(begin + milliseconds) }) as unknown as Context,
    commit: () => hooks.splice(0).forEach((hook) => hook()),
    draws: () => draws,
  };
}

describe('numbers of users (A-39)', () => {
  it('are each given once, in their order, and drawn ahead where many are asked for', async () => {
    const { at, commit, draws } = sequence();
    const numbers = new UserNumbers();
    const given: number[] = [];
    for (let i = 0; i < 63; i += 1) {
      given.push(await numbers.next(at(i)));
      commit();
    }
    expect(given).toEqual(Array.from({ length: 63 }, (_, i) => i + 1));
    expect(draws()).toBe(7);
  });

  it('leave no gaps where few are asked for, and are kept for a second at most', async () => {
    const { at, commit } = sequence();
    const numbers = new UserNumbers();
    const given: number[] = [];
    for (const milliseconds of [0, 1_000, 2_000, 2_500, 3_500, 4_500]) {
      given.push(await numbers.next(at(milliseconds)));
      commit();
    }
    // Four were drawn the second time within a second, and three of these were let go.
    expect(given).toEqual([1, 2, 3, 4, 8, 9]);
  });

  it('are given to no other user where the draw was not committed, and drawn one by one after a refusal', async () => {
    const { at, commit, draws } = sequence();
    const numbers = new UserNumbers();
    for (let i = 0; i < 45; i += 1) {
      await numbers.next(at(i));
      commit();
    }
    expect([await numbers.next(at(46)), draws()]).toEqual([46, 6]);
    const numbersOfRefused: number[] = [];
    for (let i = 0; i < 60; i += 1) numbersOfRefused.push(await numbers.next(at(50 + i)));
    expect(new Set(numbersOfRefused).size).toBe(60);
    expect((numbersOfRefused.at(-1) ?? 0) - (numbersOfRefused.at(-10) ?? 0)).toBe(9);
  });

  it('are no two the same for many who ask at once', async () => {
    const { at, commit } = sequence();
    const numbers = new UserNumbers();
    const first = await Promise.all(Array.from({ length: 20 }, () => numbers.next(at(0))));
    commit();
    const then = await Promise.all(Array.from({ length: 200 }, () => numbers.next(at(1))));
    expect(new Set([...first, ...then]).size).toBe(220);
  });
});
