import { ChipSilent } from './chip-request.js';

/** What the statuses of a purchase mean here (§21, data: chip.statuses). */
const meanings = {
  waiting: ['created', 'sent', 'viewed', 'error', 'overdue'],
  processing: ['pending_execute', 'pending_charge'],
  succeeded: ['paid', 'cleared', 'settled', 'pending_refund', 'refunded'],
  refused: ['blocked'],
  expired: ['expired'],
  abandoned: ['cancelled'],
  chargeback: ['chargeback'],
} as const;

export type ChipMeaning = keyof typeof meanings;

/** With what a purchase was paid, in the words of the service (§21, data: chip.means). */
export type ChipMeans = 'fpx' | 'duitnow_qr' | 'ewallet' | 'card';

/** A purchase of CHIP, as far as it is needed here. Amounts are in ringgit. */
export interface ChipPurchase {
  id: string;
  /** As CHIP says it. */
  status: string;
  meaning: ChipMeaning;
  /** Id of the attempt that it was made for. */
  reference: string;
  checkout_url: string | null;
  is_test: boolean;
  total: number;
  currency: string;
  /** Unix seconds as an instant; null where it has none. */
  due: Date | null;
  paid: { at: Date; means: ChipMeans; amount: number; currency: string; fee: number | null } | null;
  refund_availability: string;
  refundable_amount: number;
  /** The card that paid, where CHIP was asked to keep it; null otherwise. */
  kept_card: ChipCard | null;
}

/** A card that CHIP keeps: its token is the id of the purchase that it paid. */
export interface ChipCard {
  token: string;
  last_four: string | null;
  brand: string | null;
  expiry: { month: number; year: number } | null;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const within = (of: Fields, name: string): Fields => {
  const value = of[name];
  return isFields(value) ? value : {};
};

/** @throws ChipSilent */
function textOf(of: Fields, name: string): string {
  const value = of[name];
  if (typeof value !== 'string' || value === '') throw new ChipSilent(`A purchase of CHIP has no ${name}`);
  return value;
}

/** Ringgit of sen. @throws ChipSilent for what is no whole number of sen from 0 */
function ringgitOf(of: Fields, name: string): number {
  const value = of[name];
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new ChipSilent(`A purchase of CHIP has no amount ${name}`);
  return (value as number) / 100;
}

const instantOf = (value: unknown): Date | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? new Date(value * 1_000) : null;

export function meansOf(payment_method: unknown): ChipMeans {
  const method = typeof payment_method === 'string' ? payment_method : '';
  if (method === 'fpx' || method === 'fpx_b2b1') return 'fpx';
  if (method === 'duitnow_qr') return 'duitnow_qr';
  return method.startsWith('razer_') ? 'ewallet' : 'card';
}

/** @throws ChipSilent for a status that is never used here: what it means for the money is unknown */
export function meaningOf(status: string): ChipMeaning {
  for (const [meaning, statuses] of Object.entries(meanings))
    if ((statuses as readonly string[]).includes(status)) return meaning as ChipMeaning;
  throw new ChipSilent(`A purchase of CHIP has the status ${JSON.stringify(status.slice(0, 40))}`);
}

/** Whether money was taken at some time. */
const hasBeenPaid = (meaning: ChipMeaning): boolean => meaning === 'succeeded' || meaning === 'chargeback';

/**
 * Reads a purchase. Fields that are missing or of another type are not guessed.
 * @throws ChipSilent for an answer that is no purchase, or says that it is paid without saying what
 */
export function purchaseOf(body: unknown): ChipPurchase {
  if (!isFields(body)) throw new ChipSilent('The answer of CHIP is no purchase');
  const status = textOf(body, 'status');
  const meaning = meaningOf(status);
  const purchase = within(body, 'purchase');
  const { checkout_url } = body;
  return {
    id: textOf(body, 'id'),
    status,
    meaning,
    reference: textOf(body, 'reference'),
    checkout_url: typeof checkout_url === 'string' && checkout_url !== '' ? checkout_url : null,
    is_test: body.is_test !== false,
    total: ringgitOf(purchase, 'total'),
    currency: textOf(purchase, 'currency'),
    due: instantOf(body.due),
    paid: hasBeenPaid(meaning) ? paidOf(body) : null,
    refund_availability: typeof body.refund_availability === 'string' ? body.refund_availability : 'none',
    refundable_amount: hasBeenPaid(meaning) ? ringgitOf(body, 'refundable_amount') : 0,
    kept_card: body.is_recurring_token === true && hasBeenPaid(meaning) ? cardOf(body) : null,
  };
}

function cardOf(body: Fields): ChipCard {
  const { masked_pan, card_brand, expiry_month, expiry_year } = within(within(body, 'transaction_data'), 'extra');
  const year = typeof expiry_year === 'number' && expiry_year < 100 ? 2_000 + expiry_year : expiry_year;
  const isDated = typeof expiry_month === 'number' && typeof year === 'number';
  return {
    token: textOf(body, 'id'),
    last_four: typeof masked_pan === 'string' ? (/(\d{4})$/.exec(masked_pan)?.[1] ?? null) : null,
    brand: typeof card_brand === 'string' ? card_brand.toLowerCase().slice(0, 50) : null,
    expiry: isDated ? { month: expiry_month, year } : null,
  };
}

function paidOf(body: Fields): ChipPurchase['paid'] {
  const payment = within(body, 'payment');
  const at = instantOf(payment.paid_on) ?? instantOf(payment.remote_paid_on);
  if (at === null) throw new ChipSilent('A purchase of CHIP is paid, and has no time of the payment');
  return {
    at,
    means: meansOf(within(body, 'transaction_data').payment_method),
    amount: ringgitOf(payment, 'amount'),
    currency: textOf(payment, 'currency'),
    fee: Number.isSafeInteger(payment.fee_amount) ? ringgitOf(payment, 'fee_amount') : null,
  };
}
