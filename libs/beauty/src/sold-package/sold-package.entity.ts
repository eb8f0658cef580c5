import { Entity } from 'typeorm';
import { ErasableRecord } from '@usaha/core';
import { columns, conflict, fieldMessages, invalid, money } from '@usaha/shared';
import { messages } from '../payment/payment.messages.js';
import type { AppointmentPayment } from '../payment/appointment-payment.entity.js';
import type { ServicePackage } from '../package/package.entity.js';
import type { SalonService } from '../service/salon-service.entity.js';
import { sharesByRest } from '../payment/line-arithmetic.js';
import { partsOf, taxesOfRefund, taxesOfSessions, worthOf } from './session-worth.js';
import { MAX_SESSIONS, expiryOf, sessionsOf } from './package-terms.js';
import type { PackageSession, SessionKind } from './package-session.entity.js';

/** What there is of one service. */
export interface SoldSessions {
  service_id: string;
  /** As the service was called when the package was sold. */
  service_name: string;
  total: number;
  remaining: number;
  /** Price of the service when the package was sold, MYR: what the package's price is shared by. */
  list_price: number;
  /** Percent of SST within it. */
  tax_rate: number;
}

/** One entry of the ledger of sessions. */
export type SessionMovement = Pick<
  PackageSession,
  'sold_package_id' | 'position' | 'service_id' | 'kind' | 'sessions_changed' | 'balance' | 'appointment_id'
>;

/** One entry of the ledger of payments. */
type PackagePayment = Omit<AppointmentPayment, 'id' | 'tenant_id' | 'created_at' | 'actor_id'>;
const ofPackage = {
  ...({ appointment_id: null, membership_id: null, purpose: 'package', balance: 0, notes: null } as const),
  ...{ lines: null, tax_amount: null, subject: null, invoice_number: null, reference: null, payment_request_id: null },
};

/** A refund, and the sessions that went with it. */
export interface PackageRefund {
  entry: Omit<PackagePayment, 'receipt_number' | 'position'>;
  movements: SessionMovement[];
}

/** The stated fields of a sale. */
export interface PackageSale {
  payment_method: string | null;
  /** YYYY-MM-DD, in Malaysia. */
  purchase_date: string;
  /** Whether the business is registered for SST. */
  is_taxed: boolean;
  /** Whether the client has a membership in force on that day, and the salon takes its benefits off. */
  is_member?: boolean;
}

/** What a sale notes of a service. */
export type SoldService = Pick<SalonService, 'name' | 'price' | 'tax_rate'>;

/** A session that was taken: its movement, and what it is worth, MYR. */
export interface RedeemedSession {
  movement: SessionMovement;
  worth: number;
}

/**
 * A package that a client bought, paid at once: price, services and expiry as they were at the sale. Its sessions are the
 * sum of their movements, and change only together with one. It is a document of money, and stays when client or package are deleted.
 */
@Entity({ schema: 'beauty', name: 'sold_packages' })
export class SoldPackage extends ErasableRecord {
  @columns.uuid() client_id!: string;
  @columns.uuid() package_id!: string;
  /** Without gaps, per tenant and Malaysian year. */
  @columns.numbered({ name: 'beauty.package_receipt', prefix: 'PKG' }) receipt_number!: string;
  @columns.text() name!: string;
  /** MYR; of a package without a price nothing. */
  @columns.money() price!: number;
  /** What the membership of the client took off at the sale, MYR. */
  @columns.money({ default: 0 }) discount_amount = 0;
  /** Any text, without numbers of cards. */
  @columns.text({ nullable: true, personal: true }) payment_method: string | null = null;
  @columns.day() purchase_date!: string;
  /** YYYY-MM-DD, the last day on which it can be redeemed; null is for ever. */
  @columns.day({ nullable: true }) expires_on: string | null = null;
  @columns.object() sessions: SoldSessions[] = [];
  /** What the sessions that are redeemed are worth, MYR: the rest of the price is owed as service. */
  @columns.money({ default: 0 }) redeemed_amount = 0;
  /** SST within the price, due with the payment (Service Tax Act 2018, s. 11); 0 of a business that is not registered. */
  @columns.money({ default: 0 }) tax_amount = 0;
  /** The part of the price that was given back, MYR. */
  @columns.money({ default: 0 }) refunded_amount = 0;
  /** SST within that, MYR. */
  @columns.money({ default: 0 }) refunded_tax = 0;
  /** When the sale was made void; it keeps its number. */
  @columns.instant({ nullable: true }) voided_at: Date | null = null;
  @columns.sealed() void_reason!: string | null;
  /** How many entries its ledger of sessions has. */
  @columns.count() movements = 0;

