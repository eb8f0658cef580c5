import { Injectable } from '@nestjs/common';
import { TenantRepository } from '@usaha/core';
import {
  fridayPrayer,
  isFriday,
  prayerTimes,
  publicHolidays,
  type Context,
  type PrayerTimes,
  type PublicHoliday,
  type StateCode,
} from '@usaha/shared';
import type { Appointment } from '../appointment/appointment.entity.js';
import { AppointmentRepository } from '../appointment/appointment.repository.js';
import { HealthcareConfigurations } from '../settings.js';
import { stateOf } from './booking-policies.js';
import { workingHoursOf, type WorkingHours } from './working-hours.js';

/** What is to be known of a day before it is filled with appointments. */
export interface ScheduleDay {
  /** YYYY-MM-DD */
  date: string;
  public_holidays: PublicHoliday[];
  prayer_times: PrayerTimes;
  /** Set aside for the congregational prayer (HH:MM:SS); null on all days but Friday. */
  friday_prayer: { start: string; end: string } | null;
}

/** What a doctor has to do, and when he is there. */
export interface DoctorSchedule {
  doctor_id: string;
  date_from: string | null;
  date_to: string | null;
  working_hours: WorkingHours | null;
  /** Of every status, by their times. */
  appointments: Appointment[];
  /** Each day of a range that is not too long; of another none. */
  days: ScheduleDay[];
}

export interface ScheduleQuery {
  date_from?: string;
  date_to?: string;
}

/** The longest range of which every day is shown. */
const MOST_DAYS = 31;
const DAY_MS = 86_400_000;

/** Schedules of doctors, who are whatever texts appointments name: nobody is unknown. */
@Injectable()
export class ScheduleService {
  constructor(
    private readonly appointments: AppointmentRepository,
    private readonly configurations: HealthcareConfigurations,
    private readonly tenants: TenantRepository,
  ) {}

  async of(ctx: Context, doctor_id: string, query: ScheduleQuery): Promise<DoctorSchedule> {
    const [appointments, settings, state] = await Promise.all([
      // No text in PostgreSQL holds a NUL, so no appointment names such a doctor.
      doctor_id.includes('\0') ? [] : this.appointments.ofDoctor(ctx, doctor_id, query),
      this.configurations.of(ctx),
      stateOf(ctx, this.tenants),
    ]);
    return {
      doctor_id,
      date_from: query.date_from ?? null,
      date_to: query.date_to ?? null,
      working_hours: workingHoursOf(settings.doctors, doctor_id),
      appointments,
      days: datesBetween(query).map((date) => scheduleDay(date, state)),
    };
  }
}

/** Both ends included; none where an end is open, or they are too far apart. */
function datesBetween({ date_from, date_to }: ScheduleQuery): string[] {
  if (date_from === undefined || date_to === undefined) return [];
  const first = Date.parse(date_from);
  const count = (Date.parse(date_to) - first) / DAY_MS + 1;
  if (count < 1 || count > MOST_DAYS) return [];
  return Array.from({ length: count }, (_, i) => new Date(first + i * DAY_MS).toISOString().slice(0, 10));
}

const scheduleDay = (date: string, state: StateCode | null): ScheduleDay => ({
  date,
  public_holidays: publicHolidays(date, state),
  prayer_times: prayerTimes(date, state),
  friday_prayer: isFriday(date) ? fridayPrayer(state) : null,
});
