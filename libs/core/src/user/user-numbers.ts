import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';

/** On several machines a sequence of each would begin at 2^48 and more: clients read 32 bits. So the coordinator draws for all. */
const DRAW = "select nextval('core.user_numbers') from kernel.coordinator cross join generate_series(1, $1::integer)";
const MOST_AT_ONCE = 16;
/** Numbers that are passed over in one statement. */
const MOST_PASSED = 100_000;
/** Unused numbers are thrown away then: a restored database may draw them again. */
const TIME_TO_LIVE_MS = 1_000;

/**
 * The integers by which users are also known, from one sequence of the platform. Where many users are made they are drawn ahead,
 * so that no request waits for one; where few are, none is left over.
 */
@Injectable()
export class UserNumbers {
  private drawn: number[] = [];
  private until = 0;
  private atOnce = 1;

  /** A number that no other user has, or ever will have. */
  async next(ctx: Context): Promise<number> {
    const now = ctx.now.getTime();
    const isBusy = now < this.until;
    if (!isBusy) this.drawn = [];
    const kept = this.drawn.shift();
    if (kept !== undefined) return kept;
    const count = isBusy ? this.atOnce : 1;
    // Fewer with each draw, more with each that made a user: who is refused again and again takes few from the sequence.
    this.atOnce = Math.max(1, Math.floor(count / 2));
    this.until = now + TIME_TO_LIVE_MS;
    const [[first] = [], ...others] = await ctx.db.write(DRAW, [count]);
    // A draw that was not committed may be forgotten where PostgreSQL crashes, and made once more.
    ctx.db.afterCommit(() => {
      this.drawn.push(...others.map(([number]) => Number(number)));
      this.atOnce = Math.min(MOST_AT_ONCE, 4 * this.atOnce);
    });
    return Number(first);
  }

  /** No user is given a number up to this one from now on: users of another installation have them. */
  async passOver(ctx: Context, highest: number): Promise<void> {
    for (;;) {
      const [row] = await ctx.db.write(DRAW, [1]);
      const missing = Math.min(highest - Number(row?.[0]), MOST_PASSED);
      if (missing <= 0) return;
      await ctx.db.write(`select max(d.n) from (${DRAW}) as d (n)`, [missing]);
    }
  }
}
