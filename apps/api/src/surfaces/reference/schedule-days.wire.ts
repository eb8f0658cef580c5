import { field } from '../../wire/field.js';

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
