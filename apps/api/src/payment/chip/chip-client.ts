import type { AddressGuard } from '@usaha/core';
import { ChipSilent, askChip, type ChipAnswer, type ChipTransport } from './chip-request.js';
import { purchaseOf, type ChipPurchase } from './chip-purchase.js';

/** Where CHIP is (docs.chip-in.asia, CHIP Collect). */
export const CHIP_URL = 'https://gate.chip-in.asia/api/v1';
const CURRENCY = 'MYR';

/** With what CHIP is spoken to. */
export interface ChipAccount {
  brand_id: string;
  /** In no log and in no message of an error. */
  secret_key: string;
  /** Base of the addresses; CHIP's where it is null. */
  api_url: string | null;
}

/** CHIP refused a request (4xx): it has changed nothing. */
export class ChipRefusal extends Error {
  constructor(
    readonly status: number,
    /** CHIP's word for it; null where it gave none. */
    readonly code: string | null,
  ) {
    super(`CHIP refused a request with ${status}${code === null ? '' : ` (${code})`}`);
  }

  /** Whether it does not know the key. */
  get isOfKey(): boolean {
    return this.status === 401 || this.status === 403;
  }
}

/** What a purchase is made of. */
export interface NewPurchase {
  /** Id of the attempt. */
  reference: string;
  email: string;
  /** One line that the payer reads. */
  description: string;
  /** In ringgit, at most two decimals. */
  amount: number;
  due: Date;
  /** Names of CHIP; absent: all that the account has. */
  methods?: readonly string[];
  callback_url: string | null;
  return_url: string | null;
  /** Whether the card that pays is kept for `chargeToken`. */
  keep_card?: boolean;
}

/** What came of a refund that CHIP accepted. */
export type ChipRefund = { status: 'succeeded'; reference: string } | { status: 'pending' };

const sen = (ringgit: number): number => Math.round(ringgit * 100);

/**
 * A client of CHIP Collect (A-467). It has no idempotency key: a call is made once, and what became of one without an answer is
 * found by reading the purchase. Every call can be ended by a signal.
 */
export class ChipClient {
  private readonly transport: ChipTransport;

  constructor(guard: AddressGuard, { ca }: { ca?: string } = {}) {
    this.transport = { guard, ca };
  }

  /** Makes a purchase that ends unpaid at `due`. @throws ChipSilent, ChipRefusal */
  async create(account: ChipAccount, asked: NewPurchase, signal: AbortSignal): Promise<ChipPurchase> {
    const { reference, email, description, amount, due, methods, callback_url, return_url, keep_card } = asked;
    const body = {
      brand_id: account.brand_id,
      client: { email },
      purchase: {
        currency: CURRENCY,
        products: [{ name: description, price: sen(amount) }],
        due_strict: true,
        timezone: 'Asia/Kuala_Lumpur',
      },
      reference,
      due: Math.floor(due.getTime() / 1_000),
      ...(methods && { payment_method_whitelist: methods }),
      ...(callback_url !== null && { success_callback: callback_url }),
      ...(return_url !== null && {
        success_redirect: return_url,
        failure_redirect: return_url,
        cancel_redirect: return_url,
      }),
      ...(keep_card && { force_recurring: true }),
      send_receipt: false,
      platform: 'api',
      creator_agent: 'Usaha',
    };
    const made = purchaseOf(await this.answered(account, 'POST', 'purchases/', signal, body));
    // An answer about another purchase says nothing of this one.
    if (made.reference !== reference) throw new ChipSilent('CHIP answered with a purchase of another reference');
    return made;
  }

  /** @returns null for a purchase that CHIP does not know @throws ChipSilent, ChipRefusal */
  async find(account: ChipAccount, id: string, signal: AbortSignal): Promise<ChipPurchase | null> {
    try {
      return this.same(id, purchaseOf(await this.answered(account, 'GET', pathOf(id), signal)));
    } catch (error) {
      if (error instanceof ChipRefusal && error.status === 404) return null;
      throw error;
    }
  }

  /** Cancels a purchase that is not paid. @throws ChipSilent; ChipRefusal where it is paid or ended already */
  async cancel(account: ChipAccount, id: string, signal: AbortSignal): Promise<ChipPurchase> {
    return this.same(id, purchaseOf(await this.answered(account, 'POST', `${pathOf(id)}cancel/`, signal)));
  }