  /**
   * @param serviceOf a service as it is today
   * @throws invalid for a package of which no more is sold, and for one whose sessions cannot be told
   */
  static of(
    client_id: string,
    sold: ServicePackage,
    serviceOf: (service_id: string) => SoldService,
    { payment_method, purchase_date, is_taxed, is_member = false }: PackageSale,
  ): SoldPackage {
    if (!sold.is_active) throw invalid('package_id', messages.packageNotSold({ name: sold.name }));
    const made = new SoldPackage();
    made.client_id = client_id;
    made.package_id = sold.id;
    made.name = sold.name;
    const list_price = sold.total_price ?? 0;
    made.discount_amount = is_member ? money.percent(list_price, sold.membership_discount ?? 0) : 0;
    made.price = money.add(list_price, -made.discount_amount);
    made.payment_method = payment_method;
    made.purchase_date = purchase_date;
    made.expires_on = expiryOf(purchase_date, sold.validity_months);
    made.sessions = sessionsBrought(sold, serviceOf);
    made.tax_amount = is_taxed ? money.add(0, ...taxesOfSessions(made.price, made.sessions)) : 0;
    return made;
  }

  /** What the ledger says of a sale. */
  opened(): SessionMovement[] {
    return this.sessions
      .filter(({ total }) => total > 0)
      .map(({ service_id, total }) => this.movement('sold', service_id, total, total, null));
  }

  /** What the ledger of payments says of a sale, which is paid at once; nothing where it cost nothing. */
  paid(): PackagePayment[] {
    if (this.price === 0) return [];
    const { id: sold_package_id, receipt_number, price: amount, payment_method } = this;
    return [{ ...ofPackage, position: 1, kind: 'payment', sold_package_id, receipt_number, amount, payment_method }];
  }

  /**
   * Takes one session. @param day YYYY-MM-DD in Malaysia, of the appointment
   * @throws invalid for a service that it does not bring; conflict when it is void or over, or none is left
   */
  redeem(service_id: string, appointment_id: string, day: string): RedeemedSession {
    const brought = this.sessions.find((one) => one.service_id === service_id);
    if (!brought) throw invalid('service_id', messages.serviceNotInPackage({ name: this.name }));
    if (this.voided_at) throw conflict('voided_at', messages.packageVoided({ name: this.name }));
    if (this.expires_on !== null && this.expires_on < day)
      throw conflict('expires_on', messages.packageExpired({ name: this.name, day: this.expires_on }));
    if (brought.remaining === 0)
      throw conflict('service_id', messages.noSessionLeft({ name: this.name, service: brought.service_name }));
    const worth = this.worthOfNext(brought);
    this.redeemed_amount = money.add(this.redeemed_amount, worth);
    return { movement: this.change(brought, 'redeemed', -1, appointment_id), worth };
  }

  /** Gives a session back that was taken. @param worth what it was worth */
  giveBack(service_id: string, appointment_id: string, worth: number): SessionMovement[] {
    const brought = this.sessions.find((one) => one.service_id === service_id);
    if (brought) this.redeemed_amount = money.add(this.redeemed_amount, -worth);
    return brought ? [this.change(brought, 'returned', 1, appointment_id)] : [];
  }

  /** What can still be given back: the worth of the sessions that are not redeemed, MYR. */
  get rest(): number {
    return money.add(this.price, -this.redeemed_amount, -this.refunded_amount);
  }

  /**
   * Makes the sale void: all money is given back, and no session is left.
   * @returns null in `entry` where it cost nothing
   * @throws conflict when it is void already, or was used or refunded in part
   */
  void(reason: string, now: Date): { entry: PackageRefund['entry'] | null; movements: SessionMovement[] } {
    if (this.voided_at) throw conflict('voided_at', messages.packageVoided({ name: this.name }));
    const isUsed = this.sessions.some(({ total, remaining }) => remaining !== total);
    if (isUsed || this.refunded_amount > 0) throw conflict('sessions', messages.packageUsed({ name: this.name }));
    const entry = this.price > 0 ? this.refundEntry(this.price, null, reason) : null;
    this.voided_at = now;
    this.void_reason = reason;
    return { entry, movements: this.takeAll('voided') };
  }

