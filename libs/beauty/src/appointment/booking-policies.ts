import { Injectable } from '@nestjs/common';
import { Calendar, DayPolicies, type Bookings, type ProposedTime, type WantedTime } from '@usaha/core';
import { conflict, malaysianDay, malaysianTime, type Context, type Message } from '@usaha/shared';
import { messages } from '../messages.js';
import type { BeautyConfiguration } from '../settings.js';
import { StaffRepository } from '../staff/staff.repository.js';
import type { AppointmentLine } from './appointment-line.entity.js';
import type { BeautyAppointment } from './beauty-appointment.entity.js';
import { LineCalendar, type TakenTime } from './line-calendar.js';

/** Members of staff among the owners of calendars. */
const STAFF = 'beauty.staff';

/** A line with a time. */
interface TimedLine {
  line: AppointmentLine;
  /** The field of the body that says when it begins. */
  field: string;
  from: Date;
  to: Date;
}

/** Times that a salon does not give. Nothing is refused unless it has asked for that; a line without a time never is. */
@Injectable()
export class SalonBookingPolicies {
  private readonly bookings: Bookings<WantedTime>;

  constructor(
    taken: LineCalendar,
    private readonly staff: StaffRepository,
    private readonly calendar: Calendar,
    private readonly days: DayPolicies,
  ) {
    this.bookings = {
      async clash(ctx, wanted, except) {
        const spans = wanted.map(({ owner, from, to }) => ({ staff_id: owner.id, from, to }));
        const found = await taken.firstOf(ctx, spans, except);
        return found && { field: (wanted[found.at] as WantedTime).field, message: busy(found) };
      },
    };
  }

  /**
   * Looks at an appointment as it is to be written. One that takes no member's time, because it is over or cancelled, may be at
   * any.
   * @param asked those of its lines that are new or moved: the others are where they were before the policy
   * @throws conflict naming services.i.start_time
   */
  async check(
    ctx: Context,
    settings: BeautyConfiguration,
    appointment: BeautyAppointment,
    asked: readonly AppointmentLine[],
  ): Promise<void> {
    if (!appointment.is_occupying) return;
    const timed = appointment.lines.flatMap(timedOf);
    const moved = timed.filter(({ line }) => asked.includes(line));
    await this.days.check(ctx, settings, await this.proposed(ctx, settings, moved));
    if (!settings.prevent_double_booking) return;
    const wanted = moved.filter(({ line }) => line.staff_id !== null);
    const inTheWay = firstOverlap(wanted, timed);
    if (inTheWay) throw conflict(inTheWay.one.field, busy(inTheWay.other.line));
    const owned = wanted.map(({ line, field, from, to }) => ({
      owner: { kind: STAFF, id: line.staff_id as string },
      field,
      from,
      to,
    }));
    await this.calendar.reserve(ctx, owned, this.bookings, appointment.id ?? null);
  }

  /** With the hours of their members, where these count. */
  private async proposed(
    ctx: Context,
    { respect_working_hours }: BeautyConfiguration,
    lines: readonly TimedLine[],
  ): Promise<ProposedTime[]> {
    const ids = lines.flatMap(({ line }) => line.staff_id ?? []);
    const members = respect_working_hours ? await this.staff.byId(ctx, ids) : new Map<string, never>();
    return lines.map(({ line, field, from, to }) => {
      const member = members.get(line.staff_id ?? '');
      return { from, to, fields: { day: field, time: field }, working_hours: member?.hours };
    });
  }
}

function timedOf(line: AppointmentLine): TimedLine[] {
  const { starts_at: from, ends_at: to, position } = line;
  return from && to ? [{ line, field: `services.${position - 1}.start_time`, from, to }] : [];
}

/** The first line that overlaps another one of its member: one before it, or one that is not asked for. */
function firstOverlap(
  wanted: readonly TimedLine[],
  all: readonly TimedLine[],
): { one: TimedLine; other: TimedLine } | null {
  const asked = new Set(wanted);
  for (const one of wanted) {
    const other = all.find(
      (another) =>
        another !== one &&
        another.line.staff_id === one.line.staff_id &&
        another.from < one.to &&
        another.to > one.from &&
        (!asked.has(another) || another.line.position < one.line.position),
    );
    if (other) return { one, other };
  }
  return null;
}

const busy = ({ staff_name, starts_at, ends_at }: TakenTime): Message =>
  messages.memberBusy({
    staff_name,
    date: malaysianDay(starts_at as Date),
    from: malaysianTime(starts_at as Date),
    to: malaysianTime(ends_at as Date),
  });
