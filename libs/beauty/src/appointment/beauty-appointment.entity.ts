import { Entity } from 'typeorm';
import { columns, assignDefined, invalid, malaysianDay, money } from '@usaha/shared';
import { messages } from '../messages.js';
import type { RefundedLine } from '../payment/appointment-payment.entity.js';
import { ChargedRecord, type Movement } from '../payment/charged-record.js';
import { sharesByRest, sharesOf } from '../payment/line-arithmetic.js';
import {
  appointmentLifecycle,
  beautyAppointmentStatuses,
  occupies,
  type BeautyAppointmentStatus,
} from './appointment-lifecycle.js';
import { productLine, serviceLine, type BilledLine, type BilledProduct } from './billed-products.js';
import type { AppointmentLine } from './appointment-line.entity.js';
import { NOTHING_STATED, contraindicationsOf, type Contraindication, type Sensitivities } from './contraindications.js';
import { printOf } from './invoice-print.js';
import { isDated, minutesOf } from './line-times.js';

/** How a client wants to be reminded; further keys are kept as they were sent. */
export interface ReminderPreferences {
  email?: boolean | null;
  /** false: no SMS; else as the client prefers. */
  sms?: boolean | null;
  /** Whole hours, 0 or more. */
  reminder_hours_before?: number | null;
}

/** A service rendered at an appointment, as it was sent. */
export interface RenderedService {
  service_id: string;
  notes?: string | null;
  /** Texts, or objects like { product_id, quantity }. */
  products_used?: unknown[] | null;
  recommendations?: string[] | null;
}

/** What may be said of an appointment, and follows no rule. */
const details = [
  'payment_method',
  'notes',
  'special_requests',
  'reminder_preferences',
] as const satisfies (keyof BeautyAppointment)[];
export type BeautyAppointmentDetails = Pick<BeautyAppointment, (typeof details)[number]>;

/** The details of a completion, without the money. */
export type TreatmentOutcome = Pick<
  BeautyAppointment,
  'services_rendered' | 'staff_notes' | 'follow_up_required' | 'follow_up_date'
>;

/** The longest that an appointment can take, in minutes: 32 bits. */
const MOST_MINUTES = 2 ** 31 - 1;
/** Names of refunds of no line, in both languages of documents. */
const DEPOSIT = 'Deposit';
const OVERPAID = 'Lebihan bayaran / Overpayment';

/** A client's visit to a salon: one or more services, each with its member of staff and its time. */
@Entity({ schema: 'beauty', name: 'appointments' })
export class BeautyAppointment extends ChargedRecord {
  /** null of a walk-in without a client. */
  @columns.uuid({ nullable: true }) client_id: string | null = null;
  @columns.choice(beautyAppointmentStatuses) status: BeautyAppointmentStatus = 'pending';
  /** The day in Malaysia of the earliest start, else of creation. */
  @columns.day() day!: string;
  /** The earliest start, a plain time on its day; null without times. */
  @columns.instant({ nullable: true }) starts_at: Date | null = null;
  /** Whether the earliest start was given with its date: only of such a one a client is reminded. */
  @columns.flag() is_dated = false;
  @columns.count() total_duration_minutes = 0;
  @columns.sealedTogether() protected readonly particulars!: object;
  @columns.sealedWithin('particulars') notes!: string | null;
  @columns.sealedWithin('particulars') special_requests!: string | null;
  @columns.sealedWithin<RenderedService[]>('particulars', () => []) services_rendered!: RenderedService[];
  @columns.sealedWithin('particulars') staff_notes!: string | null;
  @columns.sealedWithin('particulars') cancellation_reason!: string | null;
  /** An open object: what else was sent with it is not known, and stands on no audit trail. */
  @columns.object({ nullable: true, personal: true }) reminder_preferences: ReminderPreferences | null = null;
  /** Whether a mail server accepted the reminder of this time. */
  @columns.flag() reminder_sent = false;
  /** How often time or client became another one: an appointment that was moved away and back is reminded of again. */
  @columns.count() times_moved = 0;
  /** How often its lines became others: its version rises with them. */
  @columns.count() lines_changed = 0;
  /** Moments, each null until it has come. */
  @columns.instant({ nullable: true }) checked_in_at: Date | null = null;
  @columns.instant({ nullable: true }) started_at: Date | null = null;
  @columns.instant({ nullable: true }) completed_at: Date | null = null;
  @columns.instant({ nullable: true }) cancelled_at: Date | null = null;
  /** The canceller, as sent; by default the user who did. */
  @columns.text({ nullable: true, personal: true }) cancelled_by: string | null = null;
  /** Products on the same bill, in the order in which they were sent. */
  @columns.object({ default: () => "'[]'" }) products: BilledProduct[] = [];
  /** Of its invoice: drawn when it is completed first, and kept while that says the same. */
  @columns.numberedLater({ name: 'beauty.invoice', prefix: 'INV' }) invoice_number: string | null = null;
  @columns.instant({ nullable: true }) invoiced_at: Date | null = null;
  /** What its invoice says, digested; null of one from before that was noted. */
  @columns.text({ nullable: true }) invoice_print: string | null = null;
  /** The number of the invoice before this one, which said something else. */
  @columns.text({ nullable: true }) replaced_invoice: string | null = null;
  @columns.flag() follow_up_required = false;
  @columns.day({ nullable: true, personal: true }) follow_up_date: string | null = null;

