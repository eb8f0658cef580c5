import { Injectable } from '@nestjs/common';
import {
  DomainError,
  conflict,
  inTenant,
  invalid,
  money,
  notFound,
  type Context,
  type Message,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { PaymentRules } from '../payment-account/payment-account.service.js';
import type { PayMethod } from '../payment/outcome.js';
import { SubscriptionRepository } from '../subscription/subscription.repository.js';
import { RecordReach } from '../tenant/record-reach.js';
import { OfferedMethods } from './offered-methods.js';
import { assertMayAsk } from './ask-rights.js';
import { PayableSources, isPaidToPlatform, type Payable, type PayableType } from './payable-source.js';
import { PaymentAttemptService } from './payment-attempt.service.js';
import { PaymentLinks } from './payment-links.js';
import { CONFIRMED_MEANS, LEAST_REQUESTED, PaymentRequest } from './payment-request.entity.js';
import { messages } from './payment-request.messages.js';
import { PaymentRequestNotices } from './payment-request-notices.js';
import { PaymentRequestRepository, type PaymentRequestQuery } from './payment-request.repository.js';
import { RequestSettlement } from './request-settlement.js';

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
  /** Whether the document ends with the request, where that ends unpaid. */
  ends_subject?: boolean;
  /** Begins an attempt at once. */
  method?: PayMethod | null;
  /** With what it may be paid; all that the business can take unless given. */
  methods?: PayMethod[] | null;
  /** Whether the person of the document gets the link. */
  send?: boolean;
  /** Of a subscription: the card that pays is kept, and renews it. */
  keep_card?: boolean;
}

/** Money that came without the service being told, as a user read it in the statement of the bank. */
export interface ConfirmedPayment {
  reference: string;
  /** MYR; the amount of the request unless given. */
  amount?: number | null;
  /** Now unless given. */
  paid_at?: Date;
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
    private readonly offered: OfferedMethods,
    private readonly settlement: RequestSettlement,
    private readonly attempts: PaymentAttemptService,
    private readonly links: PaymentLinks,
    private readonly rules: PaymentRules,
    private readonly notices: PaymentRequestNotices,
    private readonly reach: RecordReach,
    private readonly subscriptions: SubscriptionRepository,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<PaymentRequest> {
    return this.where(ctx, id, (there) => this.requests.get(there, id));
  }

  /** One page, newest first. */
  list(ctx: Context, query: PaymentRequestQuery, page: PageRequest): Promise<Page<PaymentRequest>> {
    return this.requests.matching(ctx, query, page);
  }

  /**
   * Asks for what is open of a subject, or a part of it. With a method an attempt begins at once: the transaction ends then.
   * @throws not_found; conflict where nothing is open, there is an open request, or no way to pay; invalid for an amount, an expiry or a
   * method out of bounds; forbidden to all but administrators for a subscription; unavailable where the gateway is silent
   */
  async create(ctx: Context, told: NewPaymentRequest): Promise<PaymentRequest> {
    assertMayAsk(ctx, told.subject_type);
    if (told.keep_card && !isPaidToPlatform(told.subject_type)) throw invalid('keep_card', messages.keepsNoCard());
    return this.createHere(ctx, told).catch(async (error: unknown) => {
      const place = await this.placeBeyond(ctx, told, error);
      if (place === null) throw error;
      return inTenant(ctx, place, (there) => this.createHere(there, told));
    });
  }

  /** What an earlier request with the same Idempotency-Key made, which was never answered; null where it made nothing. */
  async begun(ctx: Context): Promise<PaymentRequest | null> {
    return ctx.claim?.unanswered ? this.requests.findByRequest(ctx, ctx.claim.id) : null;
  }

  /** The open request of a subject; null where there is none. */
  openOf(ctx: Context, type: PayableType, subject_id: string): Promise<PaymentRequest | null> {
    return this.requests.openOf(ctx, type, subject_id);
  }

  /** The links of before open nothing any more. @throws not_found */
  async renewLink(ctx: Context, id: string): Promise<PaymentRequest> {
    return this.where(ctx, id, async (there) => {
      const request = await this.requests.lock(there, id);
      assertMayAsk(ctx, request.subject_type);
      request.renewLink();
      return this.requests.save(there, request, 'renew_link');
    });
  }

  /** @throws not_found; conflict unless it is open */
  async cancel(ctx: Context, id: string, reason: string | null): Promise<PaymentRequest> {
    return this.where(ctx, id, async (there) => {
      const request = await this.lockWithSubject(there, id);
      assertMayAsk(ctx, request.subject_type);
      request.cancel(reason, ctx.now);
      this.requests.save(there, request, 'cancel');
      await this.endSubject(there, request);
      return request;
    });
  }

