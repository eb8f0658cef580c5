import type { DoctorSchedule } from '@usaha/healthcare';
import type { Context, Language } from '@usaha/shared';
import { param } from '../../../wire/param.js';
import { field } from '../../../wire/field.js';
import { plainViewFor } from '../../../wire/view.js';
import { PrayerTimesView, PublicHolidayView, TimeSpanView } from '../schedule-days.wire.js';
import { AppointmentView, appointmentView } from './appointments.wire.js';

/** GET /api/v1/healthcare/doctors/{doctor_id}/schedule/. */
export class ScheduleListQuery {
  @param.day('On this day or later (UTC+8)', '2026-03-09') date_from?: string;
  @param.day('On this day or earlier (UTC+8)', '2026-03-15') date_to?: string;
}

@field.record(
  'Holidays and prayer times of one day, for information: no appointment is refused because of them (A-131)',
)
export class ScheduleDayView {
  @field.day('Date', '2026-08-31') date!: string;
  @field.nestedList(
    'Public holidays of the state in the address of the business; without a state, national holidays',
    PublicHolidayView,
  )
  public_holidays!: PublicHolidayView[];
  @field.flag('Whether the public holidays of its year are known; false: public_holidays says nothing', true)
  coverage!: boolean;
  @field.nested(
    'Prayer times calculated for the capital of the state; without a state, for Kuala Lumpur',
    PrayerTimesView,
  )
  prayer_times!: PrayerTimesView;
  @field.nested('Time kept free for the Friday prayer; null on other days', TimeSpanView, {
    nullable: true,
  })
  friday_prayer!: TimeSpanView | null;
}

@field.record("A doctor's schedule")
export class ScheduleView {
  @field.text('Doctor, as named in the path', 'dr-aminah', { max: 16_000 }) doctor_id!: string;
  @field.day('As requested', '2026-03-09', { nullable: true }) date_from!: string | null;
  @field.day('As requested', '2026-03-15', { nullable: true }) date_to!: string | null;
  @field.object(
    'Working hours by weekday, as set in configuration.healthcare.doctors; null if none are set (A-165)',
    { monday: ['09:00-13:00', '14:00-17:00'] },
    { nullable: true },
  )
  working_hours!: Record<string, string[]> | null;
  @field.nestedList('Appointments of every status, in order of time', AppointmentView) appointments!: AppointmentView[];
  @field.nestedList('One entry per day for a range of up to 31 days; empty for a longer range', ScheduleDayView)
  days!: ScheduleDayView[];
}

interface Reader {
  ctx: Context;
  language: Language;
}

/** By who reads it, and in which language. */
export const scheduleView = plainViewFor<DoctorSchedule, ScheduleView, Reader>(ScheduleView, {
  fields: { appointments: ({ appointments }, { ctx, language }) => appointments.map(appointmentView(ctx, language)) },
});
