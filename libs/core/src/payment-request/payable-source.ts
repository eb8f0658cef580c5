import { Injectable } from '@nestjs/common';
import type { Context, Words } from '@usaha/shared';
import type { ModuleKey } from '../module/catalogue.js';
import type { GatewayName } from '../payment/gateway-account.js';
import type { KeptCard, PayMethod } from '../payment/outcome.js';
import type { WaitingFor } from '../payment/payment.entity.js';

/** What a payment request may be of. */
export const payableTypes = [
  'retail.sale',
  'healthcare.bill',
  'education.invoice',
  'beauty.appointment',
  'logistics.freight_invoice',
  'subscription',
] as const;
export type PayableType = (typeof payableTypes)[number];

/** Whether the payee is the platform, and the payer the business itself. */
export const isPaidToPlatform = (type: PayableType): boolean => type === 'subscription';

/** A locked subject, and the amount that is owed of it. */
export interface Payable {
  /** MYR: what a payment may settle; 0 or less when nothing is owed. */
  open: number;
  currency: string;
  /** The number of the document. */
  number: string;
  /** What the document is called. */
  heading: Words;
  is_cancelled: boolean;
  /** Whether money beyond what is open is kept as credit: then all that comes is booked. */
  keeps_credit?: boolean;
}

/** Money that came by a request. */
export interface ReceivedMoney {
  /** MYR, at most what is open. */
  amount: number;
  /** How it came: the payment method of the entry. */
  means: string;
  /** Of the bank or the gateway. */
  reference: string | null;
  payment_request_id: string;
}

/** Money that was given back by a request. */
export interface ReturnedMoney {
  /** MYR, above 0. */
  amount: number;
  /** How it came, and went back: the payment method of the entry. */
  means: string;
  /** Of the bank or the gateway. */
  reference: string | null;
  payment_request_id: string;
  reason: string;
}

/** The entry that a context has made of money that went back. */
export interface ReturnEntry {
  entry_id: string;
  /** MYR: less than was given back where the ledger held less. */
  amount: number;
}

/** The attempt that took money at a gateway. */
export interface PaidAttempt {
  attempt_id: string;
  /** The gateway's own id of it. */
  gateway_id: string | null;
  /** The card that paid, where the request asked to keep it; null otherwise. */
  kept_card: KeptCard | null;
}

/** An attempt that is made. */
export interface BegunAttempt {
  attempt_id: string;
  payment_request_id: string;
  subject_id: string;
  method: PayMethod;
  gateway: GatewayName;
  /** MYR. */
  amount: number;
}

/** Writes attempts into the ledger of their subject before they have money: each is a payment there. */
export interface AttemptEntries {
  /** In the transaction that makes the attempt. */
  begun(ctx: Context, attempt: BegunAttempt): void;
  /** The gateway waits for the payer of a locked attempt. */
  waits(ctx: Context, attempt_id: string, waiting: WaitingFor): Promise<void>;
  /** A locked attempt took no money, or other money than was asked for. */
  failed(ctx: Context, attempt_id: string, reason: string): Promise<void>;
  /** What the ledger says of money that was given back of a booked attempt. */
  returned(ctx: Context, attempt_id: string): Promise<Returned>;
}

/** Money that was given back of an attempt, MYR. */
export interface Returned {
  refunded_amount: number;
  /** On its way back. */
  reserved_amount: number;
  updated_at: Date;
}

/** The entry that a context has made of the money. */
export interface BookedMoney {
  payment_id: string;
  receipt_number: string | null;
}

/** What a context lets people pay by requests. Each context registers its own in `onModuleInit`. */
export interface PayableSource {
  readonly subject_type: PayableType;
  /** null: of the core. */
  readonly module: ModuleKey | null;
  /** What the subject is called. */
  readonly noun: Words;
  /** Locks the subject until the transaction ends. @returns null where there is none */
  open(ctx: Context, id: string): Promise<Payable | null>;
  /** Writes the payment into the ledger of the locked subject, as a payment at the counter is. @param by null: without a gateway @throws invalid for more than is open */
  pay(ctx: Context, id: string, money: ReceivedMoney, by: PaidAttempt | null): Promise<BookedMoney>;
  /** Of subjects whose attempts are entries of their ledger. */
  readonly attempts?: AttemptEntries;
  /** Ends the locked subject, whose request has ended unpaid. Only subjects that are made with their requests have it. */
  end?(ctx: Context, id: string): Promise<void>;
}

/** A subject whose ledger takes money back that came by requests; that of others goes back elsewhere. */
export interface ReturningSource extends PayableSource {
  /** MYR: what the ledger of the locked subject holds of money that came by requests, and can give back. */
  held(ctx: Context, id: string): Promise<number>;
  /**
   * Enters money that was given back into the ledger of the locked subject, as far as that holds it: it is owed again. The money
   * has gone already, so nothing refuses it.
   * @returns null where the ledger holds nothing
   */
  giveBack(ctx: Context, id: string, money: ReturnedMoney): Promise<ReturnEntry | null>;
}

/** The subjects of payment requests, by their types. */
@Injectable()
export class PayableSources {
  private readonly byType = new Map<string, PayableSource>();

  /** @throws Error where one of the type is there already */
  register(source: PayableSource): void {
    if (this.byType.has(source.subject_type)) throw new Error(`${source.subject_type} is paid already`);
    this.byType.set(source.subject_type, source);
  }

  /** @throws Error where the context of the type is not loaded */
  of(type: PayableType): PayableSource {
    const source = this.byType.get(type);
    if (!source) throw new Error(`The context of ${type} is not loaded`);
    return source;
  }

  /** The same of a type whose money goes back by its requests; null where it goes back elsewhere. */
  returningOf(type: PayableType): ReturningSource | null {
    const source = this.of(type);
    return 'giveBack' in source ? (source as ReturningSource) : null;
  }
}
