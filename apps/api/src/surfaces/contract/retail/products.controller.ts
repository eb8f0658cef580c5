import { Body, Controller, Query } from '@nestjs/common';
import { ProductService } from '@usaha/retail';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Creates, Lists } from '../../../wire/route.js';
import { pageOf } from '../contract.js';
import { ProductCreate, ProductListQuery, ProductView, newProduct, productView } from './products.wire.js';

@ApiTags('products')
@OfModule('retail')
@Controller('v1/retail/products')
export class ContractProductsController {
  constructor(private readonly products: ProductService) {}

  @Lists('', 'products', ProductView, {
    summary: 'List products',
    description: 'Created on either surface, with any status; newest first.',
  })
  async list(@Ctx() ctx: Context, @Query() query: ProductListQuery) {
    return (await this.products.list(ctx, query, pageOf(query))).map(productView);
  }

  @Creates('', ProductView, {
    summary: 'Create a product',
    description:
      'The product is ACTIVE and taxed at the default rate of the business, which is 6 percent unless configured otherwise (A-91).',
  })
  async create(@Ctx() ctx: Context, @Body() body: ProductCreate) {
    return productView(await this.products.create(ctx, newProduct(body)));
  }
}
