import type { WorkingHours } from '@usaha/core';
import { malaysianDay, malaysianInstant } from '@usaha/shared';
import { publicHolidays, type StateCode } from '@usaha/shared/malaysia';
import { weekdayOf, weekdays } from '../core/demo-days.js';
import type { DemoRandom } from '../core/demo-random.js';

const ordinary = ['09:00-13:00', '14:00-17:30'];

/** On Fridays closed for prayers, on Saturdays from noon, on Sundays all day. */
export const demoHours: WorkingHours = {
  monday: ordinary,
  tuesday: ordinary,
  wednesday: ordinary,
  thursday: ordinary,
  friday: ['09:00-12:15', '14:45-17:30'],
  saturday: ['09:00-13:00'],
};

const SLOT_MINUTES = 30;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const two = (n: number): string => String(n).padStart(2, '0');

/** When visits may begin on a day (YYYY-MM-DD), every half an hour; none on public holidays. */
export function slotsOf(day: string, state: StateCode): Date[] {
  if (publicHolidays(day, state).length > 0) return [];
  const weekday = weekdays[weekdayOf(day)] as string;
  return (demoHours[weekday] ?? []).flatMap((span) => {
    const [from = 0, to = 0] = span.split('-').map(minutesOf);
    const count = Math.floor((to - from) / SLOT_MINUTES);
    return Array.from({ length: count }, (_, i) => {
      const at = from + i * SLOT_MINUTES;
      return malaysianInstant(day, `${two(Math.floor(at / 60))}:${two(at % 60)}:00`);
    });
  });
}

/** Gives out a doctor's time, each slot once. */
export class DemoDiary {
  private readonly taken = new Set<string>();

  constructor(
    private readonly state: StateCode,
    private readonly random: DemoRandom,
  ) {}

  /** A free slot of a doctor on the day of an instant, or on one of the next two; null where there is none. */
  book(doctor_id: string, near: Date): Date | null {
    for (let later = 0; later < 3; later += 1) {
      const day = malaysianDay(new Date(near.getTime() + later * 86_400_000));
      const free = slotsOf(day, this.state).filter((slot) => !this.taken.has(`${doctor_id} ${slot.getTime()}`));
      if (free.length === 0) continue;
      const slot = this.random.pick(free);
      this.taken.add(`${doctor_id} ${slot.getTime()}`);
      return slot;
    }
    return null;
  }
}
