import { Injectable } from '@nestjs/common';
import { Bin, RecordPictures } from '@usaha/core';
import { fieldMessages, invalid, type Context, type Page, type PageRequest } from '@usaha/shared';
import { PRODUCTS } from '../file-collections.js';
import { StockKeeper } from '../inventory/stock-keeper.js';
import { tellFallen } from '../inventory/stock.events.js';
import { RetailConfigurations } from '../settings.js';
import { Product, type ProductDetails } from './product.entity.js';
import { ProductRepository, type ProductQuery } from './product.repository.js';
import { stockOperations, type StockOperation } from './stock-operation.js';

/**
 * What may be said of a product; null is no statement where a field cannot be without one. A stock that is given, even as 0,
 * is tracked; `tax_rate` is the tenant's default unless given, and 0 stays 0.
 */
type Told = Omit<ProductDetails, 'sku' | 'name' | 'minimum_stock'> &
  Pick<Product, 'purchase_price'> & {
    [F in 'current_stock' | 'minimum_stock' | 'tax_rate' | 'is_active' | 'attributes']: Product[F] | null;
  } & {
    /** Ids of at most eight ready pictures, in the order in which they are shown. */
    picture_ids: readonly string[];
  };

/** What a product is created from. Prices are MYR without tax, rates percent, stock whole units. */
export type NewProduct = Pick<Product, 'sku' | 'name' | 'selling_price'> & Partial<Told>;

/** What may be changed of a product; what is absent stays, null clears an optional field. */
export type ProductChanges = Partial<NewProduct>;

/** A change of stock that was asked for. */
export interface StockUpdate {
  operation: StockOperation;
  /** Whole units. */
  quantity: number;
  reason?: string | null;
  reference?: string | null;
}

/** What update-stock did. */
export interface StockResult {
  product_id: string;
  previous_stock: number;
  /** Signed: new_stock = previous_stock + quantity_changed. */
  quantity_changed: number;
  new_stock: number;
  timestamp: Date;
}

/** The products of the context's tenant, and the stock of each. */
@Injectable()
export class ProductService {
  constructor(
    private readonly products: ProductRepository,
    private readonly stock: StockKeeper,
    private readonly configurations: RetailConfigurations,
    private readonly bin: Bin,
    private readonly pictures: RecordPictures,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Product> {
    return this.products.get(ctx, id);
  }

  list(ctx: Context, query: ProductQuery, page: PageRequest): Promise<Page<Product>> {
    return this.products.list(ctx, query, page);
  }

  /** Records by texts of their id or of another key, locked in the order of their ids: see `Repository.byKey`. */
  byKey(ctx: Context, key: string, texts: readonly string[]): ReturnType<ProductRepository['byKey']> {
    return this.products.byKey(ctx, key, texts);
  }

  /** @throws conflict when the sku is taken; invalid for a picture that it cannot show */
  async create(ctx: Context, data: NewProduct): Promise<Product> {
    const product = new Product().giveId(ctx.now);
    await this.apply(ctx, product, { ...data, tax_rate: data.tax_rate ?? null });
    if (typeof data.current_stock === 'number') product.changeStock(data.current_stock, 'current_stock');
    this.products.insert(ctx, product);
    this.stock.open(ctx, product);
    return product;
  }

  /** A stock that differs from the one stored is a correction of it, and a movement. @throws not_found, conflict (sku), invalid (a picture) */
  async update(ctx: Context, id: string, changes: ProductChanges): Promise<Product> {
    const product = await this.products.lock(ctx, id);
    const was_above = product.is_above_minimum;
    await this.apply(ctx, product, changes);
    const stated = changes.current_stock ?? product.current_stock;
    const quantity_changed = stated - product.current_stock;
    // First, so that the product has its final state when its change is told.
    if (quantity_changed !== 0)
      await this.stock.move(ctx, [
        { product, kind: 'correction', quantity_changed, field: 'current_stock', was_above },
      ]);
    this.products.save(ctx, product);
    if (quantity_changed === 0 && was_above && !product.is_above_minimum) tellFallen(ctx, product);
    return product;
  }

  /** Sales keep what they sold of it; its sku is free again. @throws not_found */
  async remove(ctx: Context, id: string): Promise<Product> {
    const product = await this.products.lock(ctx, id);
    this.products.remove(ctx, product);
    return product;
  }

  /** Undoes the deletion. Its stock is what it was. @throws not_found, conflict when the sku is taken */
  restore(ctx: Context, id: string): Promise<Product> {
    return this.bin.restore(ctx, this.products, id);
  }

  /** Adds to, takes from or sets the stock. @throws not_found, invalid (the stock would go below 0) */
  async updateStock(ctx: Context, id: string, update: StockUpdate): Promise<StockResult> {
    const product = await this.products.lock(ctx, id);
    const { operation, quantity, reason, reference } = update;
    if (quantity === 0 && operation !== 'set')
      throw invalid('quantity', fieldMessages.mustBeMoreThanZero({ field: 'quantity' }));
    const quantity_changed = stockOperations[operation](product.current_stock, quantity) - product.current_stock;
    return moved(ctx, product, () =>
      this.stock.move(ctx, [{ product, kind: 'update', quantity_changed, reason, reference }]),
    );
  }

  private shown(ctx: Context, product: Product, told: readonly string[]): Promise<string[]> {
    return this.pictures.take(ctx, { resource: PRODUCTS, record_id: product.id }, product.picture_ids, told);
  }

  private async apply(ctx: Context, product: Product, changes: ProductChanges): Promise<void> {
    const { minimum_stock, selling_price, purchase_price, tax_rate, is_active, attributes, picture_ids, ...details } =
      changes;
    product.describe({ ...details, minimum_stock: minimum_stock === null ? 0 : minimum_stock });
    product.price({
      selling_price,
      purchase_price,
      tax_rate: tax_rate === null ? (await this.configurations.of(ctx)).default_tax_rate : tax_rate,
    });
    if (typeof is_active === 'boolean') product.setActive(is_active);
    if (attributes !== undefined) product.setAttributes(attributes ?? {});
    if (picture_ids) product.showPictures(await this.shown(ctx, product, picture_ids));
  }
}

/** Changes a product's stock, and says what it was before and after. */
export async function moved(ctx: Context, product: Product, change: () => Promise<unknown>): Promise<StockResult> {
  const previous_stock = product.current_stock;
  await change();
  return {
    product_id: product.id,
    previous_stock,
    quantity_changed: product.current_stock - previous_stock,
    new_stock: product.current_stock,
    timestamp: ctx.now,
  };
}
