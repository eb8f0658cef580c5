import { Entity } from 'typeorm';
import { TenantRecord, columns, conflict, invalid, money } from '@usaha/shared';
import type { PayMethod } from '../payment/outcome.js';
import type { WaitingFor } from '../payment/payment.entity.js';
import type { BookedMoney, PayableType } from './payable-source.js';
import { messages } from './payment-request.messages.js';

export const paymentRequestStatuses = ['open', 'paid', 'expired', 'cancelled'] as const;
export type PaymentRequestStatus = (typeof paymentRequestStatuses)[number];

/** How money came that a user confirms. */
export const CONFIRMED_MEANS = 'duitnow_qr';

/** Least amount of a request, MYR. */
export const LEAST_REQUESTED = 1;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const LEAST_MS = 15 * MINUTE_MS;
const MOST_MS = 90 * DAY_MS;
const LIFETIME_MS = 7 * DAY_MS;

/** What a request is made from. */
export interface RequestTold {
  subject_type: PayableType;
  subject_id: string;
  subject_number: string;
  description: string;
  /** MYR. */
  amount: number;
  /** With what it may be paid; none: with all that the business can take then. */
  methods: PayMethod[];
  expires_at?: Date;
  created_by: string | null;
  /** Claim of the request's Idempotency-Key. */
  request_key?: string | null;
  /** Whether the document ends with it, where it ends unpaid. */
  ends_subject?: boolean;
  keep_card?: boolean;
}

/** Money that came by a request, and what of it was booked. */
export interface SettledRequest {
  /** MYR: all that came. */
  received: number;
  /** MYR: what the subject could not take. */
  unapplied: number;
  means: string;
  reference: string | null;
  paid_at: Date;
  /** Whether a user confirmed it; otherwise it came by an attempt. */
  is_confirmed: boolean;
  /** null where nothing was booked. */
  booked: BookedMoney | null;
  now: Date;
}

/**
 * What a business asks of a person for a document. Amounts are MYR. A document has one open request at most. Final states stay,
 * save that money which came after all makes a request paid.
 */
@Entity({ schema: 'core', name: 'payment_requests' })
export class PaymentRequest extends TenantRecord {
  /** One of `payableTypes`. */
  @columns.code() subject_type!: PayableType;
  @columns.uuid() subject_id!: string;
  /** The number of the document, as it was then. */
  @columns.code() subject_number!: string;
  /** What people wrote of it. */
  @columns.sealedTogether() protected readonly particulars!: object;
  @columns.sealedWithin('particulars') description!: string;
  /** Why it was cancelled: `settled_elsewhere`, `subject_cancelled`, `replaced`, or the words of the user. */
  @columns.sealedWithin('particulars') status_reason!: string | null;
  /** The amount asked for; it falls to what is owed. */
  @columns.money() amount!: number;
  @columns.choice(paymentRequestStatuses) status: PaymentRequestStatus = 'open';
  @columns.instant() expires_at!: Date;
  @columns.instant({ nullable: true }) paid_at: Date | null = null;
  /** What came, the unapplied part of it too. */
  @columns.money() paid_amount = 0;
  /** What came, was not booked since the document could not take it, and was not given back. */
  @columns.money() unapplied_amount = 0;
  /** MYR that went into the ledger of the document; it stays when a part is given back. */
  @columns.money({ default: 0 }) booked_amount = 0;
  /** MYR that was given back. */
  @columns.money({ default: 0 }) refunded_amount = 0;
  /** What refunds that are pending give back. */
  @columns.money({ default: 0 }) reserved_amount = 0;
  @columns.text({ nullable: true }) means: string | null = null;
  /** Of the bank; that of another request is refused. */
  @columns.code({ nullable: true }) reference: string | null = null;
  @columns.text({ nullable: true }) receipt_number: string | null = null;
  /** The entry of the document's ledger. */
  @columns.uuid({ nullable: true }) payment_id: string | null = null;
  /** When a user confirmed that money came, how much, and what of it was not booked. */
  @columns.instant({ nullable: true }) confirmed_at: Date | null = null;
  @columns.money({ nullable: true }) confirmed_amount: number | null = null;
  @columns.money({ nullable: true }) confirmed_unapplied: number | null = null;
  /** The user or API key; null for the service itself. */
  @columns.uuid({ nullable: true }) created_by: string | null = null;
  /** With what it may be paid; none: with all that the business can take then. */
  @columns.list({ default: () => "'{}'::text[]" }) methods: PayMethod[] = [];
  /** How often its link was renewed: those of before open nothing. */
  @columns.count({ default: 0 }) link_generation = 0;
  /** When it was paid, cancelled or expired; null while it is open. */
  @columns.instant({ nullable: true }) ended_at: Date | null = null;
  /** JSON of what the payer needs while an attempt waits: an address that pays is a secret. */
  @columns.sealed({ code: true }) sealed_waiting: string | null = null;
  /** By it a repeated request with the same Idempotency-Key finds what the first one made. */
  @columns.uuid({ nullable: true }) request_key: string | null = null;
  /** Whether the document ends with it, where it ends unpaid: a sale is void then. */
  @columns.flag({ default: false }) ends_subject = false;
  /** Whether the card that pays is kept for the charges to come. */
  @columns.flag({ default: false }) keep_card = false;
  /** The message that carried its link; null where none did. */
  @columns.uuid({ nullable: true }) message_id: string | null = null;
  /** Whether an attempt of its payer is to be abandoned since the request has changed; no column. */
  leaves_attempt = false;