  /** In the order of their positions. */
  lines!: AppointmentLine[];
  /** Whether its lines or products are others than when it was locked, and not only what they bring. */
  is_rebooked = false;
  /** Allergies and conditions of its client, read with it: to warn of, never kept with it. */
  stated!: Sensitivities;

  /** Whether it is of no client. */
  get walk_in(): boolean {
    return this.client_id === null;
  }

  get is_completed(): boolean {
    return this.status === 'completed';
  }

  /** The lines of its bill: services, then products. */
  get billed(): BilledLine[] {
    return [...this.lines.map(serviceLine), ...this.products.map(productLine)];
  }

  /** Of each line of the bill, less what refunds named of single ones, as far as that was not received again. */
  get shares(): number[] {
    const { billed } = this;
    if (billed.every(({ refunded }) => refunded === 0)) return sharesOf(this.revenue, billed);
    const charged = sharesOf(this.charged, billed);
    const left = billed.map(({ refunded }, i) => Math.max(0, money.add(charged[i] ?? 0, -refunded)));
    return sharesByRest(this.revenue, left);
  }

  /** Money that was received again is no longer given back of lines, the first first. */
  followReceived(): void {
    const all = [...this.lines, ...this.products];
    const refunded = money.add(0, ...all.map((line) => line.refunded));
    let over = money.add(refunded, this.revenue, -this.charged);
    for (const line of over > 0 ? all : []) {
      const received = Math.min(over, line.refunded);
      line.refunded = money.add(line.refunded, -received);
      over = money.add(over, -received);
    }
  }

  /**
   * Says of which lines the last refund was, with it in its entry: they bring less then.
   * @param parts MYR of each line @param moved the entry
   */
  refundLines(parts: readonly number[], moved: Movement): void {
    const all = [...this.lines, ...this.products];
    all.forEach((line, i) => (line.refunded = money.add(line.refunded, parts[i] ?? 0)));
    moved.lines = this.creditedLines(parts);
  }

  protected override refundedLines(credited: number, rest: number, parts: readonly number[]): RefundedLine[] {
    const description = this.is_completed ? OVERPAID : DEPOSIT;
    return [
      ...(credited > 0 ? this.creditedLines(sharesByRest(credited, parts)) : []),
      ...(rest > 0 ? [{ line: null, description, tax_rate: 0, amount: rest, tax_amount: null }] : []),
    ];
  }

  private creditedLines(parts: readonly number[]): RefundedLine[] {
    return this.billed.flatMap(({ description, tax_rate }, line) => {
      const amount = parts[line] ?? 0;
      return amount > 0 ? [{ line, description, tax_rate, amount, tax_amount: null }] : [];
    });
  }

  /** Whether it takes the time of its staff. */
  get is_occupying(): boolean {
    return occupies(this.status);
  }

  /** Worked out when it is asked for, by what client and services say today. */
  get warnings(): Contraindication[] {
    return contraindicationsOf(this.lines, () => this.stated);
  }

  /** Absent fields stay. */
  describe(changes: Partial<BeautyAppointmentDetails>): void {
    assignDefined(this, changes, details);
  }

  /** Whose visit it is, null for a walk-in. Another client has not been reminded of it. */
  bookFor(client: ({ id: string } & Sensitivities) | null): void {
    const isNew = (this.stated as Sensitivities | undefined) === undefined;
    const client_id = client?.id ?? null;
    if (!isNew && this.client_id !== client_id) this.remindAnew();
    this.client_id = client_id;
    this.stated = client ?? NOTHING_STATED;
  }

