import { Injectable } from '@nestjs/common';
import { Database, Table, insertMany, type Context } from '@usaha/shared';
import { StockLocation } from './stock-location.entity.js';

/** Quantities by location. */
export type Shelves = Map<string, number>;

/** Stock by location. The product must be locked to change it. */
@Injectable()
export class StockLocations {
  private readonly table: Table<StockLocation>;

  constructor(database: Database) {
    this.table = database.table(StockLocation);
  }

  /** The stock of some products at each location, by product id. */
  async of(ctx: Context, product_ids: readonly string[]): Promise<Map<string, Shelves>> {
    const found = new Map<string, Shelves>(product_ids.map((id) => [id, new Map()]));
    if (product_ids.length === 0) return found;
    const rows = await ctx.db.read(
      `select product_id, location, quantity from ${this.table.path} where tenant_id = $1 and product_id = any($2)`,
      [ctx.tenant_id, product_ids],
    );
    for (const [id, location, quantity] of rows) found.get(id as string)?.set(location as string, quantity as number);
    return found;
  }

  /** Writes quantities after a change. */
  set(ctx: Context, product_id: string, quantities: readonly { location: string; balance: number }[]): void {
    const rows = quantities.map(({ location, balance }) => ({ location, quantity: balance }));
    insertMany(ctx, this.table, rows, { common: { product_id }, replace: true });
  }
}
