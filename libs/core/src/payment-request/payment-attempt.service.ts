import { Injectable } from '@nestjs/common';
import { DomainError, invalid, type Context, type Page, type PageRequest } from '@usaha/shared';
import { PaymentAccountService, PaymentRules } from '../payment-account/payment-account.service.js';
import { AttemptAsking } from '../payment/attempt-asking.js';
import { holdingNothing, type Outside } from '../payment/gateway-calls.js';
import { CallbackAddresses } from '../payment/callback-addresses.js';
import { StillProcessing, type WaitingTerms } from '../payment/gateway.js';
import type { PayMethod } from '../payment/outcome.js';
import { PLATFORM_NAME, PaymentGateways } from '../payment/payment-gateways.js';
import { RecordReach } from '../tenant/record-reach.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { AttemptBooking } from './attempt-booking.js';
import { OfferedMethods, notSetUp } from './offered-methods.js';
import { PayableSources } from './payable-source.js';
import { PaymentAttempt } from './payment-attempt.entity.js';
import { PaymentAttemptRepository } from './payment-attempt.repository.js';
import { PaymentLinks } from './payment-links.js';
import type { PaymentRequest } from './payment-request.entity.js';
import { messages } from './payment-request.messages.js';
import { PaymentRequestRepository } from './payment-request.repository.js';

/** Attempts that may be begun of a request within an hour. */
const MOST_AN_HOUR = 10;
/** How often a former attempt is abandoned before another payer is told that one is under way. */
const MOST_ROUNDS = 3;
/** Attempts of a request that are asked about at once. */
const MOST_ASKED = 10;

/** The attempts to pay the requests of the context's tenant. */
@Injectable()
export class PaymentAttemptService {
  constructor(
    private readonly requests: PaymentRequestRepository,
    private readonly attempts: PaymentAttemptRepository,
    private readonly accounts: PaymentAccountService,
    private readonly offered: OfferedMethods,
    private readonly gateways: PaymentGateways,
    private readonly callbacks: CallbackAddresses,
    private readonly links: PaymentLinks,
    private readonly sources: PayableSources,
    private readonly tenants: TenantRepository,
    private readonly booking: AttemptBooking,
    private readonly asking: AttemptAsking,
    private readonly rules: PaymentRules,
    private readonly reach: RecordReach,
  ) {}

  /** Those of a request, newest first. @throws not_found */
  async list(ctx: Context, request_id: string, page: PageRequest): Promise<Page<PaymentAttempt>> {
    return this.where(ctx, request_id, async (there) => {
      const { id } = await this.requests.get(there, request_id);
      return this.attempts.of(there, id, page);
    });
  }

