import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Context, ShardScope } from '@usaha/shared';
import { AttemptAsking, type AttemptSource } from './attempt-asking.js';
import type { Attempt } from './gateway.js';
import { NOT_CARRIED_OUT, unlessChargedBack, type Outcome } from './outcome.js';
import { PaymentBooking } from './payment-booking.js';
import type { Payment } from './payment.entity.js';
import { PaymentGateways } from './payment-gateways.js';
import { PaymentRepository } from './payment.repository.js';

/** Attempts that are read at once for a tenant. */
const MOST_DUE = 100;

/** Stated payments that wait for their payer. */
@Injectable()
export class WaitingPayments implements AttemptSource, OnModuleInit {
  constructor(
    private readonly asking: AttemptAsking,
    private readonly gateways: PaymentGateways,
    private readonly payments: PaymentRepository,
    private readonly booking: PaymentBooking,
  ) {}

  onModuleInit(): void {
    this.asking.register(this);
  }

  tenantsWithDue(ctx: Context, there: ShardScope): Promise<readonly string[]> {
    return this.payments.tenantsWithDue(ctx, there);
  }

  async due(ctx: Context): Promise<Attempt[]> {
    return (await this.payments.due(ctx, MOST_DUE)).map((payment) => this.attemptOf(payment));
  }

  /** One that was begun and never waited is settled by its request, or by `Settlement`; an attempt of a payment request by that. */
  async find(ctx: Context, attempt_id: string): Promise<Attempt | null> {
    const payment = await this.payments.find(ctx, attempt_id);
    const isOther = payment === null || payment.gateway_id === null || payment.payment_request_id !== null;
    return isOther ? null : this.attemptOf(payment);
  }

  async settle(ctx: Context, attempt_id: string, answer: Outcome | 'unknown'): Promise<null> {
    const payment = await this.payments.lockIfExists(ctx, attempt_id);
    if (!payment) return null;
    const outcome = answer === 'unknown' ? lost(payment, ctx.now) : unlessChargedBack(answer);
    const changes =
      payment.status === 'pending' || (outcome?.status === 'succeeded' && payment.is_open_to_late_money)
        ? outcome
        : null;
    if (changes) await this.booking.charged(ctx, attempt_id, changes);
    else this.booking.askLater(ctx, payment);
    return null;
  }

  async postpone(ctx: Context, attempt_ids: readonly string[]): Promise<void> {
    this.booking.askUnanswered(ctx, await this.payments.lockAll(ctx, attempt_ids));
  }

  private attemptOf({ tenant_id, id, gateway, gateway_id }: Payment): Attempt {
    return { tenant_id, attempt_id: id, account: this.gateways.platformAt(gateway), gateway_id };
  }
}

/** An attempt of which the gateway knows nothing more ends with its time. */
const lost = ({ waiting }: Payment, now: Date): Outcome | null =>
  waiting !== null && new Date(waiting.expires_at) <= now ? { status: 'refused', reason: NOT_CARRIED_OUT } : null;
