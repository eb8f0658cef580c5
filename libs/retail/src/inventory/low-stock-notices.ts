import { Injectable } from '@nestjs/common';
import { newId, type Context } from '@usaha/shared';

/** A product that a letter names. */
export interface LowProduct {
  name: string;
  sku: string;
  current_stock: number;
  minimum_stock: number;
}

/** The day of a letter, and when it was announced. */
export interface AnnouncedDay {
  day: string;
  created_at: Date;
}

/** SQL: that the product of a notice `n` of the tenant $1 still is in low_stock. */
const STILL_LOW = `
  from retail.products p where p.tenant_id = $1 and p.id = n.product_id
   and p.deleted_at is null and p.status = 'active' and p.low_stock`;

const DAY_MS = 86_400_000;

/** Products that fell to their minimum stock, and the days that announce them. */
@Injectable()
export class LowStockNotices {
  /** Enqueues that a product fell. One that waits already waits on. */
  note(ctx: Context, product_id: string, fell_at: Date): void {
    ctx.db.enqueue(
      `insert into retail.low_stock_notices (tenant_id, id, product_id, fell_at) values ($1, $2, $3, $4)
       on conflict (tenant_id, product_id) where day is null do update set fell_at = excluded.fell_at`,
      [ctx.tenant_id, newId(ctx.now), product_id, fell_at],
    );
  }

  /** The announced days since one, the earliest first, and whether products wait for the next. */
  async since(ctx: Context, day: string): Promise<{ announced: AnnouncedDay[]; isWaiting: boolean }> {
    const [announced, waiting] = await Promise.all([
      ctx.db.read(
        `select r.day, r.created_at from retail.stock_announcements r where r.tenant_id = $1 and r.day >= $2 order by r.day`,
        [ctx.tenant_id, day],
      ),
      ctx.db.read(
        `select 1 from retail.low_stock_notices n
          where n.tenant_id = $1 and n.day is null and exists (select 1 ${STILL_LOW}) limit 1`,
        [ctx.tenant_id],
      ),
    ]);
    return {
      announced: (announced as [string, Date][]).map(([on, created_at]) => ({ day: on, created_at })),
      isWaiting: waiting.length > 0,
    };
  }

  /**
   * Announces on a day what waits and still is low, unless another instance has done so.
   * @param first the first day of which letters are still sent: earlier ones are forgotten, and so is what is not low any more
   */
  async announce(ctx: Context, day: string, first: string): Promise<void> {
    const { tenant_id, now } = ctx;
    const made = await ctx.db.write(
      `insert into retail.stock_announcements (tenant_id, id, created_at, day) values ($1, $2, $3, $4)
       on conflict (tenant_id, day) do nothing returning id`,
      [tenant_id, newId(now), now, day],
    );
    if (made.length === 0) return;
    ctx.db.enqueue(
      `update retail.low_stock_notices n set day = $2
        where n.tenant_id = $1 and n.day is null and exists (select 1 ${STILL_LOW})`,
      [tenant_id, day],
    );
    ctx.db.enqueue(
      `delete from retail.low_stock_notices n
        where n.tenant_id = $1 and (n.day < $2 or n.day is null and n.fell_at < $3 and not exists (select 1 ${STILL_LOW}))`,
      [tenant_id, first, new Date(now.getTime() - DAY_MS)],
    );
    ctx.db.enqueue('delete from retail.stock_announcements r where r.tenant_id = $1 and r.day < $2', [
      tenant_id,
      first,
    ]);
  }

  /** What a day announced and still is low, by name, and how many these are. @param most how many are read */
  async of(ctx: Context, day: string, most: number): Promise<{ products: LowProduct[]; count: number }> {
    const rows = await ctx.db.read(
      `select p.name, p.sku, p.current_stock, p.minimum_stock, count(*) over ()
         from retail.low_stock_notices n
         join retail.products p on p.tenant_id = $1 and p.id = n.product_id
        where n.tenant_id = $1 and n.day = $2 and p.deleted_at is null and p.status = 'active' and p.low_stock
        order by lower(p.name), p.sku limit $3`,
      [ctx.tenant_id, day, most],
    );
    const products = (rows as [string, string, number, number, number][]).map(
      ([name, sku, current_stock, minimum_stock]) => ({ name, sku, current_stock, minimum_stock }),
    );
    return { products, count: Number(rows[0]?.[4] ?? 0) };
  }
}
