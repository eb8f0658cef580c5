import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import type { PayableType } from './payable-source.js';
import type { PaymentRequest } from './payment-request.entity.js';
import { PaymentRequestRepository } from './payment-request.repository.js';

/** The rest of a subject after a change of it. */
export interface LeftToPay {
  /** MYR. */
  open: number;
  is_cancelled?: boolean;
}

/**
 * Keeps open requests in step with what is owed: each operation that changes what is owed of a subject locks its request
 * with it, in one packet, and tells what is left in the same transaction.
 */
@Injectable()
export class PaymentRequestFollowing {
  constructor(private readonly requests: PaymentRequestRepository) {}

  /** The open request of a subject, locked. It is sent behind the lock of the subject. @returns null where there is none */
  lockOpen(ctx: Context, type: PayableType, subject_id: string): Promise<PaymentRequest | null> {
    return this.requests.lockOpen(ctx, type, subject_id);
  }

  /** The same of several subjects. @param select SQL of their ids; $1 is the tenant, $3 the value */
  lockOpenAmong(ctx: Context, type: PayableType, select: string, value: string): Promise<PaymentRequest[]> {
    return this.requests.lockOpenAmong(ctx, type, select, value);
  }

  /**
   * Tells an open request what is left of its subject.
   * @param request locked; null where there is none @param payment_request_id the request by which the money came, which settles itself
   */
  follow(
    ctx: Context,
    request: PaymentRequest | null,
    { open, is_cancelled = false }: LeftToPay,
    payment_request_id: string | null = null,
  ): void {
    if (!request || request.id === payment_request_id) return;
    request.follow(open, is_cancelled, ctx.now);
    this.requests.save(ctx, request, request.status === 'cancelled' ? 'cancel' : 'follow');
  }
}
