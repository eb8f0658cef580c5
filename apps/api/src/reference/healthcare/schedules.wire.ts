import type { DoctorSchedule } from '@usaha/healthcare';
import type { Language } from '@usaha/shared';
import { param } from '../../wire/param.js';
import { field } from '../../wire/field.js';
import { plainViewFor } from '../../wire/view.js';
import { AppointmentView, appointmentView } from './appointments.wire.js';

/** GET /api/v1/healthcare/doctors/{doctor_id}/schedule/. */
export class ScheduleListQuery {
  @param.day('On this day or later (UTC+8)', '2026-03-09') date_from?: string;
  @param.day('On this day or earlier (UTC+8)', '2026-03-15') date_to?: string;
}

@field.record('A public holiday')
export class PublicHolidayView {
  @field.text('Name in Malay', 'Hari Kebangsaan') name_ms!: string;
  @field.text('Name in English', 'National Day') name_en!: string;
  @field.flag('Whether it is a replacement for a holiday on a weekly rest day', false) is_replacement!: boolean;
  @field.flag('Whether the holidays of that year are not gazetted yet', false) is_expected!: boolean;
}

@field.record('Prayer times and sunrise (UTC+8)')
export class PrayerTimesView {
  @field.time('Fajr (Subuh)', '06:06:00') fajr!: string;
  @field.time('Sunrise (Syuruk)', '07:18:00') sunrise!: string;
  @field.time('Dhuhr (Zohor)', '13:19:00') dhuhr!: string;
  @field.time('Asr (Asar)', '16:42:00') asr!: string;
  @field.time('Maghrib', '19:17:00') maghrib!: string;
  @field.time('Isha (Isyak)', '20:31:00') isha!: string;
}

@field.record('A time span within a day')
export class TimeSpanView {
  @field.time('Start', '12:30:00') start!: string;
  @field.time('End', '14:30:00') end!: string;
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

/** By the language that the client reads. */
export const scheduleView = plainViewFor<DoctorSchedule, ScheduleView, Language>(ScheduleView, {
  fields: { appointments: ({ appointments }, language) => appointments.map(appointmentView(language)) },
});
