import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import type { AttemptEntries, BegunAttempt, PaidAttempt, Returned } from '../payment-request/payable-source.js';
import { PaymentBooking } from './payment-booking.js';
import { Payment, type WaitingFor } from './payment.entity.js';
import { PaymentRepository } from './payment.repository.js';

/** The payments that attempts of payment requests are. The attempt asks the gateway; the payment has the same id and outcome. */
@Injectable()
export class RequestedPayments implements AttemptEntries {
  constructor(
    private readonly payments: PaymentRepository,
    private readonly booking: PaymentBooking,
  ) {}

  begun(ctx: Context, attempt: BegunAttempt): void {
    this.payments.insert(ctx, Payment.attemptOf(attempt, ctx.now));
  }

  async waits(ctx: Context, attempt_id: string, waiting: WaitingFor): Promise<void> {
    const payment = await this.lock(ctx, attempt_id);
    if (payment.status !== 'pending') return;
    payment.showWaiting(waiting);
    this.payments.save(ctx, payment, 'wait');
  }

  async failed(ctx: Context, attempt_id: string, reason: string): Promise<void> {
    const payment = await this.lock(ctx, attempt_id);
    if (payment.status === 'pending') this.booking.fail(ctx, payment, reason);
  }

  async returned(ctx: Context, attempt_id: string): Promise<Returned> {
    const { refunded_amount, reserved_amount, updated_at } = await this.payments.get(ctx, attempt_id);
    return { refunded_amount, reserved_amount, updated_at };
  }

  /** The money of an attempt, which its subscription counts. */
  async paid(ctx: Context, means: string, { attempt_id, gateway_id }: PaidAttempt): Promise<Payment> {
    const payment = await this.lock(ctx, attempt_id);
    payment.receive(means, gateway_id);
    return this.booking.complete(ctx, payment);
  }

  private async lock(ctx: Context, id: string): Promise<Payment> {
    const payment = await this.payments.lockIfExists(ctx, id);
    if (!payment) throw new Error('The payment of an attempt is not there');
    return payment;
  }
}
