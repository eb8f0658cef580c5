import type { DoctorSchedule } from '@usaha/healthcare';
import { param } from '../../wire/param.js';
import { field } from '../../wire/field.js';
import { plainView } from '../../wire/view.js';
import { AppointmentView, appointmentView } from './appointments.wire.js';

/** GET /api/v1/healthcare/doctors/{doctor_id}/schedule/. */
export class ScheduleListQuery {
  @param.day('On this day or later, UTC+8', '2026-03-09') date_from?: string;
  @param.day('On this day or earlier, UTC+8', '2026-03-15') date_to?: string;
}

@field.record('A public holiday')
export class PublicHolidayView {
  @field.text('Name in Malay', 'Hari Kebangsaan') name_ms!: string;
  @field.text('Name in English', 'National Day') name_en!: string;
  @field.flag('Whether it replaces one that fell on a weekly rest day', false) is_replacement!: boolean;
  @field.flag('Whether the list of its year is expected, and not gazetted yet', false) is_expected!: boolean;
}

@field.record('Beginnings of prayers, and sunrise, in Malaysia')
export class PrayerTimesView {
  @field.time('Fajr (Subuh)', '06:06:00') fajr!: string;
  @field.time('Sunrise (Syuruk)', '07:18:00') sunrise!: string;
  @field.time('Dhuhr (Zohor)', '13:19:00') dhuhr!: string;
  @field.time('Asr (Asar)', '16:42:00') asr!: string;
  @field.time('Maghrib', '19:17:00') maghrib!: string;
  @field.time('Isha (Isyak)', '20:31:00') isha!: string;
}

@field.record('A span of a day')
export class TimeSpanView {
  @field.time('From', '12:30:00') start!: string;
  @field.time('Until', '14:30:00') end!: string;
}

@field.record(
  'What is to be known of a day before it is filled with appointments: information, by which nothing is refused (A-131)',
)
export class ScheduleDayView {
  @field.day('The day', '2026-08-31') date!: string;
  @field.nestedList(
    'Public holidays of the state in the address of the business; without one those of the country',
    PublicHolidayView,
  )
  public_holidays!: PublicHolidayView[];
  @field.nested("Of the capital of the state, calculated; without a state of Kuala Lumpur's", PrayerTimesView)
  prayer_times!: PrayerTimesView;
  @field.nested('What is set aside for the congregational prayer; null on all days but Friday', TimeSpanView, {
    nullable: true,
  })
  friday_prayer!: TimeSpanView | null;
}

@field.record("A doctor's schedule")
export class ScheduleView {
  @field.text('The doctor, as the path names him', 'dr-aminah', { max: 16_000 }) doctor_id!: string;
  @field.day('As it was asked', '2026-03-09', { nullable: true }) date_from!: string | null;
  @field.day('As it was asked', '2026-03-15', { nullable: true }) date_to!: string | null;
  @field.object(
    'By weekday, as set in configuration.healthcare.doctors; null where nothing is (A-165)',
    { monday: ['09:00-13:00', '14:00-17:00'] },
    { nullable: true },
  )
  working_hours!: Record<string, string[]> | null;
  @field.nestedList('Of every status, by their times', AppointmentView) appointments!: AppointmentView[];
  @field.nestedList('Each day of a range of up to 31 days; of another none', ScheduleDayView) days!: ScheduleDayView[];
}

export const scheduleView = plainView<DoctorSchedule, ScheduleView>(ScheduleView, {
  fields: { appointments: ({ appointments }) => appointments.map(appointmentView) },
});
