import { createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isUuid, type Database } from '@usaha/shared';
import type { PublicAddress } from '../public-address.js';
import type { Card } from './card.js';
import type { GatewayAccount } from './gateway-account.js';
import { PaymentGateway, type Attempt, type ChargeRequest, type RefundRequest } from './gateway.js';
import {
  EXPIRED,
  NOT_CARRIED_OUT,
  payMethods,
  type Abilities,
  type CallbackHeaders,
  type CallbackVerdict,
  type FinalOutcome,
  type KeptCard,
  type Outcome,
  type PayMethod,
  type RefundOutcome,
} from './outcome.js';
import { SandboxBook, sandboxClock, type SandboxEntry } from './sandbox-book.js';
import { SandboxPayment } from './sandbox-payment.entity.js';
import { sandboxQr } from './sandbox-qr.js';
import { refusalOf, sandboxToken } from './sandbox-refusals.js';
import { SandboxKeys } from './sandbox-token.js';

export interface SandboxOptions {
  /** Milliseconds that it takes to answer after it has written its book: for tests that end the service meanwhile. */
  delayMs?: number;
}

/** How much may be paid at a time, in MYR. */
const LEAST = 1;
const mostOf = (method: PayMethod | null): number => (method === 'fpx' ? 30_000 : 50_000);
/** Reason of an amount outside of these. */
const AMOUNT_REFUSED = 'amount_not_allowed';

/** A callback that was signed longer ago, or further ahead, is stale. */
const LATEST_MS = 5 * 60_000;
const signature = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** A card that a payer's test pays with: good for years to come, of no person. */
const TEST_CARD: KeptCard = {
  token: sandboxToken(''),
  last_four: '1111',
  brand: 'visa',
  expiry: { month: 12, year: 2099 },
};

/** Plays a payment gateway: no money is moved. A charge that need not wait is answered at once. */
export class SandboxGateway extends PaymentGateway {
  readonly book: SandboxBook;
  readonly keys: SandboxKeys;

  constructor(
    database: Database,
    private readonly options: SandboxOptions = {},
    private readonly address: Pick<PublicAddress, 'reachable'> = { reachable: null },
  ) {
    super();
    this.book = new SandboxBook(database);
    this.keys = new SandboxKeys(database.keyring);
  }

  /** Keeps nothing of the card but whether it will be refused. */
  tokenise({ number }: Card): Promise<string> {
    return Promise.resolve(sandboxToken(number));
  }

  async charge(request: ChargeRequest): Promise<Outcome> {
    const { waiting, method, at, amount } = request;
    const refusal = refusalOf(method, at) ?? (waiting && refusedAmount(amount, waiting.method));
    const entry =
      waiting && refusal === null
        ? await this.book.begin(request, waiting)
        : await this.book.answer({ ...request, means: method.text }, 'charge', refusal);
    await this.delay();
    return this.outcomeOf(request, entry);
  }

  async find(attempt: Attempt): Promise<Outcome | 'unknown'> {
    const entry = await this.book.find(attempt.tenant_id, attempt.attempt_id);
    await this.delay();
    return entry === null ? 'unknown' : this.outcomeOf(attempt, entry);
  }

  async abandon(attempt: Attempt): Promise<FinalOutcome> {
    const outcome = this.outcomeOf(attempt, await this.book.abandon(attempt, NOT_CARRIED_OUT));
    if (outcome.status === 'waiting') throw new Error('The sandbox has not abandoned an attempt');
    return outcome;
  }

  async refund(request: RefundRequest): Promise<RefundOutcome> {
    const entry = await this.book.answer(request, 'refund', null);
    await this.delay();
    return refundOf(request, entry);
  }

  async findRefund(request: RefundRequest): Promise<RefundOutcome | 'unknown'> {
    const entry = await this.book.find(request.tenant_id, request.attempt_id);
    return entry === null ? 'unknown' : refundOf(request, entry);
  }

  async abandonRefund(request: RefundRequest): Promise<RefundOutcome> {
    const { tenant_id, attempt_id } = request;
    return refundOf(request, await this.book.answer({ tenant_id, attempt_id }, 'none', NOT_CARRIED_OUT));
  }

  /** The headers with which the sandbox sends a callback about an attempt, and its bytes. */
  signed(tenant_id: string, attempt_id: string, id: string): { headers: Record<string, string>; body: string } {
    const body = JSON.stringify({ id, type: 'payment.updated', attempt_id });
    const seconds = Math.floor(sandboxClock().getTime() / 1_000);
    const mac = this.macOf(tenant_id, seconds, Buffer.from(body));
    const headers = { 'Content-Type': 'application/json', 'Usaha-Signature': `t=${seconds},v1=${mac.toString('hex')}` };
    return { headers, body };
  }

