import type { Card } from './card.js';

/** What an attempt came to: carried out, or refused for a reason (`declined`, `insufficient_funds`, …). */
export type Outcome = { succeeded: true } | { succeeded: false; reason: string };

/** Identifies one payment attempt for ever: a second request with the same id is the same attempt. */
export interface Attempt {
  tenant_id: string;
  /** Id of the payment or of the refund: the gateway's own idempotency key. */
  attempt_id: string;
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

export interface ChargeRequest extends Attempt {
  /** Above 0, in `currency`, at most two decimals. */
  amount: number;
  /** Three letters (ISO 4217). */
  currency: string;
  method: Means;
  /** When the payment was asked for. */
  at: Date;
}

export interface RefundRequest extends Attempt {
  /** The attempt that took the money. */
  charge_id: string;
  amount: number;
  currency: string;
  at: Date;
}

/** Reason of an attempt that was abandoned before the gateway carried it out: nothing was charged, and nothing will be. */
export const NOT_CARRIED_OUT = 'not_charged';

/**
 * A payment gateway. Every method may be repeated: an attempt is carried out once, and has one outcome for ever.
 * A gateway that cannot answer throws; the attempt then stays pending and is asked for again. No transaction of ours is
 * open while it thinks. An implementation for a real one is put into `CoreSettings`.
 */
export abstract class PaymentGateway {
  /** Takes a card into the gateway's keeping; here only what it gives for it is kept. @throws DomainError for a card it refuses to keep */
  abstract tokenise(card: Card): Promise<string>;

  abstract charge(request: ChargeRequest): Promise<Outcome>;

  abstract refund(request: RefundRequest): Promise<Outcome>;

  /** The outcome that an attempt has; `unknown` for one that was not carried out so far. */
  abstract find(attempt: Attempt): Promise<Outcome | 'unknown'>;

  /**
   * Makes sure that an attempt whose outcome no caller awaits any more is not carried out later either.
   * @returns the outcome it had already, or from now on: refused, `not_charged`
   */
  abstract abandon(attempt: Attempt): Promise<Outcome>;
}
