import { Body, Controller, Param, Query } from '@nestjs/common';
import { BeautyProductService } from '@usaha/beauty';
import type { Context } from '@usaha/shared';
import { PictureUrls } from '../../../files/picture-urls.js';
import { Ctx } from '../../../wire/context.decorator.js';
import { ReachedAt } from '../../../wire/reached-at.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { DeletedView, EntryPage, deleted, pageOf } from '../reference.js';
import {
  BeautyProductBody,
  BeautyProductListQuery,
  BeautyProductPatch,
  BeautyProductView,
  BeautyStockMovementView,
  beautyProductView,
  beautyStockMovementView,
} from './products.wire.js';

@ApiTags('beauty-products')
@OfModule('beauty')
@Records({ product_id: BeautyProductService })
@Controller('api/v1/beauty/products')
export class ReferenceBeautyProductsController {
  constructor(
    private readonly products: BeautyProductService,
    private readonly pictures: PictureUrls,
  ) {}

  @Creates('', BeautyProductView, {
    summary: 'Create a product',
    description:
      'Name and price are required. An initial stock is the first entry of the stock ledger (A-259). The products of retail are other records (A-265).',
  })
  async create(@Ctx() ctx: Context, @Body() body: BeautyProductBody, @ReachedAt() reachedAt: string) {
    return beautyProductView(this.pictures.of(ctx, reachedAt))(await this.products.create(ctx, body));
  }

  @Lists('', 'products', BeautyProductView, {
    summary: 'List products',
    description: 'Newest first. Inactive products are listed too (A-258).',
  })
  async list(@Ctx() ctx: Context, @Query() query: BeautyProductListQuery, @ReachedAt() reachedAt: string) {
    return (await this.products.list(ctx, query, pageOf(query))).map(
      beautyProductView(this.pictures.of(ctx, reachedAt)),
    );
  }

  @Reads(':product_id', BeautyProductView, { summary: 'Read a product', description: 'The product as it is now.' })
  async get(@Ctx() ctx: Context, @Param('product_id') id: string, @ReachedAt() reachedAt: string) {
    return beautyProductView(this.pictures.of(ctx, reachedAt))(await this.products.get(ctx, id));
  }

  @Changes(':product_id', BeautyProductView, {
    summary: 'Change a product',
    description:
      'Absent fields are unchanged. A changed stock_quantity is recorded as a correction in the stock ledger (A-18, A-259).',
  })
  async update(
    @Ctx() ctx: Context,
    @Param('product_id') id: string,
    @Body() body: BeautyProductPatch,
    @ReachedAt() reachedAt: string,
  ) {
    return beautyProductView(this.pictures.of(ctx, reachedAt))(await this.products.update(ctx, id, body));
  }

  @Deletes(':product_id', DeletedView, {
    summary: 'Delete a product',
    description: 'Its SKU can be used again (A-261). What treatments used of it stays recorded (A-254).',
  })
  async remove(@Ctx() ctx: Context, @Param('product_id') id: string) {
    return deleted(await this.products.remove(ctx, id));
  }

  @Acts(':product_id/restore', BeautyProductView, {
    summary: 'Restore a deleted product',
    description:
      'Its stock is what it was; a SKU that another product has by now is answered with 409. A product that is not deleted, or was deleted longer ago than settings.bin_days of the business, is not found (A-508).',
  })
  @Addition()
  async restore(@Ctx() ctx: Context, @Param('product_id') id: string, @ReachedAt() reachedAt: string) {
    return beautyProductView(this.pictures.of(ctx, reachedAt))(await this.products.restore(ctx, id));
  }

  @Lists(':product_id/movements', 'movements', BeautyStockMovementView, {
    summary: "Read a product's stock ledger",
    description: 'Lists every change of stock, newest first. The stock is their sum (A-259).',
  })
  @Addition()
  async movements(@Ctx() ctx: Context, @Param('product_id') id: string, @Query() query: EntryPage) {
    return (await this.products.movements(ctx, id, pageOf(query))).map(beautyStockMovementView);
  }
}
