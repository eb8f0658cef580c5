import { Body, Controller, Param, Query } from '@nestjs/common';
import { InventoryService, ProductService } from '@usaha/retail';
import type { Context, Language } from '@usaha/shared';
import { BulkWriter } from '../../../data-tables/bulk-writer.js';
import { PictureUrls } from '../../../files/picture-urls.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ReachedAt } from '../../../wire/reached-at.decorator.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, ActsOnMany, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { BulkResultView, bulk, bulkResultViews } from '../bulk.wire.js';
import { DeletedView, EntryPage, deleted, pageOf } from '../reference.js';
import { productTable } from './products.table.js';
import {
  ProductBody,
  ProductBulkBody,
  ProductListQuery,
  ProductPatch,
  ProductView,
  StockMovementView,
  StockResultView,
  UpdateStockBody,
  productView,
  stockMovementView,
  stockResultView,
  stockUpdate,
} from './products.wire.js';

@ApiTags('products')
@OfModule('retail')
@Records({ product_id: ProductService })
@Controller('api/v1/retail/products')
export class ReferenceProductsController {
  constructor(
    private readonly products: ProductService,
    private readonly inventory: InventoryService,
    private readonly bulk: BulkWriter,
    private readonly pictures: PictureUrls,
  ) {}

  @Creates('', ProductView, {
    summary: 'Create a product',
    description:
      'The SKU can be used again once its product is deleted. An initial stock is the first entry of the stock ledger (A-105, A-167).',
  })
  async create(@Ctx() ctx: Context, @Body() body: ProductBody, @ReachedAt() reachedAt: string) {
    return productView(this.pictures.of(ctx, reachedAt))(await this.products.create(ctx, body));
  }

  @ActsOnMany('bulk', BulkResultView, bulk('products'))
  @Addition()
  async writeMany(@Ctx() ctx: Context, @Body() body: ProductBulkBody, @ReadIn() language: Language) {
    return bulkResultViews(await this.bulk.run(ctx, productTable, body), language);
  }

  @Lists('', 'products', ProductView, {
    summary: 'List products',
    description: 'Created on either surface; newest first.',
  })
  async list(@Ctx() ctx: Context, @Query() query: ProductListQuery, @ReachedAt() reachedAt: string) {
    return (await this.products.list(ctx, query, pageOf(query))).map(productView(this.pictures.of(ctx, reachedAt)));
  }

  @Reads(':product_id', ProductView, { summary: 'Read a product', description: 'Created on either surface (A-62).' })
  async get(@Ctx() ctx: Context, @Param('product_id') id: string, @ReachedAt() reachedAt: string) {
    return productView(this.pictures.of(ctx, reachedAt))(await this.products.get(ctx, id));
  }

  @Changes(':product_id', ProductView, {
    summary: 'Change a product',
    description:
      'Absent fields are unchanged. A changed current_stock is recorded as a correction in the stock ledger (A-18, A-167).',
  })
  async update(
    @Ctx() ctx: Context,
    @Param('product_id') id: string,
    @Body() body: ProductPatch,
    @ReachedAt() reachedAt: string,
  ) {
    return productView(this.pictures.of(ctx, reachedAt))(await this.products.update(ctx, id, body));
  }

  @Deletes(':product_id', DeletedView, {
    summary: 'Delete a product',
    description: 'Deletes the product on both surfaces. Past sales keep their items (A-03).',
  })
  async remove(@Ctx() ctx: Context, @Param('product_id') id: string) {
    return deleted(await this.products.remove(ctx, id));
  }

  @Acts(':product_id/restore', ProductView, {
    summary: 'Restore a deleted product',
    description:
      'Its stock is what it was; a SKU that another product has by now is answered with 409. A product that is not deleted, or was deleted longer ago than settings.bin_days of the business, is not found (A-508).',
  })
  @Addition()
  async restore(@Ctx() ctx: Context, @Param('product_id') id: string, @ReachedAt() reachedAt: string) {
    return productView(this.pictures.of(ctx, reachedAt))(await this.products.restore(ctx, id));
  }

  @Acts(':product_id/update-stock', StockResultView, {
    summary: "Change a product's stock",
    description:
      'Adds, subtracts or sets stock. A stock below 0 is refused with 400. From then on the stock is tracked (A-98).',
  })
  async updateStock(@Ctx() ctx: Context, @Param('product_id') id: string, @Body() body: UpdateStockBody) {
    return stockResultView(await this.products.updateStock(ctx, id, stockUpdate(body)), body.operation ?? 'add');
  }

  @Lists(':product_id/movements', 'movements', StockMovementView, {
    summary: "Read a product's stock ledger",
    description: 'Lists every change of stock, newest first. The stock is their sum (A-167).',
  })
  @Addition()
  async movements(@Ctx() ctx: Context, @Param('product_id') id: string, @Query() query: EntryPage) {
    return (await this.inventory.movements(ctx, id, pageOf(query))).map(stockMovementView);
  }
}