  /**
   * Begins an attempt by a method. The one before is abandoned; one by the same method that still waits stays. Ends the transaction,
   * asks the gateway and begins another.
   * @param outside runs each call of the gateway
   * @throws conflict where the request has ended, or an attempt is being processed; invalid for a method that is not offered;
   * too_many after ten within an hour; unavailable where the gateway is silent
   */
  async begin(ctx: Context, request_id: string, method: PayMethod, outside = holdingNothing): Promise<PaymentRequest> {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const request = await this.requests.lock(ctx, request_id);
      request.assertOpen(ctx.now);
      const { account, methods } = await this.offered.of(ctx, request);
      if (account === null) throw notSetUp();
      if (!methods.includes(method)) throw invalid('method', messages.methodNotOffered({ method }));
      const before = await this.attempts.lockOpen(ctx, request_id);
      if (before === null)
        return this.charge(
          ctx,
          request,
          await this.add(ctx, request, PaymentAttempt.of(request, method, account, ctx.now)),
          outside,
        );
      if (before.status === 'processing' || before.isBeingBegun(ctx.now)) throw processing();
      if (before.isFor(method, request.amount, account, ctx.now) && request.waiting) return request;
      await this.abandon(ctx, before, outside);
    }
    throw processing();
  }

  /** Asks the gateway what became of attempts, and books it. @throws not_found; unavailable where the gateway is silent */
  check(ctx: Context, request_id: string): Promise<PaymentRequest> {
    return this.where(ctx, request_id, async (there) => {
      const { id } = await this.requests.get(there, request_id);
      const open = await this.attempts.unsettled(there, id, MOST_ASKED);
      await there.db.commitAndContinue();
      for (const attempt_id of open) await answered(() => this.asking.ask(there.tenant_id, attempt_id, there.now));
      return this.requests.get(there, id);
    });
  }

  /**
   * The same for a page, of the open attempt alone and not more often than a number of milliseconds. A silent gateway changes nothing.
   * @returns whether the gateway was asked
   */
  async checkFromPage(ctx: Context, request_id: string, everyMs: number, outside: Outside): Promise<boolean> {
    const attempt_id = await this.attempts.takeAsking(ctx, request_id, everyMs);
    await ctx.db.commitAndContinue();
    return attempt_id !== null && this.asking.ask(ctx.tenant_id, attempt_id, ctx.now, outside);
  }

  private where<T>(ctx: Context, id: string, work: (there: Context) => Promise<T>): Promise<T> {
    return this.reach.at(ctx, (among) => this.requests.tenantOfSubscriptions(ctx, id, among), work);
  }

  /** @throws too_many */
  private async add(ctx: Context, request: PaymentRequest, attempt: PaymentAttempt): Promise<PaymentAttempt> {
    if ((await this.attempts.recent(ctx, attempt.request_id)) >= MOST_AN_HOUR)
      throw new DomainError('too_many', messages.tooManyAttempts({ most: MOST_AN_HOUR }), {
        code: 'TOO_MANY_ATTEMPTS',
        retry_after: 600,
      });
    const made = this.attempts.insert(ctx, attempt.giveId(ctx.now), 'create', processing);
    const { id: payment_request_id, subject_type, subject_id } = request;
    const { id: attempt_id, method, gateway, amount } = made;
    const begun = { attempt_id, payment_request_id, subject_id, method, gateway, amount };
    this.sources.of(subject_type).attempts?.begun(ctx, begun);
    return made;
  }

  private async charge(
    ctx: Context,
    request: PaymentRequest,
    attempt: PaymentAttempt,
    outside: Outside,
  ): Promise<PaymentRequest> {
    const account = await this.accounts.accountOf(ctx, attempt);
    const waiting = await this.termsOf(ctx, request, attempt);
    await ctx.db.commitAndContinue();
    const { amount, method: text, created_at: at, id } = attempt;
    const method = { text, token: null, expiry: null };
    const charge = { ...attempt.at(account), amount, currency: 'MYR', method, waiting, at };
    const outcome = await outside(() => answered(() => this.gateways.of(account).charge(charge)));
    if ((await this.booking.settle(ctx, id, outcome)) === 'abandon')
      await this.abandon(ctx, await this.attempts.get(ctx, id), outside);
    return this.requests.get(ctx, request.id);
  }

  /** Ends the transaction: the gateway makes sure that an attempt is not carried out later. */
  private async abandon(ctx: Context, attempt: PaymentAttempt, outside: Outside): Promise<void> {
    const account = await this.accounts.accountOf(ctx, attempt);
    await ctx.db.commitAndContinue();
    const outcome = await outside(() => answered(() => this.gateways.of(account).abandon(attempt.at(account))));
    await this.booking.settle(ctx, attempt.id, outcome);
  }

  private async termsOf(ctx: Context, request: PaymentRequest, attempt: PaymentAttempt): Promise<WaitingTerms> {
    const { tenant_id } = ctx;
    const tenant = await this.tenants.get(ctx, tenant_id);
    const noun = this.sources.of(request.subject_type).noun.en;
    return {
      method: attempt.method,
      expires_at: attempt.expires_at,
      description: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${request.subject_number}`,
      business: attempt.is_platform ? PLATFORM_NAME : tenant.name,
      email: tenant.email ?? (attempt.is_platform ? this.rules.email : null),
      return_url: this.links.urlOf(ctx, request),
      callback_url: this.callbacks.urlOf(tenant_id, attempt.gateway),
      keep_card: request.keep_card && attempt.method === 'card',
    };
  }
}

const processing = (): DomainError =>
  new DomainError('conflict', messages.attemptProcessing(), { code: 'ATTEMPT_PROCESSING' });

/** @throws conflict while the bank has not answered; unavailable where the gateway does not answer */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if (error instanceof StillProcessing) throw processing();
    throw new DomainError('unavailable', messages.gatewaySilent(), {
      code: 'GATEWAY_SILENT',
      retry_after: 1,
      cause: error,
    });
  }
}
