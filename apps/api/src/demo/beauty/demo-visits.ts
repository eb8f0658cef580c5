import { AppointmentPayment, BeautyAppointment, linesOf, type LineSources, type PaymentMovement } from '@usaha/beauty';
import { malaysianDay, newId } from '@usaha/shared';
import type { DocumentNumbers } from '../core/document-numbers.js';
import { minutesAfter } from '../core/demo-days.js';
import { Lottery, type DemoRandom } from '../core/demo-random.js';
import { born, touch } from '../core/demo-records.js';
import { clock, type DemoBooking, type DemoOffer } from './demo-bookings.js';
import { chargeFor, coverWith, shareOut } from './demo-charges.js';
import type { DemoMemberships } from './demo-memberships.js';
import type { DemoSalon } from './demo-salon.js';
import { cancelledAt, outcomeOf, progressOf, type DemoProgress } from './demo-outcomes.js';
import type { SalonTime } from './salon-time.js';

/** What appointments are kept with. */
export interface DemoDesk {
  offer: DemoOffer;
  memberships: DemoMemberships;
  /** Accounts of those at the till. */
  accounts: readonly string[];
  invoices: DocumentNumbers;
  receipts: DocumentNumbers;
  credit_notes: DocumentNumbers;
  time: SalonTime;
  random: DemoRandom;
}

/** Of past appointments, how many were kept, cancelled and forgotten; of those to come, how many are cancelled already. */
const fates = new Lottery(['completed', 'cancelled', 'no_show'] as const, [86, 9, 5]);
const CANCELLED_AHEAD = 0.05;
const CONFIRMED = 0.65;
const CONFIRMED_DAYS = 3;
const WITH_WISH = 0.08;
const REMINDED = 0.15;
const DAY_MINUTES = 24 * 60;
/** A deposit is a multiple of this, in MYR. */
const DEPOSIT_STEP = 10;
/** Of what is paid, how much is paid at once, in part, and later. */
const payments = new Lottery(['all', 'half', 'none'] as const, [955, 20, 25]);
const PAID_LATER = 0.6;

/** Money that changed hands. */
interface Moved {
  at: Date;
  appointment: BeautyAppointment;
  movement: PaymentMovement;
  payment_method: string | null;
  actor_id: string | null;
}

/**
 * What became of bookings, as the services would have left it: each appointment goes through its verbs, in the order of time,
 * and what it costs and brings is worked out as they do it.
 */
export class DemoVisits {
  readonly appointments: BeautyAppointment[] = [];
  readonly payments: AppointmentPayment[];
  private readonly moved: Moved[] = [];
  private readonly sources: Pick<LineSources, 'services' | 'members'>;
  private readonly methods: Lottery<string>;

  constructor(
    private readonly salon: DemoSalon,
    bookings: readonly DemoBooking[],
    private readonly desk: DemoDesk,
  ) {
    const { services, team } = desk.offer;
    this.sources = {
      services: new Map(services.map(({ service }) => [service.id, service])),
      members: new Map(team.map(({ member }) => [member.id, member])),
    };
    this.methods = new Lottery(Object.keys(salon.payment_methods), Object.values(salon.payment_methods));
    const inOrder = [...bookings].sort((a, b) => a.at.getTime() - b.at.getTime());
    for (const booking of inOrder) this.keep(booking);
    const completed = this.appointments.filter((one) => one.lacksInvoice(null));
    completed.sort((a, b) => (a.completed_at as Date).getTime() - (b.completed_at as Date).getTime());
    for (const one of completed) one.invoice(desk.invoices.next(one.completed_at as Date), one.completed_at as Date);
    this.moved.sort((a, b) => a.at.getTime() - b.at.getTime());
    this.payments = this.moved.map(({ at, appointment, movement, ...told }) =>
      Object.assign(new AppointmentPayment(), movement, told, {
        id: newId(at),
        created_at: at,
        appointment_id: appointment.id,
        receipt_number: (movement.kind === 'refund' ? desk.credit_notes : desk.receipts).next(at),
      }),
    );
  }

  private keep(booking: DemoBooking): void {
    const { time, random } = this.desk;
    const appointment = this.book(booking);
    this.appointments.push(appointment);
    if (booking.is_redeemed) coverWith(this.desk.offer.purses, booking, appointment, this.salon.is_registered);
    this.takeDeposit(booking, appointment);
    const [starts, ends] = [appointment.starts_at as Date, endOf(appointment)];
    const fate = fates.draw(random);
    const hasBegun = starts <= time.now;
    if (hasBegun ? fate === 'cancelled' : random.chance(CANCELLED_AHEAD)) this.cancel(booking, appointment);
    else if (!hasBegun) this.await(booking, appointment);
    else if (fate === 'no_show') this.miss(appointment, starts);
    else if (ends <= time.now) this.complete(booking, appointment);
    else this.begin(appointment, progressOf(booking, appointment, time, random));
  }