  /**
   * Gives back what is left of the price, after which no session is left, or a part of it: the sessions stay and are worth the less.
   * @param sent MYR; null is all that is left @param payment_method null is that of the sale
   * @throws conflict where it is void, or nothing is left; invalid below 0.01 and above what is left
   */
  refund(sent: number | null, payment_method: string | null, reason: string): PackageRefund {
    if (this.voided_at) throw conflict('voided_at', messages.packageVoided({ name: this.name }));
    const most = this.rest;
    if (most === 0) throw conflict('amount', messages.nothingHeld());
    const amount = money.within('amount', sent ?? most);
    if (amount <= 0) throw invalid('amount', fieldMessages.mustBeMoreThanZero({ field: 'amount' }));
    if (amount > most) throw invalid('amount', messages.amountBeyondHeld({ amount, most }));
    const entry = this.refundEntry(amount, payment_method, reason);
    return { entry, movements: amount === most ? this.takeAll('refunded') : [] };
  }

  /** The refund, divided among the services as the price was. */
  private refundEntry(amount: number, method: string | null, notes: string): PackageRefund['entry'] {
    this.refunded_amount = money.add(this.refunded_amount, amount);
    const parts = sharesByRest(amount, partsOf(this.price, this.sessions));
    const rates = this.sessions.map(({ tax_rate }) => tax_rate ?? 0);
    const taxes = taxesOfRefund(parts, rates, {
      left: money.add(this.tax_amount, -this.refunded_tax),
      isLast: this.refunded_amount === this.price,
    });
    const tax_amount = money.add(0, ...taxes);
    this.refunded_tax = money.add(this.refunded_tax, tax_amount);
    const lines = this.sessions.flatMap(({ service_name, tax_rate }, line) => {
      const part = parts[line] ?? 0;
      const description = `${this.name}: ${service_name}`;
      return part > 0 ? [{ line, description, tax_rate, amount: part, tax_amount: taxes[line] ?? 0 }] : [];
    });
    const payment_method = method ?? this.payment_method;
    return { ...ofPackage, kind: 'refund', sold_package_id: this.id, amount, payment_method, notes, lines, tax_amount };
  }

  private takeAll(kind: SessionKind): SessionMovement[] {
    const left = this.sessions.filter(({ remaining }) => remaining > 0);
    return left.map((brought) => this.change(brought, kind, -brought.remaining, null));
  }

  /** The last session takes what is left of the price, so that all of them together are worth it. */
  private worthOfNext(brought: SoldSessions): number {
    const left = this.rest;
    if (this.sessions.reduce((sum, { remaining }) => sum + remaining, 0) === 1) return left;
    return Math.min(left, worthOf(this.price, this.sessions, brought));
  }

  private change(brought: SoldSessions, kind: SessionKind, by: number, appointment_id: string | null): SessionMovement {
    const remaining = brought.remaining + by;
    this.sessions = this.sessions.map((one) => (one === brought ? { ...one, remaining } : one));
    return this.movement(kind, brought.service_id, by, remaining, appointment_id);
  }

  private movement(
    kind: SessionKind,
    service_id: string,
    sessions_changed: number,
    balance: number,
    appointment_id: string | null,
  ): SessionMovement {
    const position = ++this.movements;
    return { sold_package_id: this.id, position, service_id, kind, sessions_changed, balance, appointment_id };
  }
}

/** By service, in the order of the package; a service that it names several times counts once, with all of them. */
function sessionsBrought(sold: ServicePackage, serviceOf: (service_id: string) => SoldService): SoldSessions[] {
  const brought = new Map<string, number>();
  for (const service of sold.services) {
    const sessions = sessionsOf(service, sold.validity_months);
    if (sessions === null)
      throw invalid(
        'package_id',
        messages.sessionsUnknown({ name: sold.name, service: serviceOf(service.service_id).name }),
      );
    const together = (brought.get(service.service_id) ?? 0) + sessions;
    if (together > MAX_SESSIONS) throw invalid('package_id', messages.tooManySessions({ most: MAX_SESSIONS }));
    brought.set(service.service_id, together);
  }
  return [...brought].map(([service_id, total]) => {
    const { name: service_name, price: list_price, tax_rate } = serviceOf(service_id);
    return { service_id, service_name, total, remaining: total, list_price, tax_rate };
  });
}
