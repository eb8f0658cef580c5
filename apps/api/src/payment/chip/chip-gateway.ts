import {
  AccountRefused,
  BlockedAddressError,
  EXPIRED,
  GatewaySilent,
  NOT_CARRIED_OUT,
  PaymentGateway,
  StillProcessing,
  payMethods,
  type Abilities,
  type Attempt,
  type CallbackHeaders,
  type CallbackVerdict,
  type ChargeRequest,
  type FinalOutcome,
  type GatewayAccount,
  type Outcome,
  type PayMethod,
  type RefundOutcome,
  type RefundRequest,
} from '@usaha/core';
import { conflict, isUuid } from '@usaha/shared';
import { ChipClient, ChipRefusal, type ChipAccount } from './chip-client.js';
import { meansOf, type ChipPurchase } from './chip-purchase.js';
import { ChipSilent } from './chip-request.js';
import { ChipSignatures } from './chip-signatures.js';
import { messages } from './chip.messages.js';

/** How much may be paid at a time, in MYR. */
const LEAST = 1;
const mostOf = (method: PayMethod): number => (method === 'fpx' ? 30_000 : 50_000);
/** Of the purchase that an account is tried with: it is cancelled at once. */
const TRIED = { email: 'payments@example.com', description: 'Test of the account', amount: LEAST };
const TRIED_MS = 15 * 60_000;
/** Which way is shown first on CHIP's page (§21, data: chip.preferred). */
const preferred: Readonly<Partial<Record<PayMethod, string>>> = { fpx: 'fpx', duitnow_qr: 'duitnow_qr' };

const never = new AbortController().signal;
/** Amounts are whole sen: as fractions of a ringgit they are compared in sen. */
const sen = (ringgit: number): number => Math.round(ringgit * 100);

/** CHIP Collect behind the payment port. */
export class ChipGateway extends PaymentGateway {
  constructor(
    private readonly client: ChipClient,
    private readonly signatures = new ChipSignatures(client),
  ) {
    super();
  }

  /** Cards are kept where they pay (`keep_card`). @throws conflict */
  override tokenise(): Promise<string> {
    return Promise.reject(conflict('type', messages.cardsAtGateway()));
  }

  override charge(request: ChargeRequest, signal: AbortSignal = never): Promise<Outcome> {
    return answered(async () => {
      const { account, gateway_id, method, waiting, attempt_id, amount, at } = request;
      const chip = chipOf(account);
      if (gateway_id !== null) return this.goOn(chip, gateway_id, method.token, signal);
      const email = waiting?.email ?? request.email ?? null;
      if (email === null) return { status: 'refused', reason: 'email_missing' };
      const chosen = waiting?.method ?? null;
      const methods = chosen && (await this.client.methods(chip, signal)).filter((name) => meansOf(name) === chosen);
      if (methods?.length === 0) return { status: 'refused', reason: 'method_not_available' };
      const made = await this.client.create(
        chip,
        {
          reference: attempt_id,
          email,
          description: waiting?.description ?? `Usaha ${attempt_id}`,
          amount,
          due: waiting?.expires_at ?? new Date(at.getTime() + TRIED_MS),
          methods: methods ?? undefined,
          callback_url: waiting?.callback_url ?? null,
          return_url: waiting?.return_url ?? null,
          keep_card: waiting?.keep_card,
        },
        signal,
      );
      return outcomeOf(made, chosen);
    });
  }

  override find({ account, gateway_id }: Attempt, signal: AbortSignal = never): Promise<Outcome | 'unknown'> {
    return answered(async () => {
      const purchase = gateway_id === null ? null : await this.client.find(chipOf(account), gateway_id, signal);
      return purchase ? outcomeOf(purchase, null) : 'unknown';
    });
  }

  override abandon({ account, gateway_id }: Attempt, signal: AbortSignal = never): Promise<FinalOutcome> {
    return answered(async () => {
      // It was never shown, and ends by its due date.
      if (gateway_id === null) return { status: 'refused', reason: NOT_CARRIED_OUT };
      return this.ended(chipOf(account), gateway_id, signal);
    });
  }