  private book({ at, day, client, lines }: DemoBooking): BeautyAppointment {
    const { random } = this.desk;
    const appointment = born(new BeautyAppointment(), at);
    appointment.bookFor(client.client);
    const given = lines.map(({ service, member, from, to }) => ({
      service_id: service.service.id,
      staff_id: member.member.id,
      start_time: `${day}T${clock(from)}+08:00`,
      end_time: `${day}T${clock(to)}+08:00`,
    }));
    const made = linesOf(given, { ...this.sources, had: [], created: malaysianDay(at), now: at });
    appointment.take(
      made.map((line) => Object.assign(line, { appointment_id: appointment.id })),
      at,
    );
    if (random.chance(CONFIRMED)) appointment.setStatus('confirmed', at);
    appointment.describe({
      special_requests: random.chance(WITH_WISH) ? random.pick(this.salon.wishes) : null,
      reminder_preferences: random.chance(REMINDED)
        ? { email: random.chance(0.8), sms: false, reminder_hours_before: random.pick([2, 24, 48]) }
        : null,
    });
    return appointment;
  }

  /** Of what is dear, a part is paid when it is booked. */
  private takeDeposit({ at }: DemoBooking, appointment: BeautyAppointment): void {
    const { from, percent, share } = this.salon.deposit;
    const isAsked = appointment.charged >= from && minutesAfter(at, DAY_MINUTES) < (appointment.starts_at as Date);
    if (!this.desk.random.chance(share) || !isAsked) return;
    const amount = Math.max(1, Math.floor((appointment.charged * percent) / 100 / DEPOSIT_STEP)) * DEPOSIT_STEP;
    this.pay(minutesAfter(at, 2), appointment, amount);
  }

  private pay(at: Date, appointment: BeautyAppointment, amount: number): void {
    appointment.payment_method ??= this.methods.draw(this.desk.random);
    this.enter(at, appointment, appointment.pay(amount));
    touch(appointment, at);
  }

  private cancel(booking: DemoBooking, appointment: BeautyAppointment): void {
    const { random, time, accounts } = this.desk;
    const at = cancelledAt(booking, appointment, time, random);
    appointment.cancel(at, random.pick(this.salon.reasons), random.pick(accounts));
    // A deposit is kept when it is cancelled on the last day.
    const isInTime = minutesAfter(at, DAY_MINUTES) < (appointment.starts_at as Date);
    const refund = appointment.amount_paid > 0 && isInTime ? appointment.amount_paid : null;
    this.enter(at, appointment, appointment.refund(refund));
    if (booking.is_redeemed) coverWith(this.desk.offer.purses, booking, appointment, this.salon.is_registered, at);
    touch(appointment, at);
  }

  /** It is still to come. */
  private await({ at }: DemoBooking, appointment: BeautyAppointment): void {
    const { time } = this.desk;
    const called = minutesAfter(appointment.starts_at as Date, -CONFIRMED_DAYS * DAY_MINUTES);
    if (appointment.status !== 'pending' || called <= at || called > time.now) return;
    appointment.setStatus('confirmed', called);
    touch(appointment, called);
  }

  private miss(appointment: BeautyAppointment, starts: Date): void {
    const { time, random } = this.desk;
    const noted = minutesAfter(starts, random.whole(20, 45));
    const at = noted < time.now ? noted : time.now;
    appointment.setStatus('no_show', at);
    touch(appointment, at);
  }

  /** The client is there. */
  private begin(appointment: BeautyAppointment, { checked_in, started }: DemoProgress): void {
    appointment.checkIn(checked_in);
    touch(appointment, checked_in);
    appointment.start(started);
    touch(appointment, started);
  }

  private complete(booking: DemoBooking, appointment: BeautyAppointment): void {
    const { random, time, memberships } = this.desk;
    const progress = progressOf(booking, appointment, time, random);
    this.begin(appointment, progress);
    const at = progress.completed;
    appointment.complete(at, outcomeOf(this.salon, booking, random));
    const inForce = this.salon.policies.apply_membership_benefits
      ? memberships.inForce(appointment.client_id as string, malaysianDay(at))
      : [];
    const total = chargeFor(booking, appointment, inForce, random);
    appointment.payment_method = this.methods.draw(random);
    const paid = payments.draw(random);
    const received = paid === 'all' ? true : paid === 'none' ? false : Math.floor(total / 2);
    this.enter(at, appointment, appointment.settle(total, received));
    touch(appointment, at);
    const later = minutesAfter(at, random.whole(1, 9) * DAY_MINUTES + 7);
    if (appointment.open > 0 && random.chance(PAID_LATER) && later < time.now)
      this.pay(later, appointment, appointment.open);
    shareOut(booking, appointment, this.salon.is_registered);
  }

  private enter(at: Date, appointment: BeautyAppointment, moved: readonly PaymentMovement[]): void {
    const { payment_method } = appointment;
    const actor_id = this.desk.random.pick(this.desk.accounts);
    for (const movement of moved) this.moved.push({ at, appointment, movement, payment_method, actor_id });
  }
}

const endOf = ({ lines }: BeautyAppointment): Date =>
  new Date(Math.max(...lines.map(({ ends_at }) => (ends_at as Date).getTime())));
