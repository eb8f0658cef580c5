import { Injectable } from '@nestjs/common';
import { PaymentRequestFollowing } from '@usaha/core';
import { conflict, type Context } from '@usaha/shared';
import { messages } from '../messages.js';
import { payLater, type NewSalePayment } from './payment-arithmetic.js';
import { PaymentLedger } from './payment-ledger.js';
import { RefundLedger } from './refund-ledger.js';
import type { Sale } from './sale.entity.js';
import { SaleRepository } from './sale.repository.js';

/** Payments of sales on account. */
@Injectable()
export class PaymentService {
  constructor(
    private readonly sales: SaleRepository,
    private readonly payments: PaymentLedger,
    private readonly refunds: RefundLedger,
    private readonly following: PaymentRequestFollowing,
  ) {}

  /**
   * A payment of what a sale owes; the last one completes it. Requests wait for the sale, so that together they never pay
   * more than is owed.
   * @throws not_found; conflict when nothing is owed, or the sale is void; invalid for more than is owed, or less tendered than that
   */
  async pay(ctx: Context, sale_id: string, told: NewSalePayment): Promise<Sale> {
    const [sale, request] = await Promise.all([
      this.sales.lock(ctx, sale_id),
      this.following.lockOpen(ctx, 'retail.sale', sale_id),
    ]);
    if (sale.voided_at) throw conflict('status', messages.saleVoided());
    await Promise.all([this.payments.load(ctx, [sale]), this.refunds.load(ctx, [sale])]);
    const { counted: wasCounted } = sale;
    this.payments.enter(ctx, sale, payLater(sale.entries, told));
    sale.settleAccount(ctx.now, ctx.actor?.user_id ?? null);
    this.sales.save(ctx, sale, 'pay');
    this.following.follow(ctx, request, { open: sale.outstanding_amount }, told.payment_request_id);
    if (sale.counted !== wasCounted) this.sales.saveCounted(ctx, sale);
    return sale;
  }
}
