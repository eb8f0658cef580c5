import { Injectable } from '@nestjs/common';
import type { BookedMoney, Payable, ReceivedMoney, ReturnEntry, ReturnedMoney, ReturningSource } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { messages, nouns } from '../messages.js';
import { PaymentLedger } from './payment-ledger.js';
import { PaymentService } from './payment.service.js';
import { RefundService } from './refund.service.js';
import { SaleRepository } from './sale.repository.js';

const heading = { en: 'Invoice', ms: 'Invois' };

/** Sales on account as subjects of payment requests. Nothing is open of a sale that was paid at once. */
@Injectable()
export class PayableSales implements ReturningSource {
  readonly subject_type = 'retail.sale';
  readonly module = 'retail';
  readonly noun = nouns.sale;

  constructor(
    private readonly sales: SaleRepository,
    private readonly payments: PaymentService,
    private readonly ledger: PaymentLedger,
    private readonly refunds: RefundService,
  ) {}

  async open(ctx: Context, id: string): Promise<Payable | null> {
    const sale = await this.sales.lockIfExists(ctx, id);
    if (!sale) return null;
    const { invoice_number: number, outstanding_amount: open, is_cancelled } = sale;
    return { open, currency: 'MYR', number, heading, is_cancelled };
  }

  /** A sale has no receipt of each payment: its number is that of the invoice. */
  async pay(ctx: Context, id: string, { means: method, ...money }: ReceivedMoney): Promise<BookedMoney> {
    const sale = await this.payments.pay(ctx, id, { method, ...money });
    const entry = sale.entries.findLast(({ payment_request_id }) => payment_request_id === money.payment_request_id);
    if (!entry) throw new Error('The payment of a sale has no entry');
    return { payment_id: entry.id, receipt_number: sale.invoice_number };
  }

  held(ctx: Context, id: string): Promise<number> {
    return this.payments.held(ctx, id);
  }

  giveBack(ctx: Context, id: string, money: ReturnedMoney): Promise<ReturnEntry | null> {
    return this.payments.giveBack(ctx, id, money);
  }

  /** Voids a sale of which nothing was paid. One of which something was paid is owed as before. */
  async end(ctx: Context, id: string): Promise<void> {
    const sale = await this.sales.lockIfExists(ctx, id);
    if (!sale || sale.voided_at || sale.is_refunded_whole || sale.status !== 'pending') return;
    await this.ledger.load(ctx, [sale]);
    if (sale.payments.length > 0) return;
    await this.refunds.makeVoid(ctx, id, messages.notPaid().in(ctx.language ?? 'en'));
  }
}
