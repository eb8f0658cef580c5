import { Injectable } from '@nestjs/common';
import { PaymentRequestService, type PaymentRequest } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { SaleService, type CreatedSale, type NewSale, type SaleRequest } from './sale.service.js';

/** So long a customer has at the till. */
const AT_TILL_MS = 15 * 60_000;

/** A sale, and the request by which its customer pays. */
export interface RequestedSale {
  created: CreatedSale;
  /** null where the sale was made by an earlier request, and has no open request any more. */
  request: PaymentRequest | null;
}

/** Sales that their customers pay by a payment request: pending until then, and void where it ends unpaid. */
@Injectable()
export class RequestedSales {
  constructor(
    private readonly sales: SaleService,
    private readonly requests: PaymentRequestService,
  ) {}

  /**
   * Makes a sale of which all that is not paid is asked for. With a method the transaction ends, and the gateway is asked.
   * @throws as `SaleService.create` and `PaymentRequestService.create`
   */
  async create(ctx: Context, data: NewSale & { payment_request: SaleRequest }): Promise<RequestedSale> {
    const { method, methods, expires_at } = data.payment_request;
    const begun = await this.requests.begun(ctx);
    const created = begun
      ? { sale: await this.sales.get(ctx, begun.subject_id), warnings: [], is_short: false, is_replayed: false }
      : await this.sales.createWithWarnings(ctx, data);
    const { id } = created.sale;
    if (created.is_replayed) return { created, request: await this.requests.openOf(ctx, 'retail.sale', id) };
    const request = await this.requests.create(ctx, {
      subject_type: 'retail.sale',
      subject_id: id,
      method,
      methods,
      expires_at: expires_at ?? new Date(ctx.now.getTime() + AT_TILL_MS),
      ends_subject: true,
    });
    return { created, request };
  }
}
