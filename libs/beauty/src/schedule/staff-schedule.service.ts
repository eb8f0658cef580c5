import { Injectable } from '@nestjs/common';
import { ScheduleDays, textsOfDay, type DayRange, type ScheduleDay, type WorkingHours } from '@usaha/core';
import type { Context } from '@usaha/shared';
import type { AppointmentLine } from '../appointment/appointment-line.entity.js';
import type { BeautyAppointmentStatus } from '../appointment/appointment-lifecycle.js';
import type { BeautyAppointment } from '../appointment/beauty-appointment.entity.js';
import { BeautyAppointmentRepository } from '../appointment/beauty-appointment.repository.js';
import { StaffRepository } from '../staff/staff.repository.js';

/** A line of a member, as a day of the schedule shows it. */
export interface BookedLine extends Pick<AppointmentLine, 'service_name' | 'start_time' | 'end_time'> {
  appointment_id: string;
  status: BeautyAppointmentStatus;
}

export interface StaffScheduleDay extends ScheduleDay {
  /** Of that weekday; null where the member has no hours set. */
  working_hours: string[] | null;
  /** The member's lines of that day, by time. */
  booked: BookedLine[];
}

/** What a member of staff has to do, and the hours in which the member works. */
export interface StaffSchedule {
  staff_id: string;
  date_from: string | null;
  date_to: string | null;
  working_hours: WorkingHours | null;
  /** Of every status, by the member's first line. */
  appointments: BeautyAppointment[];
  /** Each day of a range that is not too long; of another none. */
  days: StaffScheduleDay[];
}

/** Schedules of members of staff. */
@Injectable()
export class StaffScheduleService {
  constructor(
    private readonly staff: StaffRepository,
    private readonly appointments: BeautyAppointmentRepository,
    private readonly days: ScheduleDays,
  ) {}

  /** @param range both ends included; all appointments without it @throws not_found */
  async of(ctx: Context, id: string, range: DayRange): Promise<StaffSchedule> {
    const member = await this.staff.get(ctx, id);
    const [appointments, days] = await Promise.all([
      this.appointments.withLinesOf(ctx, member.id, range),
      this.days.between(ctx, range),
    ]);
    const working_hours = member.hours;
    const lines = appointments.flatMap((appointment) =>
      appointment.lines
        .filter((line) => line.staff_id === member.id && isWithin(line, range))
        .map((line) => ({ appointment, line })),
    );
    lines.sort((a, b) => byTime(a.line, b.line) || (a.appointment.id < b.appointment.id ? -1 : 1));
    return {
      staff_id: member.id,
      date_from: range.date_from ?? null,
      date_to: range.date_to ?? null,
      working_hours,
      appointments: [...new Set(lines.map(({ appointment }) => appointment))],
      days: days.map((day) => ({
        ...day,
        working_hours: working_hours && textsOfDay(working_hours, day.date),
        booked: lines.filter(({ line }) => line.day === day.date).map(booked),
      })),
    };
  }
}

const isWithin = ({ day }: AppointmentLine, { date_from, date_to }: DayRange): boolean =>
  (date_from === undefined || day >= date_from) && (date_to === undefined || day <= date_to);

/** Lines without a start come last on their day. */
function byTime(a: AppointmentLine, b: AppointmentLine): number {
  if (a.day !== b.day) return a.day < b.day ? -1 : 1;
  return (a.starts_at?.getTime() ?? Infinity) - (b.starts_at?.getTime() ?? Infinity) || 0;
}

const booked = ({ appointment, line }: { appointment: BeautyAppointment; line: AppointmentLine }): BookedLine => ({
  appointment_id: appointment.id,
  service_name: line.service_name,
  start_time: line.start_time,
  end_time: line.end_time,
  status: appointment.status,
});
