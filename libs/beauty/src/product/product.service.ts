import { Injectable } from '@nestjs/common';
import { Bin, RecordPictures } from '@usaha/core';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { PRODUCTS } from '../file-collections.js';
import { BeautyConfigurations } from '../settings.js';
import { BeautyProduct, type BeautyProductDetails } from './product.entity.js';
import { BeautyProductRepository, type BeautyProductQuery } from './product.repository.js';
import { BeautyStockKeeper } from './stock-keeper.js';
import { BeautyStockLedger } from './stock-ledger.js';
import type { BeautyStockMovement } from './stock-movement.entity.js';

/** What may be changed of a product; what is absent stays, null clears an optional field or brings its usual value back. */
export type BeautyProductChanges = Partial<
  Omit<BeautyProductDetails, 'minimum_stock'> & {
    /** MYR. */
    price: number;
    /** Percent; the tenant's default unless given. */
    tax_rate: number | null;
    /** Whole units. One that is given, even as 0, is tracked from then on; null states nothing. */
    stock_quantity: number | null;
    /** 0 unless given. */
    minimum_stock: number | null;
    /** Ids of at most eight ready pictures, in the order in which they are shown. */
    picture_ids: readonly string[];
  }
>;

/** What a product is created from. */
export type NewBeautyProduct = BeautyProductChanges & Pick<BeautyProduct, 'name' | 'price'>;

/** The products of the context's tenant, and the stock of each. */
@Injectable()
export class BeautyProductService {
  constructor(
    private readonly products: BeautyProductRepository,
    private readonly stock: BeautyStockKeeper,
    private readonly ledger: BeautyStockLedger,
    private readonly configurations: BeautyConfigurations,
    private readonly bin: Bin,
    private readonly pictures: RecordPictures,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<BeautyProduct> {
    return this.products.get(ctx, id);
  }

  list(ctx: Context, query: BeautyProductQuery, page: PageRequest): Promise<Page<BeautyProduct>> {
    return this.products.list(ctx, query, page);
  }

  /** @throws invalid, conflict when the sku is taken */
  async create(ctx: Context, data: NewBeautyProduct): Promise<BeautyProduct> {
    const product = new BeautyProduct().giveId(ctx.now);
    await this.apply(ctx, product, { ...data, tax_rate: data.tax_rate ?? null });
    const stated = typeof data.stock_quantity === 'number' ? product.stateStock(data.stock_quantity) : 0;
    this.products.insert(ctx, product);
    this.stock.note(ctx, product, 'opening', stated);
    return product;
  }

  /** A stock that differs from the one stored is a correction of it, and a movement. @throws not_found, invalid, conflict (sku) */
  async update(ctx: Context, id: string, changes: BeautyProductChanges): Promise<BeautyProduct> {
    const product = await this.products.lock(ctx, id);
    await this.apply(ctx, product, changes);
    const { stock_quantity } = changes;
    const isStated = typeof stock_quantity === 'number' && stock_quantity !== product.stock_quantity;
    const changed = isStated ? product.stateStock(stock_quantity) : 0;
    this.products.save(ctx, product);
    this.stock.note(ctx, product, 'correction', changed);
    return product;
  }

  /** Its sku is free again, and its movements stay. @throws not_found */
  async remove(ctx: Context, id: string): Promise<BeautyProduct> {
    const product = await this.products.lock(ctx, id);
    this.products.remove(ctx, product);
    return product;
  }

  /** Undoes the deletion. Its stock is what it was. @throws not_found, conflict when the sku is taken */
  restore(ctx: Context, id: string): Promise<BeautyProduct> {
    return this.bin.restore(ctx, this.products, id);
  }

  /** All changes of a product's stock, newest first. @throws not_found */
  async movements(ctx: Context, product_id: string, page: PageRequest): Promise<Page<BeautyStockMovement>> {
    const { id } = await this.products.get(ctx, product_id);
    return this.ledger.list(ctx, id, page);
  }

  private shown(ctx: Context, product: BeautyProduct, told: readonly string[]): Promise<string[]> {
    return this.pictures.take(ctx, { resource: PRODUCTS, record_id: product.id }, product.picture_ids, told);
  }

  private async apply(ctx: Context, product: BeautyProduct, changes: BeautyProductChanges): Promise<void> {
    const { price, tax_rate, minimum_stock, picture_ids, ...details } = changes;
    product.describe({ ...details, minimum_stock: minimum_stock === null ? 0 : minimum_stock });
    product.charge({
      price,
      tax_rate: tax_rate === null ? (await this.configurations.of(ctx)).default_tax_rate : tax_rate,
    });
    if (picture_ids) product.showPictures(await this.shown(ctx, product, picture_ids));
  }
}
