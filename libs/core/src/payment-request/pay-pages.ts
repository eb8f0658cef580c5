import { Injectable } from '@nestjs/common';
import { isUuid, type Context } from '@usaha/shared';
import { DuitNowQrService } from '../duitnow-qr/duitnow-qr.service.js';
import type { AskedPayload } from '../duitnow-qr/duitnow-payload.js';
import { ModuleService } from '../module/module.service.js';
import type { GatewayAccount } from '../payment/gateway-account.js';
import type { Outside } from '../payment/gateway-calls.js';
import type { PayMethod } from '../payment/outcome.js';
import type { WaitingFor } from '../payment/payment.entity.js';
import { PLATFORM_NAME } from '../payment/payment-gateways.js';
import { PublicAddress } from '../public-address.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { OfferedMethods } from './offered-methods.js';
import { PayableSources, isPaidToPlatform } from './payable-source.js';
import { PaymentAttemptService } from './payment-attempt.service.js';
import type { PaymentLink } from './payment-links.js';
import type { PaymentRequestStatus } from './payment-request.entity.js';
import { PaymentRequestRepository } from './payment-request.repository.js';

/** So long after its end the link of a request shows nothing. */
const SHOWN_AFTERWARDS_MS = 30 * 86_400_000;
/** How often a page makes the service ask about an attempt, at most. */
const ASKED_EVERY_MS = 5_000;
/** Where CHIP shows what is to be paid, unless the account has another address. */
const CHIP_ORIGIN = 'https://gate.chip-in.asia';

/**
 * All that the link of a request shows: written out here, so that nothing else of it comes to a page that needs no account. The
 * description is what the business wrote for the payer.
 */
export interface PayPage {
  /** The payee. */
  business: string;
  document_number: string;
  description: string;
  /** MYR. */
  amount: number;
  status: PaymentRequestStatus;
  /** What the payer may choose now; none once it has ended. */
  methods: PayMethod[];
  waiting: WaitingFor | null;
  /** The code of the business's bank, where its account has no such method, or there is none. */
  duitnow_qr: AskedPayload | null;
  expires_at: Date;
  paid_at: Date | null;
  receipt_number: string | null;
  /** Origins of the gateway that a form of the page may lead to. */
  origins: string[];
}

/** The page of a payment request, for payers without an account. */
@Injectable()
export class PayPages {
  constructor(
    private readonly requests: PaymentRequestRepository,
    private readonly attempts: PaymentAttemptService,
    private readonly offered: OfferedMethods,
    private readonly sources: PayableSources,
    private readonly tenants: TenantRepository,
    private readonly modules: ModuleService,
    private readonly codes: DuitNowQrService,
    private readonly address: PublicAddress,
  ) {}

  /**
   * In the tenant that the link names.
   * @returns null where the link was renewed or has ended, and where the business is suspended or does without the module
   */
  async shown(ctx: Context, { request_id, generation }: PaymentLink): Promise<PayPage | null> {
    const [tenant, disabled, request] = await Promise.all([
      this.tenants.find(ctx, ctx.tenant_id),
      this.modules.disabledIn(ctx),
      isUuid(request_id) ? this.requests.find(ctx, request_id) : null,
    ]);
    if (!tenant?.is_active || request?.link_generation !== generation) return null;
    const { module } = this.sources.of(request.subject_type);
    if (module !== null && disabled.includes(module)) return null;
    const status = request.statusAt(ctx.now);
    const ended = request.ended_at ?? (status === 'open' ? null : request.expires_at);
    if (ended !== null && ended.getTime() + SHOWN_AFTERWARDS_MS <= ctx.now.getTime()) return null;
    const { subject_number, description, amount, paid_amount, waiting, expires_at, paid_at, receipt_number } = request;
    const isOpen = status === 'open';
    const { account, methods } = isOpen ? await this.offered.of(ctx, request) : { account: null, methods: [] };
    const toPlatform = isPaidToPlatform(request.subject_type);
    const needsCode = isOpen && !toPlatform && !methods.includes('duitnow_qr');
    return {
      business: toPlatform ? PLATFORM_NAME : tenant.name,
      document_number: subject_number,
      description,
      amount: status === 'paid' ? paid_amount : amount,
      status,
      methods,
      waiting: isOpen && waiting !== null && new Date(waiting.expires_at) > ctx.now ? waiting : null,
      duitnow_qr: needsCode ? await this.codes.asking(ctx, amount) : null,
      expires_at,
      paid_at,
      receipt_number,
      origins: account === null ? [] : this.originsOf(account),
    };
  }

  /** Begins an attempt by a method. @param outside runs calls of the gateway @returns null as `shown` @throws as `PaymentAttemptService.begin` */
  async choose(ctx: Context, link: PaymentLink, method: PayMethod, outside: Outside): Promise<PayPage | null> {
    if ((await this.shown(ctx, link)) === null) return null;
    await this.attempts.begin(ctx, link.request_id, method, outside);
    return this.shown(ctx, link);
  }

  /** Asks the gateway about an attempt that waits, now and then; no transaction is open meanwhile. @returns whether it was asked */
  check(ctx: Context, { request_id }: PaymentLink, outside: Outside): Promise<boolean> {
    return this.attempts.checkFromPage(ctx, request_id, ASKED_EVERY_MS, outside);
  }

  private originsOf({ gateway, api_url }: GatewayAccount): string[] {
    const base = gateway === 'sandbox' ? this.address.reachable : (api_url ?? CHIP_ORIGIN);
    return base === null ? [] : [new URL(base).origin];
  }
}