  override refund(request: RefundRequest, signal: AbortSignal = never): Promise<RefundOutcome> {
    return answered(async () => {
      const { account, gateway_id, amount } = request;
      if (gateway_id === null) return { status: 'refused', reason: 'refund_not_available' };
      const chip = chipOf(account);
      const purchase = await this.known(chip, gateway_id, signal);
      const found = foundRefund(purchase, request);
      if (found !== 'unknown') return found;
      if (purchase.refund_availability === 'none') return { status: 'refused', reason: 'refund_not_available' };
      try {
        return await this.client.refund(chip, gateway_id, amount, signal);
      } catch (error) {
        if (!(error instanceof ChipRefusal) || error.isOfKey) throw error;
        return { status: 'refused', reason: error.code ?? 'purchase_refund_error' };
      }
    });
  }

  override findRefund(request: RefundRequest, signal: AbortSignal = never): Promise<RefundOutcome | 'unknown'> {
    return answered(async () => {
      const { account, gateway_id } = request;
      return gateway_id === null
        ? 'unknown'
        : foundRefund(await this.known(chipOf(account), gateway_id, signal), request);
    });
  }

  override async abandonRefund(request: RefundRequest, signal: AbortSignal = never): Promise<RefundOutcome> {
    const found = await this.findRefund(request, signal);
    return found === 'unknown' ? { status: 'refused', reason: NOT_CARRIED_OUT } : found;
  }

  override callback(
    _tenant_id: string,
    account: GatewayAccount,
    headers: CallbackHeaders,
    body: Buffer,
    _now: Date,
    signal: AbortSignal = never,
  ): Promise<CallbackVerdict> {
    return answered(async () => {
      const [signature] = [headers['x-signature']].flat();
      const owner = account.id ?? 'platform';
      if (!(await this.signatures.areOf(owner, chipOf(account), { body, signature }, signal)))
        return { kind: 'forged' };
      const attempt_id = referenceIn(body);
      return attempt_id === null ? { kind: 'unrelated' } : { kind: 'attempt', attempt_id };
    });
  }

  override abilities(account: GatewayAccount, signal: AbortSignal = never): Promise<Abilities> {
    return answered(async () => {
      const chip = chipOf(account);
      const [names] = await Promise.all([
        this.client.methods(chip, signal).catch(accountRefused),
        this.client.publicKey(chip, signal).catch(accountRefused),
      ]);
      const due = new Date(Date.now() + TRIED_MS);
      const tried = { ...TRIED, reference: 'test', due, callback_url: null, return_url: null };
      const { id, is_test } = await this.client.create(chip, tried, signal).catch(accountRefused);
      await this.client.cancel(chip, id, signal);
      const means = new Set<string>(names.map(meansOf));
      return {
        methods: payMethods
          .filter((method) => means.has(method))
          .map((method) => ({ method, min: LEAST, max: mostOf(method) })),
        refunds: 'partial',
        mode: is_test ? 'test' : 'live',
      };
    });
  }

  /** A purchase that was made: a kept card pays it, where it is open. */
  private async goOn(chip: ChipAccount, id: string, token: string | null, signal: AbortSignal): Promise<Outcome> {
    const found = outcomeOf(await this.known(chip, id, signal), null);
    if (token === null || found.status !== 'waiting' || found.is_processing) return found;
    const charged = await this.client.chargeToken(chip, id, token, signal).catch((error: unknown) => {
      if (error instanceof ChipRefusal && !error.isOfKey) return null;
      throw error;
    });
    const outcome = charged && outcomeOf(charged, null);
    if (outcome && (outcome.status !== 'waiting' || outcome.is_processing)) return outcome;
    const ended = await this.ended(chip, id, signal);
    return ended.status === 'refused' ? { status: 'refused', reason: 'declined' } : ended;
  }

  /** Cancels a purchase, and tells how it has ended. @throws StillProcessing */
  private async ended(chip: ChipAccount, id: string, signal: AbortSignal): Promise<FinalOutcome> {
    const ended = await this.client.cancel(chip, id, signal).catch((error: unknown) => {
      if (error instanceof ChipRefusal && !error.isOfKey) return this.known(chip, id, signal);
      throw error;
    });
    const outcome = outcomeOf(ended, null);
    if (outcome.status !== 'waiting') return outcome;
    if (outcome.is_processing) throw new StillProcessing('The bank of the payer has not answered');
    throw new ChipSilent('CHIP has not cancelled a purchase');
  }