  /**
   * Takes these lines instead of those that it had; price, duration, day and time follow. Another time is one that the client
   * has not been reminded of.
   * @param created when the appointment was created
   * @throws invalid for none, and for more money or minutes than can be kept
   */
  take(lines: AppointmentLine[], created: Date): void {
    if (lines.length === 0) throw invalid('services', messages.noServices());
    const minutes = minutesOf(lines);
    if (minutes > MOST_MINUTES) throw invalid('services', messages.servicesTooLong({ most: MOST_MINUTES }));
    const first = earliest(lines);
    const time = { starts_at: first?.starts_at ?? null, is_dated: first ? isDated(first) : false };
    const stays = time.starts_at?.getTime() === this.starts_at?.getTime() && time.is_dated === this.is_dated;
    const isNew = (this.lines as AppointmentLine[] | undefined) === undefined;
    if (!isNew && !stays) this.remindAnew();
    const day = first?.day ?? malaysianDay(created);
    const total_price = totalOf(lines, this.products);
    Object.assign(this, { lines, day, ...time, total_price, total_duration_minutes: minutes });
  }

  /** Puts these products on its bill instead of those that there were. @throws invalid for more money than can be kept */
  bill(products: BilledProduct[]): void {
    this.total_price = totalOf(this.lines, products);
    this.products = products;
  }

  /** Any status may follow any other; it brings its moment and moves no money. */
  setStatus(status: BeautyAppointmentStatus, now: Date): void {
    if (status === this.status) return;
    this.become(status);
    if (status === 'in_progress') this.started_at = now;
    if (status === 'completed') this.completed_at = now;
    if (status === 'cancelled') this.cancelled_at = now;
    // No charge was stated: the total price counts.
    if (status === 'completed') Object.assign(this, { total_amount: null, discount_amount: 0 });
  }

  /** The first moment stays, however often it is done. @throws conflict when it has begun or is over */
  checkIn(now: Date): void {
    this.become(appointmentLifecycle.after('check_in', this.status));
    this.checked_in_at ??= now;
  }

  /**
   * Whether it is completed and needs the number of an invoice: it has none, or the one that it has says something else.
   * @param before `printOf` the invoice where that was not noted; null where it is not known
   */
  lacksInvoice(before: string | null): boolean {
    if (!this.is_completed || this.invoice_number === null) return this.is_completed;
    const issued = this.invoice_print ?? before;
    return issued !== null && issued !== printOf(this);
  }

  /** Gives it the number of its invoice, in place of the one that it has. */
  invoice(invoice_number: string, now: Date): void {
    this.replaced_invoice = this.invoice_number;
    this.invoice_number = invoice_number;
    this.invoiced_at = now;
    this.invoice_print = printOf(this);
  }

  /** A client need not have been checked in. @throws conflict when it has begun or is over */
  start(now: Date): void {
    this.become(appointmentLifecycle.after('start', this.status));
    this.started_at = now;
  }

  /** It need not have been started. A detail that is not stated was not so. @throws conflict when it is over */
  complete(now: Date, came: TreatmentOutcome): void {
    this.become(appointmentLifecycle.after('complete', this.status));
    this.completed_at = now;
    Object.assign(this, came);
  }

  /** @throws conflict when it is over */
  cancel(now: Date, reason: string | null, cancelled_by: string | null): void {
    this.become(appointmentLifecycle.after('cancel', this.status));
    this.cancelled_at = now;
    this.cancellation_reason = reason;
    this.cancelled_by = cancelled_by;
  }

  /** An appointment that was set back has not come to its end. */
  private become(status: BeautyAppointmentStatus): void {
    this.status = status;
    this.completed_at = null;
    this.cancelled_at = null;
  }

  /** Another occasion: what was claimed or sent before was about another one. */
  private remindAnew(): void {
    this.reminder_sent = false;
    this.times_moved += 1;
  }
}

/** @throws invalid for more money than can be kept */
const totalOf = (...parts: (readonly { price: number }[])[]): number =>
  money.within('total_price', money.add(0, ...parts.flat().map(({ price }) => price)));

/** The line that begins first; null where none has a start. */
function earliest(lines: readonly AppointmentLine[]): AppointmentLine | null {
  const timed = lines.filter(({ starts_at }) => starts_at !== null);
  const first = Math.min(...timed.map(({ starts_at }) => (starts_at as Date).getTime()));
  return timed.find(({ starts_at }) => starts_at?.getTime() === first) ?? null;
}
