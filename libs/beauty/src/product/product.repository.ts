import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  atLeast,
  atMost,
  declareReferences,
  declareUnique,
  equals,
  equalsKey,
  isUuid,
  type Context,
  type Filters,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { BeautyProduct } from './product.entity.js';
import { beautyProductEvents } from './product.events.js';

/** Filters of a list of products; texts are compared trimmed and in any case. */
export interface BeautyProductQuery {
  category?: string;
  subcategory?: string;
  brand?: string;
  barcode?: string;
  /** MYR, both ends included. */
  min_price?: number;
  max_price?: number;
  halal_certified?: boolean;
  /** Tracked, and at or below the minimum; false is all others. */
  low_stock?: boolean;
}

const filters: Filters<BeautyProductQuery> = {
  category: equalsKey('category_key'),
  subcategory: equalsKey('subcategory_key'),
  brand: equalsKey('brand_key'),
  barcode: equalsKey('barcode_key'),
  min_price: atLeast('price'),
  max_price: atMost('price'),
  halal_certified: equals('halal_certified'),
  low_stock: equals('low_stock'),
};

declareUnique({ products_sku: 'sku' });
declareReferences({ products_tenant: 'tenant_id' });

const bin = { resource: 'beauty.products', label: ({ name }: BeautyProduct) => name };

/** The products of a salon or spa. */
@Injectable()
export class BeautyProductRepository extends Repository<BeautyProduct, BeautyProductQuery> {
  constructor(database: Database) {
    super(database, BeautyProduct, { noun: nouns.beauty_product, filters, events: beautyProductEvents, bin });
  }

  /**
   * Those that fields of a body name, in one round trip; none is locked, so that bookings do not wait for each other.
   * @returns which one an id is of, invalid for its field when there is none
   */
  async allNamed(ctx: Context, ids: readonly string[]): Promise<(field: string, id: string) => BeautyProduct> {
    const asked = [...new Set(ids.filter(isUuid))];
    const text = `select ${this.table.selected} from ${this.table.path} r where ${this.mine} and r.id = any($2)`;
    const rows = asked.length === 0 ? [] : await ctx.db.read(text, [ctx.tenant_id, asked]);
    const known = new Map(rows.map((row) => this.hydrate(ctx, row)).map((product) => [product.id, product]));
    return (field, id) => known.get(id.toLowerCase()) ?? this.refuseUnknown(field);
  }

  /** Writes the stock of held products in one statement; who did it and why stands in the stock ledger. */
  saveStocks(ctx: Context, products: readonly BeautyProduct[]): void {
    this.updateMany(ctx, products, ['stock_quantity'], null);
  }

  /** Whether a product shows a picture. */
  async shows(ctx: Context, id: string, picture_id: string): Promise<boolean> {
    const text = `select 1 from ${this.table.path} r where ${this.mine} and r.id = $2 and $3 = any(r.picture_ids)`;
    return (await ctx.db.read(text, [ctx.tenant_id, id, picture_id])).length > 0;
  }
}
