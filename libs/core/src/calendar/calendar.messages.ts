import { messagesOf, type Words } from '@usaha/shared';
import type { Prayer } from '@usaha/shared/malaysia';

const prayerWords: Readonly<Record<Prayer, Words>> = {
  fajr: { en: 'fajr', ms: 'Subuh' },
  dhuhr: { en: 'dhuhr', ms: 'Zohor' },
  asr: { en: 'asr', ms: 'Asar' },
  maghrib: { en: 'maghrib', ms: 'Maghrib' },
  isha: { en: 'isha', ms: 'Isyak' },
};

/** Of days and hours at which nothing is booked. */
export const messages = messagesOf({
  publicHoliday: {
    en: ({ date, holiday }: { date: string; holiday: Words }) =>
      `${date} is a public holiday (${holiday.en}); choose another day`,
    ms: ({ date, holiday }) => `${date} ialah hari kelepasan am (${holiday.ms}); pilih hari lain`,
  },
  timeOfPrayer: {
    en: ({ time, prayer }: { time: string; prayer: Prayer }) =>
      `${time} is within the time of prayer (${prayerWords[prayer].en}); choose another time`,
    ms: ({ time, prayer }) => `${time} berada dalam waktu solat (${prayerWords[prayer].ms}); pilih masa lain`,
  },
  outsideWorkingHours: {
    en: ({ from, to, hours }: { from: string; to: string; hours: readonly string[] }) =>
      `${from} to ${to} is outside the working hours of that day (${hours.join(', ') || 'none'}); choose another time`,
    ms: ({ from, to, hours }) =>
      `${from} hingga ${to} berada di luar waktu kerja hari itu (${hours.join(', ') || 'tiada'}); pilih masa lain`,
  },
  noHours: {
    en: ({ field }: { field: string }) => `${field} must be a list of hours such as 09:00-17:30`,
    ms: ({ field }) => `${field} mestilah senarai waktu seperti 09:00-17:30`,
  },
});
