import {
  benefitOf,
  commissionOf,
  coveredBy,
  dueOf,
  sharesOf,
  takenOff,
  taxWithin,
  type AppointmentLine,
  type BeautyAppointment,
  type Membership,
} from '@usaha/beauty';
import { malaysianDay, money } from '@usaha/shared';
import { minutesAfter } from '../core/demo-days.js';
import type { DemoRandom } from '../core/demo-random.js';
import { touch } from '../core/demo-records.js';
import type { DemoBooking, DemoLine } from './demo-bookings.js';
import type { DemoPurses } from './demo-purses.js';

/** Of appointments, for how many another amount is agreed at the chair, and of what it is a multiple, in MYR. */
const AGREED = 0.03;
const AGREED_STEP = 5;

/** A session of the client's package pays for the first line, a minute after it was booked. @param returned when it came back */
export function coverWith(
  purses: DemoPurses,
  { at, client }: DemoBooking,
  appointment: BeautyAppointment,
  is_registered: boolean,
  returned?: Date,
): void {
  const sold = purses.of(client);
  const line = appointment.lines[0] as AppointmentLine;
  const { service_id } = line;
  const moved = returned ?? minutesAfter(at, 1);
  line.sold_package_id = returned ? null : sold.id;
  appointment.package_amount = coveredBy(appointment.lines);
  if (!returned) touch(appointment, moved);
  purses.use(moved, sold, () => {
    touch(sold, moved);
    if (returned) {
      const worth = line.session_worth ?? 0;
      line.session_worth = null;
      return sold.giveBack(service_id, appointment.id, worth);
    }
    const { movement, worth } = sold.redeem(service_id, appointment.id, malaysianDay(moved));
    bring(line, worth, is_registered);
    return [movement];
  });
}

/** The amount that is charged in the end: prices less packages and memberships, or what was agreed. */
export function chargeFor(
  booking: DemoBooking,
  appointment: BeautyAppointment,
  inForce: readonly Membership[],
  random: DemoRandom,
): number {
  const { lines, amount_paid } = appointment;
  const agreed = Math.floor(appointment.charged / AGREED_STEP) * AGREED_STEP;
  if (random.chance(AGREED) && agreed > amount_paid) return agreed;
  lines.forEach((line, i) => {
    const { service } = (booking.lines[i] as DemoLine).service;
    if (line.sold_package_id === null) line.discount = takenOff(line.price, benefitOf(inForce, service));
  });
  appointment.discount_amount = money.add(...lines.map(({ discount }) => discount));
  return money.add(...lines.map(dueOf));
}

/** What every line brings, the tax within it, and what its member earns by it. */
export function shareOut(booking: DemoBooking, { lines, revenue }: BeautyAppointment, is_registered: boolean): void {
  const shares = sharesOf(revenue, lines);
  lines.forEach((line, i) => {
    const share = shares[i] ?? 0;
    const tax = is_registered ? taxWithin(share, line.tax_rate) : 0;
    const commission_rate = (booking.lines[i] as DemoLine).member.member.commission_rate ?? 0;
    Object.assign(line, { share, tax, commission_rate, commission: commissionOf(share, tax, commission_rate) });
  });
}

/** A line is worth its session, too; visits are shared out before sessions are taken in the order of time. */
function bring(line: AppointmentLine, worth: number, is_registered: boolean): void {
  line.session_worth = worth;
  if (line.share === null) return;
  const share = money.add(line.share, worth);
  const tax = is_registered ? taxWithin(share, line.tax_rate) : 0;
  Object.assign(line, { share, tax, commission: commissionOf(share, tax, line.commission_rate) });
}
