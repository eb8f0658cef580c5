import { Injectable } from '@nestjs/common';
import { TenantRepository, hoursWithin, isWeekday, stateOf, type WorkingHours } from '@usaha/core';
import { malaysianDay, malaysianInstant, malaysianTime, readInstant, type Context } from '@usaha/shared';
import { refuseInactive } from '../appointment/booked-lines.js';
import { LineCalendar } from '../appointment/line-calendar.js';
import { SalonServiceRepository } from '../service/salon-service.repository.js';
import { BeautyConfigurations, type BeautyConfiguration } from '../settings.js';
import { StaffRepository } from '../staff/staff.repository.js';
import { freeStarts } from './free-slots.js';

export interface SlotQuery {
  /** Without it nothing can be said. */
  service_id?: string;
  /** YYYY-MM-DD, in Malaysia. */
  date: string;
  staff_id?: string;
  /** Of the member, in any case. */
  staff_gender?: string;
}

/** A time at which a member of staff can give a service. */
export interface FreeSlot {
  staff_id: string;
  staff_name: string;
  /** Date-times of Malaysia, `2030-06-10T10:00:00+08:00`. */
  start_time: string;
  end_time: string;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** When a service can be had on a day, and of whom. */
@Injectable()
export class FreeSlotService {
  constructor(
    private readonly services: SalonServiceRepository,
    private readonly staff: StaffRepository,
    private readonly taken: LineCalendar,
    private readonly tenants: TenantRepository,
    private readonly configurations: BeautyConfigurations,
  ) {}

  /**
   * Every start that is named can be booked under the tenant's policies; by start, then by the member's name.
   * @throws invalid for a service that is not named, unknown, or not offered any more
   */
  async on(ctx: Context, { service_id, date, staff_id, staff_gender }: SlotQuery): Promise<FreeSlot[]> {
    const service = await this.services.named(ctx, 'service_id', service_id ?? '');
    refuseInactive(service, 'service_id');
    const [everybody, rules, state] = await Promise.all([
      this.staff.all(ctx, staff_id),
      this.configurations.of(ctx),
      stateOf(ctx, this.tenants),
    ]);
    const gender = staff_gender?.trim().toLowerCase();
    const members = everybody.filter((one) => gender === undefined || one.gender?.trim().toLowerCase() === gender);
    const minutes = service.duration_minutes;
    const from = malaysianInstant(date, '00:00:00');
    const to = new Date(from.getTime() + DAY_MS + minutes * MINUTE_MS);
    const ids = members.map(({ id }) => id);
    const taken = await this.taken.within(ctx, ids, { from, to });
    const opening = openingOf(rules);
    const slots = members.flatMap((member) =>
      freeStarts({ date, minutes, state, rules }, member.hours ?? opening, taken.get(member.id) ?? []).map((span) => ({
        from: span.from.getTime(),
        slot: {
          staff_id: member.id,
          staff_name: `${member.first_name} ${member.last_name}`,
          start_time: dated(span.from),
          end_time: dated(span.to),
        },
      })),
    );
    slots.sort(
      (a, b) =>
        a.from - b.from || compare(a.slot.staff_name, b.slot.staff_name) || compare(a.slot.staff_id, b.slot.staff_id),
    );
    // Nothing is booked beyond the year 9999.
    return slots.map(({ slot }) => slot).filter(({ end_time }) => readInstant(end_time) !== null);
  }
}

/** The opening hours of the salon; null where it has set none for any weekday. */
function openingOf({ opening_hours }: Pick<BeautyConfiguration, 'opening_hours'>): WorkingHours | null {
  const hours = hoursWithin(opening_hours);
  return Object.keys(hours).some(isWeekday) ? hours : null;
}

const dated = (instant: Date): string => `${malaysianDay(instant)}T${malaysianTime(instant)}+08:00`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
