import { Injectable } from '@nestjs/common';
import { money, type Context } from '@usaha/shared';
import {
  AMOUNT_DIFFERS,
  CHARGED_BACK,
  type Outcome,
  type Refused,
  type Succeeded,
  type Waiting,
} from '../payment/outcome.js';
import { PayableSources, type Returned } from './payable-source.js';
import type { PaymentAttempt } from './payment-attempt.entity.js';
import { PaymentAttemptRepository } from './payment-attempt.repository.js';
import { PaymentDifference, type DifferenceKind } from './payment-difference.entity.js';
import { PaymentDifferenceRepository } from './payment-difference.repository.js';
import type { PaymentRequest } from './payment-request.entity.js';
import { PaymentRequestRepository } from './payment-request.repository.js';
import { RequestSettlement } from './request-settlement.js';

/** Whether the gateway is to be told that the attempt must not be carried out any more. */
export type AfterAnswer = 'abandon' | null;

/** A booked attempt, what the books say of refunds, and when the gateway was asked. */
interface Compared {
  attempt: PaymentAttempt;
  books: Returned;
  asked_at: Date;
}

/** Writes down what a gateway said of an attempt, and books its money once. */
@Injectable()
export class AttemptBooking {
  /** Told of each attempt that has ended, after the commit. */
  ended: (attempt: PaymentAttempt) => void = () => undefined;

  constructor(
    private readonly attempts: PaymentAttemptRepository,
    private readonly requests: PaymentRequestRepository,
    private readonly sources: PayableSources,
    private readonly differences: PaymentDifferenceRepository,
    private readonly settlement: RequestSettlement,
  ) {}

  /** Locks the subject where there is money, then the request and the attempt. It may be told the same several times. */
  async settle(ctx: Context, attempt_id: string, answer: Outcome | 'unknown'): Promise<AfterAnswer> {
    const there = { ...ctx, expected_versions: undefined };
    const found = await this.attempts.find(there, attempt_id);
    if (!found) return null;
    if (answer !== 'unknown' && answer.status === 'succeeded') return this.take(there, found, answer);
    const [request, attempt] = await this.locked(there, found);
    if (answer !== 'unknown' && answer.status === 'refused')
      return attempt.is_live ? this.refuse(there, request, attempt, answer) : this.askLater(there, attempt);
    return answer === 'unknown' ? this.lost(there, attempt) : this.wait(there, request, attempt, answer);
  }

  /**
   * Compares a settled attempt with what the gateway says of it now, and opens a difference of each kind once. Money of one that
   * was not paid is booked as ever. @param asked_at when the gateway was asked
   */
  async reconcile(ctx: Context, attempt_id: string, answer: Outcome | 'unknown', asked_at: Date): Promise<void> {
    const found = await this.attempts.find(ctx, attempt_id);
    if (!found) return;
    if (!found.is_booked) await this.settle(ctx, attempt_id, answer);
    const [request, attempt] = await this.locked(ctx, found);
    if (found.is_booked) {
      // The payment keeps the money given back of a payment to the platform.
      const books = (await this.sources.of(request.subject_type).attempts?.returned(ctx, attempt_id)) ?? attempt;
      await this.compare(ctx, { attempt, books, asked_at }, answer);
    }
    this.attempts.reconcileLater(ctx, attempt, attempt.nextNight(ctx.now, true));
  }

  private async compare(
    ctx: Context,
    { attempt, books, asked_at }: Compared,
    answer: Outcome | 'unknown',
  ): Promise<void> {
    if (answer === 'unknown' || answer.status !== 'succeeded')
      return this.openOnce(ctx, attempt, 'not_at_gateway', attempt.amount);
    const { amount, refunded, is_charged_back } = answer;
    if (is_charged_back) await this.openOnce(ctx, attempt, 'chargeback', amount);
    if (amount !== attempt.amount) await this.openOnce(ctx, attempt, 'amount_differs', amount, attempt.amount);
    // The answer is of before a refund that began or ended meanwhile: the next night tells.
    const isSettled = books.reserved_amount === 0 && books.updated_at < asked_at;
    if (refunded !== undefined && isSettled && refunded !== books.refunded_amount)
      await this.openOnce(ctx, attempt, 'refund_differs', refunded, books.refunded_amount);
  }

  private openOnce(
    ctx: Context,
    { id: attempt_id, request_id }: PaymentAttempt,
    kind: DifferenceKind,
    amount: number,
    expected: number | null = null,
  ): Promise<void> {
    return this.differences.openOnce(ctx, PaymentDifference.of(request_id, { kind, attempt_id, amount, expected }));
  }

