import { Injectable } from '@nestjs/common';
import { PaymentRequestFollowing, type ReturnEntry, type ReturnedMoney } from '@usaha/core';
import { conflict, type Context } from '@usaha/shared';
import { messages } from '../messages.js';
import { payBack, payLater, receivedOf, reverse, type NewSalePayment } from './payment-arithmetic.js';
import { PaymentLedger } from './payment-ledger.js';
import { RefundLedger } from './refund-ledger.js';
import type { SalePayment } from './sale-payment.entity.js';
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

  /** MYR that a locked sale on account received and did not give back. */
  async held(ctx: Context, sale_id: string): Promise<number> {
    const sale = await this.sales.lockIfExists(ctx, sale_id);
    if (!sale?.payments_kept) return 0;
    await this.payments.load(ctx, [sale]);
    return Math.max(0, receivedOf(sale.entries));
  }

  /** Enters money that went back by a payment request of a locked sale. @returns null where none is held */
  async giveBack(
    ctx: Context,
    sale_id: string,
    { amount: wanted, means, reference, payment_request_id }: ReturnedMoney,
  ): Promise<ReturnEntry | null> {
    const sale = await this.sales.lockIfExists(ctx, sale_id);
    if (!sale?.payments_kept) return null;
    await Promise.all([this.payments.load(ctx, [sale]), this.refunds.load(ctx, [sale])]);
    const amount = Math.min(wanted, Math.max(0, receivedOf(sale.entries)));
    if (amount === 0) return null;
    const { counted: wasCounted } = sale;
    const before = sale.entries.length;
    const came = sale.entries.find((entry) => entry.payment_request_id === payment_request_id);
    const method = came?.method ?? means;
    this.payments.enter(ctx, sale, payBack(amount, { method, reference, payment_request_id }));
    sale.oweAgain(ctx.now);
    this.payments.enter(ctx, sale, reverse(sale.entries, sale.is_out));
    sale.oweAgain(ctx.now);
    this.sales.save(ctx, sale, 'give_back');
    if (sale.counted !== wasCounted) this.sales.saveCounted(ctx, sale);
    return { entry_id: (sale.entries[before] as SalePayment).id, amount };
  }
}
