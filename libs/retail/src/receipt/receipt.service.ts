import { Injectable } from '@nestjs/common';
import { TenantService, UserRepository, type SalesDocument } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { CustomerRepository } from '../customer/customer.repository.js';
import { RefundService } from '../sale/refund.service.js';
import type { Sale } from '../sale/sale.entity.js';
import { SaleService } from '../sale/sale.service.js';
import { creditNoteOf, invoiceOf, type DocumentSources } from './sales-document.js';

/** What a shop hands out: invoices of sales and credit notes of refunds. */
@Injectable()
export class ReceiptService {
  constructor(
    private readonly sales: SaleService,
    private readonly refunds: RefundService,
    private readonly customers: CustomerRepository,
    private readonly tenants: TenantService,
    private readonly users: UserRepository,
  ) {}

  /** @throws not_found */
  async invoice(ctx: Context, sale_id: string): Promise<SalesDocument> {
    const sale = await this.sales.get(ctx, sale_id);
    return invoiceOf(sale, await this.sources(ctx, sale, sale.actor_id));
  }

  /** @throws not_found for the sale as for the refund */
  async creditNote(ctx: Context, sale_id: string, refund_id: string): Promise<SalesDocument> {
    const refunded = await this.refunds.get(ctx, sale_id, refund_id);
    return creditNoteOf(refunded, await this.sources(ctx, refunded.sale, refunded.refund.actor_id));
  }

  /** A sale may name an unknown customer or a deleted one. */
  private async sources(ctx: Context, { customer_id }: Sale, actor_id: string | null): Promise<DocumentSources> {
    const [tenant, customer, names] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      customer_id ? this.customers.find(ctx, customer_id) : null,
      this.users.namesOf(ctx, actor_id === null ? [] : [actor_id]),
    ]);
    return { tenant, customer, cashier: names.get(actor_id ?? '') ?? null };
  }
}
