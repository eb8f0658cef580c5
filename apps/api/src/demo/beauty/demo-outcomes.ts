import type { BeautyAppointment, TreatmentOutcome } from '@usaha/beauty';
import { dayAfter, minutesAfter } from '../core/demo-days.js';
import type { DemoRandom } from '../core/demo-random.js';
import type { DemoBooking, DemoLine } from './demo-bookings.js';
import type { DemoSalon } from './demo-salon.js';
import type { SalonTime } from './salon-time.js';

const WRITTEN_UP = 0.12;
const WITH_NOTE = 0.06;
const FOLLOWED_UP = 0.1;
const FOLLOW_UP_DAYS = 28;

/** The rendered services, as they are written down at the end. */
export function outcomeOf(
  { aftercare, clients }: DemoSalon,
  booking: DemoBooking,
  random: DemoRandom,
): TreatmentOutcome {
  const { service } = (booking.lines[0] as DemoLine).service;
  const isFollowedUp = random.chance(FOLLOWED_UP);
  return {
    services_rendered: random.chance(WRITTEN_UP)
      ? [
          {
            service_id: service.id,
            notes: service.name,
            products_used: [...service.products_used],
            recommendations: [random.pick(aftercare)],
          },
        ]
      : [],
    staff_notes: random.chance(WITH_NOTE) ? random.pick(clients.notes) : null,
    follow_up_required: isFollowedUp,
    follow_up_date: isFollowedUp ? dayAfter(booking.day, FOLLOW_UP_DAYS) : null,
  };
}

/** When a client came, was attended to and went. */
export interface DemoProgress {
  checked_in: Date;
  started: Date;
  completed: Date;
}

/** In this order, none of it still to come. */
export function progressOf(
  { at }: DemoBooking,
  { starts_at, lines }: BeautyAppointment,
  { now }: SalonTime,
  random: DemoRandom,
): DemoProgress {
  const starts = starts_at as Date;
  const ends = lines.at(-1)?.ends_at as Date;
  const by = (instant: Date, least: Date): Date => {
    const late = instant > least ? instant : least;
    return late < now ? late : now;
  };
  const checked_in = by(minutesAfter(starts, -random.next() * 12), minutesAfter(at, 2.5));
  const started = by(minutesAfter(starts, random.next() * 6), checked_in);
  return { checked_in, started, completed: by(minutesAfter(ends, random.next() * 12 - 3), minutesAfter(started, 3)) };
}

/** Some time between booking and beginning, and not still to come. */
export function cancelledAt(
  { at }: DemoBooking,
  { starts_at }: BeautyAppointment,
  { now }: SalonTime,
  random: DemoRandom,
): Date {
  const starts = starts_at as Date;
  const last = starts < now ? starts : now;
  const first = minutesAfter(at, 2.2);
  return first < last ? new Date(first.getTime() + random.next() * (last.getTime() - first.getTime())) : last;
}
