import { Injectable } from '@nestjs/common';
import {
  DomainError,
  invalid,
  money,
  notFound,
  type Context,
  type Message,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { PayableSources, type Payable, type PayableSource, type PayableType } from './payable-source.js';
import { LEAST_REQUESTED, PaymentRequest } from './payment-request.entity.js';
import { messages } from './payment-request.messages.js';
import { PaymentRequestRepository, type PaymentRequestQuery } from './payment-request.repository.js';

/** What a request is asked with. */
export interface NewPaymentRequest {
  subject_type: PayableType;
  subject_id: string;
  /** MYR; all that is open unless given. */
  amount?: number | null;
  /** In seven days unless given. */
  expires_at?: Date;
  /** Heading and number of the document unless given. */
  description?: string | null;
  /** An open request of the subject is cancelled; otherwise it refuses the new one. */
  replace?: boolean;
}

/** Money that came without the service being told, as a user read it in the statement of the bank. */
export interface ConfirmedPayment {
  reference: string;
  /** MYR; the amount of the request unless given. */
  amount?: number | null;
  /** Now unless given. */
  paid_at?: Date;
}

/** How money came that a user confirms. */
const CONFIRMED_MEANS = 'duitnow_qr';

/** Money that came, before it is known what of it fits. */
interface CameMoney {
  /** MYR. */
  received: number;
  means: string;
  reference: string;
  paid_at: Date;
}

const nothingOpen = (message: Message): DomainError =>
  new DomainError('conflict', message, { code: 'NOTHING_OPEN', errors: [{ field: 'subject_id', message }] });

/**
 * The payment requests of the context's tenant. Locks are taken in one order: the subject, then its requests. So a payment at the counter
 * and the request's wait for each other, and no subject is paid twice.
 */
@Injectable()
export class PaymentRequestService {
  constructor(
    private readonly requests: PaymentRequestRepository,
    private readonly sources: PayableSources,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<PaymentRequest> {
    return this.requests.get(ctx, id);
  }

  /** One page, newest first. */
  list(ctx: Context, query: PaymentRequestQuery, page: PageRequest): Promise<Page<PaymentRequest>> {
    return this.requests.matching(ctx, query, page);
  }

  /**
   * Asks for what is open of a subject, or a part of it.
   * @throws not_found; conflict where nothing is open, or there is an open request; invalid for an amount or an expiry out of bounds
   */
  async create(
    ctx: Context,
    { subject_type, subject_id, replace = false, ...told }: NewPaymentRequest,
  ): Promise<PaymentRequest> {
    const source = this.sources.of(subject_type);
    const payable = await source.open(ctx, subject_id);
    if (!payable) throw notFound(source.noun);
    const before = await this.requests.lockOpen(ctx, subject_type, subject_id);
    const request = PaymentRequest.of(
      {
        subject_type,
        subject_id: subject_id.toLowerCase(),
        subject_number: payable.number,
        description: told.description ?? `${payable.heading[ctx.language ?? 'en']} ${payable.number}`,
        amount: amountOf(payable, told.amount ?? null),
        expires_at: told.expires_at,
        created_by: ctx.actor?.user_id ?? null,
      },
      ctx.now,
    );
    if (before) this.makeRoom(ctx, before, replace);
    return this.requests.add(ctx, request);
  }

  /** @throws not_found; conflict unless it is open */
  async cancel(ctx: Context, id: string, reason: string | null): Promise<PaymentRequest> {
    const request = await this.requests.lock(ctx, id);
    request.cancel(reason, ctx.now);
    return this.requests.save(ctx, request, 'cancel');
  }

  /**
   * Books money that came to the account of the business. What the subject cannot take is not booked, but unapplied.
   * @throws not_found; conflict where it is paid, or a payment with the reference is recorded; invalid for a time to come
   */
  async confirm(ctx: Context, id: string, told: ConfirmedPayment): Promise<PaymentRequest> {
    const paid_at = told.paid_at ?? ctx.now;
    if (paid_at > ctx.now) throw invalid('paid_at', messages.paidLater());
    const { subject_type, subject_id } = await this.requests.get(ctx, id);
    const source = this.sources.of(subject_type);
    const payable = await source.open(ctx, subject_id);
    const [request] = await Promise.all([
      this.requests.lock(ctx, id),
      this.requests.assertReferenceFree(ctx, told.reference),
    ]);
    request.assertUnpaid();
    const received = told.amount ?? request.amount;
    const came = { received, means: CONFIRMED_MEANS, reference: told.reference, paid_at };
    return this.settle(ctx, request, { payable, source, came });
  }

  /** Ends open requests whose time is over. @returns how many */
  async expireDue(ctx: Context): Promise<number> {
    const due = await this.requests.lockDue(ctx);
    for (const request of due) {
      request.expire();
      this.requests.save(ctx, request, 'expire');
    }
    return due.length;
  }

  /** Books what fits of money that came, and writes down the rest as unapplied. */
  private async settle(
    ctx: Context,
    request: PaymentRequest,
    { payable, source, came }: { payable: Payable | null; source: PayableSource; came: CameMoney },
  ): Promise<PaymentRequest> {
    const { received, means, reference } = came;
    const fits = Math.min(received, openOf(payable));
    // The version that the caller names is that of the request, not of what is paid.
    const booking = { ...ctx, expected_versions: undefined };
    const { id: payment_request_id, subject_id } = request;
    const booked =
      fits > 0 ? await source.pay(booking, subject_id, { amount: fits, means, reference, payment_request_id }) : null;
    request.settle({ ...came, unapplied: money.add(received, -fits), booked });
    return this.requests.save(ctx, request, 'pay');
  }

  private makeRoom(ctx: Context, before: PaymentRequest, replace: boolean): void {
    if (before.statusAt(ctx.now) === 'expired') {
      before.expire();
      this.requests.save(ctx, before, 'expire');
      return;
    }
    if (!replace) return this.requests.refuseOpen(before);
    before.cancel('replaced', ctx.now);
    this.requests.save(ctx, before, 'cancel');
  }
}

/** Nothing of what is cancelled is open. */
const openOf = (payable: Payable | null): number => (payable && !payable.is_cancelled ? Math.max(payable.open, 0) : 0);

/** @throws conflict where nothing is open; invalid for a currency other than MYR, and for an amount that is too small or too large */
function amountOf(payable: Payable, sent: number | null): number {
  const { currency, number, open, is_cancelled } = payable;
  if (is_cancelled) throw nothingOpen(messages.subjectCancelled({ number }));
  if (currency !== 'MYR') throw invalid('subject_id', messages.otherCurrency({ currency }));
  if (open <= 0) throw nothingOpen(messages.nothingOpen({ number }));
  const amount = money.round(sent ?? open);
  if (amount > open) throw invalid('amount', messages.amountBeyondOpen({ amount, open }));
  if (amount < LEAST_REQUESTED) throw invalid('amount', messages.amountTooSmall({ least: LEAST_REQUESTED }));
  return amount;
}
