import { Injectable } from '@nestjs/common';
import { money, type Context } from '@usaha/shared';
import type { PaidAttempt, Payable, PayableSource } from './payable-source.js';
import { PaymentDifference } from './payment-difference.entity.js';
import { PaymentDifferenceRepository } from './payment-difference.repository.js';
import type { PaymentRequest } from './payment-request.entity.js';
import { PaymentRequestNotices } from './payment-request-notices.js';
import { PaymentRequestRepository } from './payment-request.repository.js';

/** Money that came, before it is known what of it fits. */
export interface CameMoney {
  /** MYR. */
  received: number;
  means: string;
  reference: string | null;
  /** Whether the request is known by the reference: one that was recorded by hand before stays with that record. */
  owns_reference: boolean;
  paid_at: Date;
  /** The attempt by which it came; null where a user confirmed it. */
  attempt_id: string | null;
  /** The same at the gateway; null or absent: without one. */
  by?: PaidAttempt | null;
}

/** The locked subject of a locked request, and what came of it. */
export interface Settling {
  /** null where the subject is no more. */
  payable: Payable | null;
  source: PayableSource;
  came: CameMoney;
}

/** Books money that came by a request: what fits into the ledger of the subject, and the rest as unapplied. */
@Injectable()
export class RequestSettlement {
  constructor(
    private readonly requests: PaymentRequestRepository,
    private readonly differences: PaymentDifferenceRepository,
    private readonly notices: PaymentRequestNotices,
  ) {}

  async settle(ctx: Context, request: PaymentRequest, { payable, source, came }: Settling): Promise<PaymentRequest> {
    const { received, means, reference, owns_reference, by = null } = came;
    const fits = payable?.keeps_credit ? received : Math.min(received, openOf(payable));
    const unapplied = money.add(received, -fits);
    // The version that the caller names is that of the request, not of what is paid.
    const booking = { ...ctx, expected_versions: undefined };
    const { id: payment_request_id, subject_id } = request;
    const booked =
      fits > 0
        ? await source.pay(booking, subject_id, { amount: fits, means, reference, payment_request_id }, by)
        : null;
    request.settle({
      ...came,
      reference: owns_reference ? reference : null,
      is_confirmed: came.attempt_id === null,
      unapplied,
      booked,
      now: ctx.now,
    });
    const settled = this.requests.save(ctx, request, 'pay');
    await this.notices.received(ctx, settled);
    if (unapplied > 0)
      this.differences.open(
        ctx,
        PaymentDifference.of(request.id, {
          kind: 'unapplied',
          amount: unapplied,
          expected: null,
          attempt_id: came.attempt_id,
        }),
      );
    return settled;
  }
}

/** Nothing of what is cancelled is open. */
const openOf = (payable: Payable | null): number => (payable && !payable.is_cancelled ? Math.max(payable.open, 0) : 0);
