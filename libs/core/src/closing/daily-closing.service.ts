import { Injectable } from '@nestjs/common';
import { malaysianDay, type Context, type Page, type PageRequest } from '@usaha/shared';
import type { ModuleKey } from '../module/catalogue.js';
import { UserRepository } from '../user/user.repository.js';
import { DailyClosing, type CountedTill } from './daily-closing.entity.js';
import { DailyClosingRepository, type DailyClosingQuery } from './daily-closing.repository.js';
import { cashOf, type Takings } from './takings.js';

/** What a count is made from. */
export interface NewDailyClosing extends Pick<CountedTill, 'counted_cash'> {
  /** YYYY-MM-DD; today (UTC+8) unless given. */
  date?: string | null;
  /** MYR; 0 unless given. */
  float?: number | null;
  note?: string | null;
  /** Id of the user whose till was counted; the till of all unless given. */
  cashier?: string | null;
}

/** Counts tills of any industry, and lists the counts. */
@Injectable()
export class DailyClosingService {
  constructor(
    private readonly closings: DailyClosingRepository,
    private readonly users: UserRepository,
  ) {}

  /**
   * Keeps a count with its difference from the takings as they are now.
   * @param takings of the industry that counts
   * @throws invalid for a day that has not begun, an unknown cashier, and amounts that cannot be kept
   */
  async count(ctx: Context, takings: Takings, { cashier, ...told }: NewDailyClosing): Promise<DailyClosing> {
    const today = malaysianDay(ctx.now);
    const { date, float, note = null, counted_cash } = told;
    const till = { date: date ?? today, float: float ?? 0, counted_cash, note };
    const closing = DailyClosing.of(takings.context, till, today);
    const owner = cashier ? (await this.users.named(ctx, 'cashier', cashier)).id : null;
    closing.assign(owner, ctx.actor?.user_id ?? null);
    closing.compare(await cashOf(ctx, takings, closing.date, closing.cashier_id));
    return this.closings.insert(ctx, closing, 'count');
  }

  /** One page of an industry's counts, newest first. */
  list(ctx: Context, context: ModuleKey, query: DailyClosingQuery, page: PageRequest): Promise<Page<DailyClosing>> {
    return this.closings.list(ctx, { ...query, context }, page);
  }
}
