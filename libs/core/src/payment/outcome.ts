/** The ways to pay that a payer may be offered. */
export const payMethods = ['duitnow_qr', 'fpx', 'card', 'ewallet'] as const;
export type PayMethod = (typeof payMethods)[number];

/** The way to pay that the text of a payment names; null: the payer chooses at the gateway. */
export function payMethodOf(text: string): PayMethod | null {
  const said = text.trim().toLowerCase();
  if (/wallet/.test(said)) return 'ewallet';
  if (/card/.test(said)) return 'card';
  return payMethods.find((method) => method === said) ?? null;
}

/** The money was taken. */
export interface Succeeded {
  status: 'succeeded';
  /** By the gateway's clock. */
  paid_at: Date;
  /** The means that paid: one of `payMethods`. Of a payment that did not wait: its text. */
  means: string;
  /** The name of the payment at the gateway, for people who look it up there. */
  reference: string | null;
  /** The amount that was taken: compared with what was asked for before anything is booked. */
  amount: number;
  /** Three letters (ISO 4217). */
  currency: string;
  /** Whether no money was moved: the sandbox, and a gateway's test mode. */
  is_test: boolean;
  /** What the gateway keeps of it, in `currency`; null where it does not say so. */
  fee: number | null;
  /** The card that paid, where the gateway was asked to keep it; null otherwise. */
  kept_card: KeptCard | null;
  /** What the gateway has given back of it, in `currency`; absent where it does not say so. */
  refunded?: number;
  /** Whether the payer's bank has taken the money back since; absent: it has not. */
  is_charged_back?: boolean;
}

export interface KeptCard {
  token: string;
  last_four: string | null;
  brand: string | null;
  expiry: { month: number; year: number } | null;
}

/** No money was taken. */
export interface Refused {
  status: 'refused';
  /** `declined`, `insufficient_funds`, …, or how it ended unpaid: `EXPIRED`, `NOT_CARRIED_OUT`. */
  reason: string;
}

/** The payer has not decided so far, or the bank has not. */
export interface Waiting {
  status: 'waiting';
  /** The gateway's own id of the attempt: `find`, `abandon` and `refund` are given it back. */
  gateway_id: string;
  /** Payload of an EMV QR code that pays it; null where the gateway has none. */
  qr: string | null;
  /** Page of the gateway at which the payer pays; null where there is none. */
  redirect_url: string | null;
  /** No payment is begun from then on. */
  expires_at: Date;
  /** Whether the payer has paid and the bank has not answered: it cannot be abandoned now. */
  is_processing: boolean;
}

/** What an attempt came to so far. */
export type Outcome = Succeeded | Refused | Waiting;

/** What ends an attempt. After `EXPIRED` and `NOT_CARRIED_OUT` a slow bank may still pay it. */
export type FinalOutcome = Succeeded | Refused;

/** What a refund came to so far; a pending one was accepted, and the gateway has not carried it out. */
export type RefundOutcome = { status: 'succeeded'; reference: string | null } | Refused | { status: 'pending' };

/** Reason of an attempt that was abandoned before the gateway carried it out: nothing was charged. */
export const NOT_CARRIED_OUT = 'not_charged';

/** Reason of an attempt whose money the payer's bank took back before it was booked. */
export const CHARGED_BACK = 'chargeback';

/** The same outcome, where money that was taken back before it was booked counts as not taken. */
export const unlessChargedBack = (outcome: Outcome): Outcome =>
  outcome.status === 'succeeded' && outcome.is_charged_back ? { status: 'refused', reason: CHARGED_BACK } : outcome;

/** Reason of an attempt whose time passed unpaid. */
export const EXPIRED = 'expired';

/** Why a payment failed of which a gateway took another amount, or other money: nothing was booked. */
export const AMOUNT_DIFFERS = 'amount_differs';

/** Headers of a callback by their name in small letters. */
export type CallbackHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** What the bytes of a callback prove. */
export type CallbackVerdict =
  /** The signature is right: it names an attempt, about which `find` is to be asked. It says nothing about money. */
  | { kind: 'attempt'; attempt_id: string }
  /** The signature is right, and it is about something else. */
  | { kind: 'unrelated' }
  /** The signature is missing or wrong. */
  | { kind: 'forged' }
  /** It was signed more than five minutes ago, or as long ahead, where the scheme has a time. */
  | { kind: 'stale' };

export const refundAbilities = ['none', 'full', 'partial'] as const;

/** What an account can do. */
export interface Abilities {
  /** With what it may be paid, and how much at a time, in MYR; in the order of `payMethods`. */
  methods: { method: PayMethod; min: number; max: number }[];
  refunds: (typeof refundAbilities)[number];
  /** `sandbox`: the built-in one; `test`: a gateway's test mode; `live`: real money. */
  mode: AccountMode;
}

export const accountModes = ['sandbox', 'test', 'live'] as const;
export type AccountMode = (typeof accountModes)[number];