  private async refuse(ctx: Context, request: PaymentRequest, attempt: PaymentAttempt, answer: Refused): Promise<null> {
    attempt.refuse(answer, ctx.now);
    this.attempts.save(ctx, attempt, 'end');
    await this.sources.of(request.subject_type).attempts?.failed(ctx, attempt.id, answer.reason);
    ctx.db.afterCommit(() => this.ended(attempt));
    request.showWaiting(null);
    this.requests.save(ctx, request, 'attempt');
    return null;
  }

  /** The gateway knows nothing of it: nothing was begun, unless a request of now is about to. */
  private lost(ctx: Context, attempt: PaymentAttempt): AfterAnswer {
    this.askLater(ctx, attempt);
    const isOver = attempt.gateway_id === null ? !attempt.isBeingBegun(ctx.now) : attempt.expires_at <= ctx.now;
    return attempt.is_live && isOver ? 'abandon' : null;
  }

  private async wait(
    ctx: Context,
    request: PaymentRequest,
    attempt: PaymentAttempt,
    answer: Waiting,
  ): Promise<AfterAnswer> {
    const { method } = attempt;
    const isWanted = attempt.is_live && request.statusAt(ctx.now) === 'open' && attempt.amount === request.amount;
    if (attempt.is_live) {
      attempt.wait(answer);
      this.attempts.save(ctx, attempt, 'wait');
    }
    if (isWanted) {
      const { qr, redirect_url } = answer;
      const waiting = { method, qr, redirect_url, expires_at: attempt.expires_at.toISOString() };
      request.showWaiting(waiting);
      this.requests.save(ctx, request, 'attempt');
      await this.sources.of(request.subject_type).attempts?.waits(ctx, attempt.id, waiting);
    }
    this.askLater(ctx, attempt);
    return isWanted || answer.is_processing ? null : 'abandon';
  }

  private async take(ctx: Context, found: PaymentAttempt, came: Succeeded): Promise<null> {
    const { subject_type, subject_id } = await this.requests.get(ctx, found.request_id);
    const source = this.sources.of(subject_type);
    const payable = await source.open(ctx, subject_id);
    const [request, attempt] = await this.locked(ctx, found);
    if (came.is_charged_back) {
      await this.openOnce(ctx, attempt, 'chargeback', came.amount);
      // Of one that was not booked before, nothing is paid.
      const taken = { status: 'refused', reason: CHARGED_BACK } as const;
      return attempt.is_live ? this.refuse(ctx, request, attempt, taken) : this.askLater(ctx, attempt);
    }
    if (attempt.status === 'succeeded') return null;
    attempt.succeed(came, ctx.now);
    ctx.db.afterCommit(() => this.ended(attempt));
    request.showWaiting(null);
    const { amount: received, currency, is_test, means, reference, paid_at } = came;
    if (received !== attempt.amount || currency !== 'MYR' || is_test !== (attempt.mode !== 'live')) {
      this.attempts.save(ctx, attempt, 'succeed');
      this.requests.save(ctx, request, 'attempt');
      const { id: attempt_id, amount: expected } = attempt;
      const told = { kind: AMOUNT_DIFFERS, attempt_id, amount: received, expected } as const;
      this.differences.open(ctx, PaymentDifference.of(request.id, told));
      await source.attempts?.failed(ctx, attempt_id, AMOUNT_DIFFERS);
      return null;
    }
    const { id: attempt_id, gateway_id } = attempt;
    const by = { attempt_id, gateway_id, kept_card: request.keep_card ? came.kept_card : null };
    const owns_reference = reference !== null && (await this.requests.isReferenceFree(ctx, reference, request.id));
    const { unapplied_amount: before } = request;
    const settled = await this.settlement.settle(ctx, request, {
      payable,
      source,
      came: { received, means, reference, owns_reference, paid_at, attempt_id, by },
    });
    attempt.book(came, money.add(settled.unapplied_amount, -before));
    this.attempts.save(ctx, attempt, 'succeed');
    return null;
  }

  private locked(ctx: Context, { request_id, id }: PaymentAttempt): Promise<[PaymentRequest, PaymentAttempt]> {
    return Promise.all([this.requests.lock(ctx, request_id), this.attempts.lock(ctx, id)]);
  }

  private askLater(ctx: Context, attempt: PaymentAttempt): null {
    if (attempt.ask_at !== null) this.attempts.askLater(ctx, attempt, attempt.nextAsking(ctx.now));
    return null;
  }
}
