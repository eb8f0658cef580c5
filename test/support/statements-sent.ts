import type { Context } from '@usaha/shared';

const ways = ['read', 'lock', 'write', 'change', 'updateExpecting', 'enqueue'] as const;

/** Does a piece of work. @returns how many statements its transaction was asked for, and what came of it */
export async function statementsOf<T>(
  ctx: Context,
  work: (ctx: Context) => Promise<T>,
): Promise<{ count: number; result: T }> {
  const sent = ways.map((way) => jest.spyOn(ctx.db, way));
  const result = await work(ctx);
  return { count: sent.reduce((sum, { mock }) => sum + mock.calls.length, 0), result };
}
