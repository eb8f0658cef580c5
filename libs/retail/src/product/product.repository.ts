import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  atLeast,
  atMost,
  declareReferences,
  declareUnique,
  either,
  equalsKey,
  foundWith,
  matches,
  type Context,
  type Filters,
} from '@usaha/shared';
import { Product } from './product.entity.js';
import { productEvents } from './product.events.js';
import { nouns } from '../messages.js';

/** Filters of a list of products. */
export interface ProductQuery {
  /** The same text, regardless of case. */
  category?: string;
  brand?: string;
  barcode?: string;
  is_active?: boolean;
  /** A part of name, description or sku, regardless of case. */
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
  barcode: foundWith('retail.products_with_barcode'),
  is_active: either("r.status = 'active'", "r.status <> 'active'"),
  search: matches('retail.products_matching'),
  min_price: atLeast('selling_price'),
  max_price: atMost('selling_price'),
  low_stock: either('r.low_stock', 'not r.low_stock'),
};

const keys = { sku: { column: 'sku' }, barcode: { found: 'retail.products_with_barcode', as: 'text' } } as const;

declareUnique({ products_sku: 'sku' });
declareReferences({ products_tenant: 'tenant_id' });

const bin = { resource: 'retail.products', label: ({ name }: Product) => name };

/** The products of a tenant. */
@Injectable()
export class ProductRepository extends Repository<Product, ProductQuery> {
  constructor(database: Database) {
    super(database, Product, { noun: nouns.product, filters, keys, events: productEvents, bin });
  }

  /**
   * Writes the stock of held products in one statement. It is a change of each product (its version moves); who did it
   * and why stands in the stock ledger, not on the audit trail.
   */
  saveStocks(ctx: Context, products: readonly Product[]): void {
    this.updateMany(ctx, products, ['current_stock', 'distributed', 'stock_tracked'], null);
  }

  /** Whether a product shows a picture. */
  async shows(ctx: Context, id: string, picture_id: string): Promise<boolean> {
    const text = `select 1 from ${this.table.path} r where ${this.mine} and r.id = $2 and $3 = any(r.picture_ids)`;
    return (await ctx.db.read(text, [ctx.tenant_id, id, picture_id])).length > 0;
  }
}