  /** @throws invalid for an expiry that is too soon or too late */
  static of({ expires_at, ...told }: RequestTold, now: Date): PaymentRequest {
    const request = Object.assign(new PaymentRequest(), told, { status_reason: null });
    request.expires_at = expires_at ?? new Date(now.getTime() + LIFETIME_MS);
    const lasts = request.expires_at.getTime() - now.getTime();
    if (lasts < LEAST_MS || lasts > MOST_MS) throw invalid('expires_at', messages.expiryOutside());
    return request;
  }

  /** What it reads at an instant: an open request is expired from `expires_at` on, before a job writes it down. */
  statusAt(now: Date): PaymentRequestStatus {
    return this.status === 'open' && this.expires_at <= now ? 'expired' : this.status;
  }

  /** What the payer needs while an attempt waits. */
  get waiting(): WaitingFor | null {
    return this.sealed_waiting === null ? null : (JSON.parse(this.sealed_waiting) as WaitingFor);
  }

  /** An attempt waits for the payer, or none does any more. */
  showWaiting(waiting: WaitingFor | null): void {
    this.sealed_waiting = waiting && JSON.stringify(waiting);
  }

  /** Names the message that carries its link. */
  tellBy(message_id: string): void {
    this.message_id = message_id;
  }

  /** The links of before open nothing any more. */
  renewLink(): void {
    this.link_generation += 1;
  }

  /** @throws conflict unless it is open */
  assertOpen(now: Date): void {
    const status = this.statusAt(now);
    if (status !== 'open') throw conflict('status', messages.requestEnded({ status }));
  }

  /** @throws conflict unless it is open */
  cancel(reason: string | null, now: Date): void {
    this.assertOpen(now);
    this.end('cancelled', now);
    this.status_reason = reason;
  }

  /** Its time is over. */
  expire(): void {
    this.end('expired', this.expires_at);
  }

  /** The debt has changed without this request: its amount falls to the rest, and with nothing left it is cancelled. */
  follow(open: number, is_cancelled: boolean, now: Date): void {
    if (is_cancelled || open <= 0) {
      this.end('cancelled', now);
      this.status_reason = is_cancelled ? 'subject_cancelled' : 'settled_elsewhere';
    } else if (open < this.amount) {
      this.amount = open;
      this.leaveAttempt();
    }
  }

  /** @throws conflict when it is paid already */
  assertUnpaid(): void {
    if (this.status === 'paid') throw conflict('status', messages.requestEnded({ status: 'paid' }));
  }

  /** Takes in money that came, also after its end, and by a second attempt. */
  settle({ received, unapplied, means, reference, paid_at, is_confirmed, booked, now }: SettledRequest): void {
    this.end('paid', now);
    this.status_reason = null;
    this.paid_amount = money.add(this.paid_amount, received);
    this.unapplied_amount = money.add(this.unapplied_amount, unapplied);
    this.booked_amount = money.add(this.booked_amount, received, -unapplied);
    this.means = means;
    this.reference = reference ?? this.reference;
    this.paid_at = paid_at;
    this.receipt_number = booked?.receipt_number ?? this.receipt_number;
    this.payment_id = booked?.payment_id ?? this.payment_id;
    if (!is_confirmed) return;
    this.confirmed_at = now;
    this.confirmed_amount = received;
    this.confirmed_unapplied = unapplied;
  }

  /** MYR: what came, was not given back, and is not reserved. */
  get refundable(): number {
    return money.add(this.paid_amount, -this.refunded_amount, -this.reserved_amount);
  }

  /** MYR: what of it the ledger of its document holds. */
  get held_by_document(): number {
    return money.add(this.paid_amount, -this.refunded_amount, -this.unapplied_amount);
  }

  /** The ledger of its document has paid money out that came by it. @param amount at most `held_by_document` */
  unapply(amount: number): void {
    this.unapplied_amount = money.add(this.unapplied_amount, amount);
  }

  /** A refund begins. @param amount at most `refundable` */
  reserve(amount: number): void {
    this.reserved_amount = money.add(this.reserved_amount, amount);
  }

  /** A refund has failed. */
  release(amount: number): void {
    this.reserved_amount = money.add(this.reserved_amount, -amount);
  }

  /** Takes back a reserved amount, unapplied money first. @returns MYR: the rest, which the document gives back */
  giveBack(amount: number): number {
    const unapplied = Math.min(amount, this.unapplied_amount);
    this.release(amount);
    this.refunded_amount = money.add(this.refunded_amount, amount);
    this.unapplied_amount = money.add(this.unapplied_amount, -unapplied);
    return money.add(amount, -unapplied);
  }

  private end(status: PaymentRequestStatus, at: Date): void {
    this.status = status;
    this.ended_at = at;
    this.leaveAttempt();
  }

  private leaveAttempt(): void {
    this.leaves_attempt ||= this.sealed_waiting !== null;
    this.sealed_waiting = null;
  }
}
