import { Body, Controller, Param, Query } from '@nestjs/common';
import { PaymentLinks, type PaymentRequest } from '@usaha/core';
import { RefundService, RequestedSales, SaleService } from '@usaha/retail';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { NotIdempotent, OfModule } from '../../../wire/permissions.js';
import { ReachedAtIfAsked } from '../../../wire/reached-at.decorator.js';
import { Records } from '../../../wire/records.js';
import { Acts, ActsOnMany, Addition, Changes, Creates, Lists, Reads, Replays } from '../../../wire/route.js';
import { BulkResultView, bulkResultViews } from '../bulk.wire.js';
import { paymentRequestView } from '../core/payment-requests.wire.js';
import { pageOf } from '../reference.js';
import { CreatedSaleView, createdSaleView } from './created-sale.wire.js';
import { TillSales } from './till-sales.js';
import { SaleBody, SaleBulkBody, SaleRefundBody, SaleStatusBody, newSale } from './sale-bodies.wire.js';
import { RefundedSaleView, SaleListQuery, SaleView, refundedSaleView, saleView } from './sales.wire.js';

@ApiTags('sales')
@OfModule('retail')
@Records({ sale_id: SaleService })
@Controller('api/v1/retail/sales')
export class ReferenceSalesController {
  constructor(
    private readonly sales: SaleService,
    private readonly refunds: RefundService,
    private readonly tills: TillSales,
    private readonly requested: RequestedSales,
    private readonly links: PaymentLinks,
  ) {}

  @Creates('', CreatedSaleView, {
    summary: 'Create a sale',
    description:
      'Creates a sale and reduces the stock at once: completed and paid, or pending with on_account where something is owed. If any product is unknown, not for sale or short of stock, the whole sale is refused with 400 (A-93). The first sale with tax of a business without an SST registration number has warnings (A-347). With a client_reference it is created once (A-509). With a payment_request it is pending until its customer has paid, and void where the request ends unpaid (A-459).',
  })
  @Replays()
  async create(
    @Ctx() ctx: Context,
    @Body() body: SaleBody,
    @ReadIn() language: Language,
    @ReachedAtIfAsked() reachedAt: () => string,
  ) {
    const { data, asked } = newSale(body);
    const show = createdSaleView(ctx.actor, language);
    if (asked === null) return show(await this.sales.createWithWarnings(ctx, data), null);
    const { created, request } = await this.requested.create(ctx, { ...data, payment_request: asked });
    const urlOf = (one: PaymentRequest): string => this.links.urlOf(ctx, one, reachedAt());
    return show(created, request && paymentRequestView({ now: ctx.now, urlOf })(request));
  }

  @ActsOnMany('bulk', BulkResultView, {
    summary: 'Create the sales of a till',
    description:
      'Creates up to 100 sales, each with a client_reference and in a separate transaction: a refused one holds up none. The answer says for each item what came of it, in the order sent; sent again, they are unchanged (A-509). No Idempotency-Key is needed, and none is heeded.',
  })
  @NotIdempotent()
  @Addition()
  async createMany(@Ctx() ctx: Context, @Body() { items }: SaleBulkBody, @ReadIn() language: Language) {
    return bulkResultViews(await this.tills.make(ctx, items), language);
  }

  @Lists('', 'sales', SaleView, {
    summary: 'List sales',
    description: 'Created on either surface; newest first.',
  })
  async list(@Ctx() ctx: Context, @Query() query: SaleListQuery) {
    return (await this.sales.list(ctx, query, pageOf(query))).map(saleView(ctx.actor));
  }

  @Reads(':sale_id', SaleView, { summary: 'Read a sale', description: 'Created on either surface (A-62).' })
  async get(@Ctx() ctx: Context, @Param('sale_id') id: string) {
    return saleView(ctx.actor)(await this.sales.get(ctx, id));
  }

  @Changes(':sale_id/status', SaleView, {
    summary: "Set a sale's status",
    description:
      'Sets any status after any other. Stock and payments do not change; use a refund for that (A-96). A void sale is answered with 409 (A-343).',
  })
  async setStatus(@Ctx() ctx: Context, @Param('sale_id') id: string, @Body() { status, reason }: SaleStatusBody) {
    return saleView(ctx.actor)(await this.sales.setStatus(ctx, id, status, reason ?? null));
  }

  @Acts(':sale_id/refund', RefundedSaleView, {
    summary: 'Refund a sale',
    description:
      'Refunds some items or everything not refunded yet. Tracked stock is returned, and earned loyalty points are deducted. A fully refunded sale has the status refunded. Every status is refunded, up to what is left (A-343); what is owed of the sale is taken off first, and money that came by a payment request goes back the way it came (A-469). A sale that is refunded whole or void is answered with 409, more than was sold with 400 (A-97). With a client_reference it is made once (A-509).',
  })
  @Replays()
  async refund(@Ctx() ctx: Context, @Param('sale_id') id: string, @Body() body: SaleRefundBody) {
    return refundedSaleView(ctx.actor)(await this.refunds.refundOnce(ctx, id, body));
  }
}