  /**
   * Books money that came to the account of the business. What the subject cannot take is not booked, but unapplied.
   * @throws not_found; conflict where it is paid, a payment with the reference is recorded, or the platform is paid; invalid for a time
   * to come
   */
  async confirm(ctx: Context, id: string, told: ConfirmedPayment): Promise<PaymentRequest> {
    const paid_at = told.paid_at ?? ctx.now;
    if (paid_at > ctx.now) throw invalid('paid_at', messages.paidLater());
    const { subject_type, subject_id } = await this.get(ctx, id);
    if (isPaidToPlatform(subject_type)) throw conflict('subject_type', messages.paidToPlatform());
    const source = this.sources.of(subject_type);
    const payable = await source.open(ctx, subject_id);
    const [request] = await Promise.all([
      this.requests.lock(ctx, id),
      this.requests.assertReferenceFree(ctx, told.reference),
    ]);
    request.assertUnpaid();
    const received = told.amount ?? request.amount;
    const came = {
      received,
      means: CONFIRMED_MEANS,
      reference: told.reference,
      owns_reference: true,
      paid_at,
      attempt_id: null,
    };
    return this.settlement.settle(ctx, request, { payable, source, came });
  }

  /** Ends open requests whose time is over. @returns how many */
  async expireDue(ctx: Context): Promise<number> {
    const due = await this.requests.lockDue(ctx);
    for (const request of due) {
      request.expire();
      this.requests.save(ctx, request, 'expire');
    }
    const withSubjects = await this.requests.dueWithSubjects(ctx);
    for (const id of withSubjects) {
      const request = await this.lockWithSubject(ctx, id);
      // Another instance was faster, or the money was.
      if (request.status !== 'open') continue;
      request.expire();
      this.requests.save(ctx, request, 'expire');
      await this.endSubject(ctx, request);
    }
    return due.length + withSubjects.length;
  }

  private async createHere(
    ctx: Context,
    { method = null, send = false, ...told }: NewPaymentRequest,
  ): Promise<PaymentRequest> {
    const request = (await this.begun(ctx)) ?? (await this.makeAndTell(ctx, told, send));
    return method === null ? request : this.attempts.begin(ctx, request.id, method);
  }

  /** The tenant of a subscription that the own tenant does not have, where the actor may pay for it. */
  private async placeBeyond(
    ctx: Context,
    { subject_type, subject_id }: NewPaymentRequest,
    error: unknown,
  ): Promise<string | null> {
    if (!isPaidToPlatform(subject_type) || !(error instanceof DomainError) || error.kind !== 'not_found') return null;
    return this.reach.beyond(ctx, (among) => this.subscriptions.tenantOf(ctx, subject_id, among));
  }

  /** Where a request is: with the own tenant, and one of a subscription with whom the actor may pay for. */
  private where<T>(ctx: Context, id: string, work: (there: Context) => Promise<T>): Promise<T> {
    return this.reach.at(ctx, (among) => this.requests.tenantOfSubscriptions(ctx, id, among), work);
  }

  /** Locks the subject first where it ends with its request. @throws not_found */
  private async lockWithSubject(ctx: Context, id: string): Promise<PaymentRequest> {
    const { ends_subject, subject_type, subject_id } = await this.requests.get(ctx, id);
    if (ends_subject) await this.sources.of(subject_type).open({ ...ctx, expected_versions: undefined }, subject_id);
    return this.requests.lock(ctx, id);
  }

  private async endSubject(ctx: Context, { ends_subject, subject_type, subject_id }: PaymentRequest): Promise<void> {
    if (ends_subject) await this.sources.of(subject_type).end?.({ ...ctx, expected_versions: undefined }, subject_id);
  }

  private async makeAndTell(ctx: Context, told: NewPaymentRequest, send: boolean): Promise<PaymentRequest> {
    const request = await this.make(ctx, told);
    return send ? this.notices.ask(ctx, request) : request;
  }

  private async make(
    ctx: Context,
    { subject_type, subject_id, replace = false, ...told }: NewPaymentRequest,
  ): Promise<PaymentRequest> {
    if (this.rules.isProduction && !this.links.areKnown)
      throw new DomainError('conflict', messages.linksUnavailable(), { code: 'LINKS_UNAVAILABLE' });
    const source = this.sources.of(subject_type);
    const payable = await source.open(ctx, subject_id);
    if (!payable) throw notFound(source.noun);
    const amount = amountOf(payable, told.amount ?? null);
    const [before, methods] = await Promise.all([
      this.requests.lockOpen(ctx, subject_type, subject_id),
      this.offered.forNew(ctx, { subject_type, amount }, told.methods ?? []),
    ]);
    const request = PaymentRequest.of(
      {
        subject_type,
        subject_id: subject_id.toLowerCase(),
        subject_number: payable.number,
        description: told.description ?? `${payable.heading[ctx.language ?? 'en']} ${payable.number}`,
        amount,
        methods,
        expires_at: told.expires_at,
        created_by: ctx.actor?.user_id ?? null,
        request_key: ctx.claim?.id ?? null,
        keep_card: told.keep_card ?? false,
        // Another request in its place has the same end.
        ends_subject: told.ends_subject ?? before?.ends_subject ?? false,
      },
      ctx.now,
    );
    if (before) this.makeRoom(ctx, before, replace);
    return this.requests.add(ctx, request);
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
