import { Injectable } from '@nestjs/common';
import { SaleService } from '@usaha/retail';
import { Database, type Context } from '@usaha/shared';
import { failed, faultsOf, isFault, type RowOutcome } from '../../../data-tables/row-outcome.js';
import { bodyOf } from '../../../data-tables/row-plan.js';
import { SaleBulkItem } from './sale-bodies.wire.js';

/** Where an error of a whole item is named. */
const WHOLE = 'body';

/**
 * The sales of a till that had no network: each in a separate transaction, so that a refused one holds up none. Where the
 * service fails between two, those before are made, and the same request finds them unchanged.
 */
@Injectable()
export class TillSales {
  constructor(
    private readonly database: Database,
    private readonly sales: SaleService,
  ) {}

  /** @returns what came of each item, in their order */
  async make(ctx: Context, items: readonly Readonly<Record<string, unknown>>[]): Promise<RowOutcome[]> {
    const { tenant_id, actor, now, language, signal } = ctx;
    const outcomes: RowOutcome[] = [];
    for (const item of items) {
      signal?.throwIfAborted();
      outcomes.push(await this.one({ tenant_id, actor, now, ...(language && { language }) }, item));
    }
    return outcomes;
  }

  private async one(who: Omit<Context, 'db'>, item: Readonly<Record<string, unknown>>): Promise<RowOutcome> {
    const body = await bodyOf(SaleBulkItem, item);
    if (Array.isArray(body)) return failed(body);
    try {
      return await this.database.work(who, async (ctx) => {
        const { sale, is_replayed } = await this.sales.createWithWarnings(ctx, body as SaleBulkItem);
        return { result: is_replayed ? 'unchanged' : 'created', id: sale.id, errors: [] };
      });
    } catch (error) {
      if (isFault(error)) return failed(faultsOf(error, WHOLE));
      throw error;
    }
  }
}
