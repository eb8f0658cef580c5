import { Database, type Context } from '@usaha/shared';
import { StockLocation } from './stock-location.entity.js';

/** Quantities by location. */
export type Shelves = Map<string, number>;

/** What lies where. Whoever changes it holds the product. */
export class StockLocations {
  private readonly path: string;

  constructor(database: Database) {
    const { schema, tableName } = database.dataSource.getMetadata(StockLocation);
    this.path = `${schema}.${tableName}`;
  }

  /** What lies where of some products, by product id. */
  async of(ctx: Context, product_ids: readonly string[]): Promise<Map<string, Shelves>> {
    const found = new Map<string, Shelves>(product_ids.map((id) => [id, new Map()]));
    if (product_ids.length === 0) return found;
    const rows = await ctx.db.query(
      `select product_id, location, quantity from ${this.path} where tenant_id = $1 and product_id = any($2)`,
      [ctx.tenant_id, product_ids],
    );
    for (const [id, location, quantity] of rows) found.get(id as string)?.set(location as string, quantity as number);
    return found;
  }

  /** Writes quantities after a change. */
  async set(
    ctx: Context,
    product_id: string,
    quantities: readonly { location: string; balance: number }[],
  ): Promise<void> {
    if (quantities.length === 0) return;
    await ctx.db.change(
      `insert into ${this.path} (tenant_id, product_id, location, quantity)
       select $1, $2, v.location, v.quantity from unnest($3::text[], $4::integer[]) as v (location, quantity)
       on conflict (tenant_id, product_id, location) do update set quantity = excluded.quantity returning 1`,
      [ctx.tenant_id, product_id, quantities.map((q) => q.location), quantities.map((q) => q.balance)],
    );
  }
}