  private async known(chip: ChipAccount, id: string, signal: AbortSignal): Promise<ChipPurchase> {
    const purchase = await this.client.find(chip, id, signal);
    if (!purchase) throw new ChipSilent('CHIP does not know a purchase that it has made');
    return purchase;
  }
}

/** @throws AccountRefused for a key or brand that CHIP does not know, and for an address that is not allowed */
function accountRefused(error: unknown): never {
  if (error instanceof ChipRefusal) throw new AccountRefused(error.isOfKey ? 'secret_key' : 'brand_id');
  if (error instanceof ChipSilent && error.cause instanceof BlockedAddressError) throw new AccountRefused('api_url');
  throw error;
}

/** An answer, or none: what became of the call is unknown then. */
async function answered<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ChipSilent || error instanceof ChipRefusal)
      throw new GatewaySilent(error.message, { cause: error });
    throw error;
  }
}

function chipOf({ brand_id, secret_key, api_url }: GatewayAccount): ChipAccount {
  if (brand_id === null || secret_key === null) throw new Error('An account at CHIP has a brand and a key');
  return { brand_id, secret_key, api_url };
}

/** @param chosen which way the payer has chosen; null: none, or it is not told again */
function outcomeOf(purchase: ChipPurchase, chosen: PayMethod | null): Outcome {
  const { id, meaning, paid, checkout_url, due, is_test, kept_card } = purchase;
  if (paid)
    return {
      status: 'succeeded',
      paid_at: paid.at,
      means: paid.means,
      reference: id,
      amount: paid.amount,
      currency: paid.currency,
      is_test,
      fee: paid.fee,
      kept_card,
      refunded: refundedOf(purchase),
      is_charged_back: meaning === 'chargeback',
    };
  if (meaning === 'refused') return { status: 'refused', reason: purchase.status };
  if (meaning === 'expired') return { status: 'refused', reason: EXPIRED };
  if (meaning === 'abandoned') return { status: 'refused', reason: NOT_CARRIED_OUT };
  if (due === null) throw new ChipSilent('A purchase of CHIP has no due date');
  return {
    status: 'waiting',
    gateway_id: id,
    qr: null,
    redirect_url: checkout_url && preferring(checkout_url, chosen),
    expires_at: due,
    is_processing: meaning === 'processing',
  };
}

/** The amount that CHIP has given back of a purchase; undefined where it does not say so: a refund is under way, or none is possible. */
function refundedOf({ status, paid, refund_availability, refundable_amount }: ChipPurchase): number | undefined {
  if (!paid || status === 'pending_refund') return undefined;
  if (status === 'refunded') return paid.amount;
  return refund_availability === 'none' ? undefined : (sen(paid.amount) - sen(refundable_amount)) / 100;
}

function preferring(checkout_url: string, chosen: PayMethod | null): string {
  const shown = chosen && preferred[chosen];
  if (!shown || !URL.canParse(checkout_url)) return checkout_url;
  const url = new URL(checkout_url);
  url.searchParams.set('preferred', shown);
  return url.href;
}

/** What came of a refund, by what CHIP could still give back: once it is carried out, that is less by its amount. */
function foundRefund(
  { status, refundable_amount }: ChipPurchase,
  { charged_amount, refunded_amount, amount }: RefundRequest,
): RefundOutcome | 'unknown' {
  if (status === 'pending_refund') return { status: 'pending' };
  const left = sen(charged_amount) - sen(refunded_amount);
  if (sen(refundable_amount) === left) return 'unknown';
  if (sen(refundable_amount) === left - sen(amount)) return { status: 'succeeded', reference: null };
  return { status: 'refused', reason: 'refund_differs' };
}

/** The attempt that a signed body is about. */
function referenceIn(body: Buffer): string | null {
  try {
    const { reference } = JSON.parse(body.toString('utf8')) as { reference?: unknown };
    return typeof reference === 'string' && isUuid(reference) ? reference : null;
  } catch {
    // A signed body that is no JSON is about no purchase.
    return null;
  }
}
