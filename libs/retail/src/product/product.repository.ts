import {
  Database,
  Repository,
  atLeast,
  atMost,
  declareReferences,
  declareUnique,
  either,
  equalsKey,
  matches,
  type Context,
  type Filters,
} from '@usaha/shared';
import { Product } from './product.entity.js';
import { nouns } from '../messages.js';

/** What a list of products can be narrowed to. */
export interface ProductQuery {
  /** The same text, whatever the case. */
  category?: string;
  brand?: string;
  is_active?: boolean;
  /** A part of name, description or sku, whatever the case. */
  search?: string;
  /** Selling price in MYR, both ends included. */
  min_price?: number;
  max_price?: number;
  /** Tracked, and at or below the minimum. */
  low_stock?: boolean;
}

const filters: Filters<ProductQuery> = {
  category: equalsKey('category_key'),
  brand: equalsKey('brand_key'),
  is_active: either("r.status = 'ACTIVE'", "r.status <> 'ACTIVE'"),
  search: matches('retail.products_matching'),
  min_price: atLeast('selling_price'),
  max_price: atMost('selling_price'),
  low_stock: either('r.low_stock', 'not r.low_stock'),
};

declareUnique({ products_sku: 'sku' });
declareReferences({ products_tenant: 'tenant_id' });

/** The products of a tenant. */
export class ProductRepository extends Repository<Product, ProductQuery> {
  constructor(database: Database) {
    super(database, Product, { noun: nouns.product, filters });
  }

  /**
   * Writes the stock of held products in one statement. It is a change of each product (its version moves); who did it
   * and why stands in the stock ledger, not on the audit trail.
   */
  async saveStocks(ctx: Context, products: readonly Product[]): Promise<void> {
    for (const product of products) {
      product.version += 1;
      product.updated_at = ctx.now;
    }
    const changed = await ctx.db.change(
      `update ${this.table.path} r
       set current_stock = v.stock, distributed = v.distributed, stock_tracked = v.tracked, version = v.version, updated_at = $2
       from unnest($3::uuid[], $4::integer[], $5::integer[], $6::boolean[], $7::integer[])
            as v (id, stock, distributed, tracked, version)
       where r.tenant_id = $1 and r.id = v.id`,
      [
        ctx.tenant_id,
        ctx.now,
        products.map((product) => product.id),
        products.map((product) => product.current_stock),
        products.map((product) => product.distributed),
        products.map((product) => product.stock_tracked),
        products.map((product) => product.version),
      ],
    );
    if (changed !== products.length) throw new Error('The stock of a held product could not be written');
  }
}