  /** Pays a purchase with a card that was kept. @throws ChipSilent, ChipRefusal */
  async chargeToken(account: ChipAccount, id: string, token: string, signal: AbortSignal): Promise<ChipPurchase> {
    const path = `${pathOf(id)}charge/`;
    return this.same(id, purchaseOf(await this.answered(account, 'POST', path, signal, { recurring_token: token })));
  }

  /**
   * Gives money back. Call it once, after `find` has said that `refundable_amount` is what the own book says.
   * @param amount in ringgit @throws ChipSilent; ChipRefusal (`purchase_refund_error`)
   */
  async refund(account: ChipAccount, id: string, amount: number, signal: AbortSignal): Promise<ChipRefund> {
    const body = await this.answered(account, 'POST', `${pathOf(id)}refund/`, signal, { amount: sen(amount) });
    if (typeof body !== 'object' || body === null) throw new ChipSilent('The answer of CHIP is no refund');
    const { type, id: reference, status } = body as Record<string, unknown>;
    // A Purchase in place of a Payment: the acquirer has not answered.
    if (type === 'purchase' || status === 'pending_refund') return { status: 'pending' };
    if (typeof reference !== 'string' || reference === '') throw new ChipSilent('A refund of CHIP has no id');
    return { status: 'succeeded', reference };
  }

  /** Names of the means by which the account can be paid in ringgit. @throws ChipSilent, ChipRefusal */
  async methods(account: ChipAccount, signal: AbortSignal): Promise<string[]> {
    const query = `?brand_id=${encodeURIComponent(account.brand_id)}&currency=${CURRENCY}`;
    const body = await this.answered(account, 'GET', `payment_methods/${query}`, signal);
    const named = (body as { available_payment_methods?: unknown } | null | undefined)?.available_payment_methods;
    if (!Array.isArray(named)) throw new ChipSilent('The answer of CHIP has no payment methods');
    return named.filter((name): name is string => typeof name === 'string');
  }

  /** The key by which the account's callbacks are signed, in PEM. @throws ChipSilent, ChipRefusal */
  async publicKey(account: ChipAccount, signal: AbortSignal): Promise<string> {
    const body = await this.answered(account, 'GET', 'public_key/', signal);
    if (typeof body !== 'string' || !body.includes('PUBLIC KEY')) throw new ChipSilent('The answer of CHIP is no key');
    return body;
  }

  private same(id: string, purchase: ChipPurchase): ChipPurchase {
    if (purchase.id !== id) throw new ChipSilent('CHIP answered with another purchase');
    return purchase;
  }

  private async answered(
    { secret_key, api_url }: ChipAccount,
    method: 'GET' | 'POST',
    path: string,
    signal: AbortSignal,
    body?: unknown,
  ): Promise<unknown> {
    const url = new URL(`${(api_url ?? CHIP_URL).replace(/\/+$/, '')}/${path}`);
    return bodyOf(await askChip(this.transport, { method, url, secret_key, body }, signal));
  }
}

/** Ids of CHIP go into a path: none leads elsewhere. */
const pathOf = (id: string): string => `purchases/${encodeURIComponent(id)}/`;

/** Too many requests and errors of the server say nothing of what was done; other errors say that nothing was. */
function bodyOf({ status, body }: ChipAnswer): unknown {
  if (status >= 200 && status < 300) {
    if (body === undefined) throw new ChipSilent(`CHIP answered ${status} without JSON`);
    return body;
  }
  if (status < 400 || status === 408 || status === 429 || status >= 500)
    throw new ChipSilent(`CHIP answered with ${status}`);
  throw new ChipRefusal(status, codeOf(body));
}

/** `{code}`, or `{__all__: [{code}]}`. */
function codeOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, __all__ } = body as { code?: unknown; __all__?: unknown };
  const first: unknown = Array.isArray(__all__) ? (__all__[0] as { code?: unknown } | undefined)?.code : undefined;
  const told = code ?? first;
  return typeof told === 'string' ? told.slice(0, 100) : null;
}