  callback(
    tenant_id: string,
    _account: GatewayAccount,
    headers: CallbackHeaders,
    body: Buffer,
    now: Date,
  ): Promise<CallbackVerdict> {
    return Promise.resolve(this.verdictOn(tenant_id, headers['usaha-signature'], body, now));
  }

  abilities(): Promise<Abilities> {
    const methods = payMethods.map((method) => ({ method, min: LEAST, max: mostOf(method) }));
    return Promise.resolve({ methods, refunds: 'partial', mode: 'sandbox' });
  }

  private verdictOn(tenant_id: string, sent: string | string[] | undefined, body: Buffer, now: Date): CallbackVerdict {
    const [, seconds, mac] = (typeof sent === 'string' && signature.exec(sent)) || [];
    if (seconds === undefined || mac === undefined) return { kind: 'forged' };
    const right = this.macOf(tenant_id, Number(seconds), body);
    if (!timingSafeEqual(right, Buffer.from(mac, 'hex'))) return { kind: 'forged' };
    if (Math.abs(now.getTime() - Number(seconds) * 1_000) > LATEST_MS) return { kind: 'stale' };
    const attempt_id = attemptIn(body);
    return attempt_id === null ? { kind: 'unrelated' } : { kind: 'attempt', attempt_id };
  }

  private macOf(tenant_id: string, seconds: number, body: Buffer): Buffer {
    return createHmac('sha256', this.keys.secretOf(tenant_id)).update(`${seconds}.`).update(body).digest();
  }

  private outcomeOf(attempt: Pick<Attempt, 'tenant_id' | 'attempt_id'>, entry: SandboxEntry): Outcome {
    if (!(entry instanceof SandboxPayment)) {
      const { refusal, line } = entry;
      if (refusal !== null) return { status: 'refused', reason: refusal };
      const { at: paid_at, means, amount, currency } = line;
      return taken(attempt, { paid_at, means: means ?? '', amount: amount ?? 0, currency: currency ?? 'MYR' });
    }
    const { method, amount, currency, paid_at, expires_at, sealed_details } = entry;
    switch (entry.statusAt(sandboxClock())) {
      case 'waiting':
        return {
          status: 'waiting',
          gateway_id: attempt.attempt_id,
          qr: method === 'duitnow_qr' ? sandboxQr(attempt.attempt_id, amount, sealed_details?.business ?? '') : null,
          redirect_url: `${this.address.reachable ?? ''}/sandbox/pay/${this.keys.tokenOf(attempt)}`,
          expires_at,
          is_processing: false,
        };
      case 'paid':
        return {
          ...taken(attempt, { paid_at: paid_at ?? entry.updated_at, means: method ?? 'card', amount, currency }),
          kept_card: sealed_details?.keep_card && (method ?? 'card') === 'card' ? TEST_CARD : null,
        };
      case 'refused':
        return { status: 'refused', reason: entry.reason ?? 'declined' };
      case 'expired':
        return { status: 'refused', reason: EXPIRED };
      case 'abandoned':
        return { status: 'refused', reason: NOT_CARRIED_OUT };
    }
  }

  private async delay(): Promise<void> {
    if (this.options.delayMs) await pause(this.options.delayMs);
  }
}

const refusedAmount = (amount: number, method: PayMethod | null): string | null =>
  amount < LEAST || amount > mostOf(method) ? AMOUNT_REFUSED : null;

interface Taken {
  paid_at: Date;
  means: string;
  amount: number;
  currency: string;
}

const taken = ({ attempt_id }: Pick<Attempt, 'attempt_id'>, money: Taken) => ({
  status: 'succeeded' as const,
  ...money,
  reference: attempt_id,
  is_test: true,
  fee: null,
  kept_card: null as KeptCard | null,
});

function refundOf({ attempt_id }: Pick<Attempt, 'attempt_id'>, entry: SandboxEntry): RefundOutcome {
  if (entry instanceof SandboxPayment) throw new Error('A refund does not wait at the sandbox');
  return entry.refusal === null
    ? { status: 'succeeded', reference: attempt_id }
    : { status: 'refused', reason: entry.refusal };
}

/** The attempt that a body names; null for a body that names none. */
function attemptIn(body: Buffer): string | null {
  try {
    const told = JSON.parse(body.toString('utf8')) as { type?: unknown; attempt_id?: unknown } | null;
    const { type, attempt_id } = told ?? {};
    return type === 'payment.updated' && typeof attempt_id === 'string' && isUuid(attempt_id) ? attempt_id : null;
  } catch {
    return null;
  }
}
