import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';

/** So many are drawn together: what is left of them when the process ends is given to nobody. */
const AT_ONCE = 16;

/**
 * The integers by which users are also known, from one sequence of the platform. They are drawn ahead, so that nobody who makes
 * a user waits for one.
 */
@Injectable()
export class UserNumbers {
  private readonly drawn: number[] = [];

  /** A number that no other user has, or ever will have. */
  async next(ctx: Context): Promise<number> {
    const inHand = this.drawn.shift();
    if (inHand !== undefined) return inHand;
    const rows = await ctx.db.write(`select nextval('core.user_numbers') from generate_series(1, ${AT_ONCE})`);
    const [first, ...others] = rows.map(([number]) => Number(number));
    // A draw that was not committed may be forgotten where PostgreSQL crashes, and made once more.
    ctx.db.afterCommit(() => this.drawn.push(...others));
    return first as number;
  }
}
