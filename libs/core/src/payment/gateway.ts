import type { Card } from './card.js';
import type { GatewayAccount } from './gateway-account.js';
import type {
  Abilities,
  CallbackHeaders,
  CallbackVerdict,
  FinalOutcome,
  Outcome,
  PayMethod,
  RefundOutcome,
} from './outcome.js';

/** Identifies one payment attempt for ever: a second request with the same id is the same attempt. */
export interface Attempt {
  tenant_id: string;
  /** Id of the payment, of the payment request's attempt or of the refund: the gateway's own idempotency key or reference. */
  attempt_id: string;
  /** The account with which it was begun: an attempt keeps it, also where the business has another since. */
  account: GatewayAccount;
  /** What `charge` answered as `gateway_id`; null where its answer was lost, or is not there yet. */
  gateway_id: string | null;
}

/** With what is paid. */
export interface Means {
  /** The text of the payment (`fpx`, `credit_card`), or the type of the stored method. */
  text: string;
  /** What the gateway gave for a stored card; null for every other means. */
  token: string | null;
  /** Of a stored card. */
  expiry: { month: number; year: number } | null;
}

/** How a payer may be waited for. */
export interface WaitingTerms {
  /** Which way the payer has chosen; null: chosen at the gateway. */
  method: PayMethod | null;
  expires_at: Date;
  /** One line that the payer reads at the gateway: heading and number of what is paid. No name, no health datum. */
  description: string;
  /** The business, as the payer knows it. */
  business: string;
  /** E-mail address that the gateway asks for: the payer's, else the business's. */
  email: string | null;
  /** Page to which the gateway leads the payer back; null where there is none. */
  return_url: string | null;
  /** Address for callbacks; null where the service has none. */
  callback_url: string | null;
  /** Whether the gateway keeps the card that pays. */
  keep_card: boolean;
}

export interface ChargeRequest extends Attempt {
  /** Above 0, in `currency`, at most two decimals. */
  amount: number;
  /** Three letters (ISO 4217). */
  currency: string;
  method: Means;
  /** E-mail address that a gateway asks for also where a kept card pays; what the terms have counts before it. */
  email?: string | null;
  /** Null: answered at once where the gateway can, as the sandbox does. */
  waiting: WaitingTerms | null;
  /** When the payment was asked for. */
  at: Date;
}

/** `gateway_id` is that of the attempt which took the money. */
export interface RefundRequest extends Attempt {
  /** The attempt that took the money. */
  charge_id: string;
  amount: number;
  currency: string;
  /** What the attempt took, and what was given back of it before this refund, by our book. */
  charged_amount: number;
  refunded_amount: number;
  at: Date;
}

/**
 * A payment gateway. Every method may be repeated: an attempt is carried out once. A gateway that cannot answer
 * throws; the attempt then stays as it is and is asked about again. The caller has no transaction open. Each call is bounded
 * by `GatewayCalls`: 10 s, and a number of sockets a process and an account; an implementation ends its sockets when `signal`
 * aborts.
 */
export abstract class PaymentGateway {
  /** Takes a card into the gateway's keeping; here only what it gives for it is kept. @throws DomainError for a card it refuses to keep */
  abstract tokenise(card: Card): Promise<string>;

  /**
   * @returns waiting for a kept card without terms of waiting: the gateway carries it out when it is asked again with the `gateway_id`,
   * which the caller writes down before
   */
  abstract charge(request: ChargeRequest, signal?: AbortSignal): Promise<Outcome>;

  /** The state that an attempt has; `unknown` for one that was not begun so far, or whose `gateway_id` is lost. */
  abstract find(attempt: Attempt, signal?: AbortSignal): Promise<Outcome | 'unknown'>;

  /**
   * Makes sure that an attempt is not carried out later either, as far as the gateway can.
   * @returns the outcome it had already, or from now on: refused, `not_charged`
   * @throws StillProcessing while the bank has not answered
   */
  abstract abandon(attempt: Attempt, signal?: AbortSignal): Promise<FinalOutcome>;

  abstract refund(request: RefundRequest, signal?: AbortSignal): Promise<RefundOutcome>;

  /** What came of a refund; `unknown` for one that was not carried out so far. */
  abstract findRefund(request: RefundRequest, signal?: AbortSignal): Promise<RefundOutcome | 'unknown'>;

  /** As `abandon`, for a refund. */
  abstract abandonRefund(request: RefundRequest, signal?: AbortSignal): Promise<RefundOutcome>;

  /**
   * Checks a callback over the bytes as they were received, in constant time. It moves nothing.
   * @param account of the business that the address of the callback names
   */
  abstract callback(
    tenant_id: string,
    account: GatewayAccount,
    headers: CallbackHeaders,
    body: Buffer,
    now: Date,
    signal?: AbortSignal,
  ): Promise<CallbackVerdict>;

  /**
   * Tries an account and tells what it can do.
   * @throws AccountRefused for a key that the gateway does not accept
   */
  abstract abilities(account: GatewayAccount, signal?: AbortSignal): Promise<Abilities>;
}

/** The payer has paid, the bank has not answered: the attempt can neither be abandoned nor replaced now. */
export class StillProcessing extends Error {}

/** The gateway does not accept an account. `field` names which part: `secret_key`, `brand_id`, `api_url`. */
export class AccountRefused extends Error {
  constructor(readonly field: 'secret_key' | 'brand_id' | 'api_url') {
    super(`The gateway does not accept the ${field} of an account`);
  }
}
