import { Injectable } from '@nestjs/common';
import { TenantService, type SalesDocument } from '@usaha/core';
import type { Context } from '@usaha/shared';
import type { Customer } from '../customer/customer.entity.js';
import { CustomerRepository } from '../customer/customer.repository.js';
import { RefundService } from '../sale/refund.service.js';
import type { Sale } from '../sale/sale.entity.js';
import { SaleService } from '../sale/sale.service.js';
import { creditNoteOf, invoiceOf } from './sales-document.js';

/** What a shop hands out: invoices of sales and credit notes of refunds. */
@Injectable()
export class ReceiptService {
  constructor(
    private readonly sales: SaleService,
    private readonly refunds: RefundService,
    private readonly customers: CustomerRepository,
    private readonly tenants: TenantService,
  ) {}

  /** @throws not_found */
  async invoice(ctx: Context, sale_id: string): Promise<SalesDocument> {
    const sale = await this.sales.get(ctx, sale_id);
    const [tenant, customer] = await Promise.all([this.tenants.get(ctx, ctx.tenant_id), this.buyer(ctx, sale)]);
    return invoiceOf(sale, tenant, customer);
  }

  /** @throws not_found for the sale as for the refund */
  async creditNote(ctx: Context, sale_id: string, refund_id: string): Promise<SalesDocument> {
    const refunded = await this.refunds.get(ctx, sale_id, refund_id);
    const [tenant, customer] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      this.buyer(ctx, refunded.sale),
    ]);
    return creditNoteOf(refunded, tenant, customer);
  }

  /** A sale may name an unknown customer or a deleted one. */
  private buyer(ctx: Context, { customer_id }: Sale): Promise<Customer | null> {
    return customer_id ? this.customers.find(ctx, customer_id) : Promise.resolve(null);
  }
}
