import { CalculationParameters, Coordinates, PrayerTimes as Calculation } from 'adhan';
import { malaysianTime } from '../values/day.js';
import type { StateCode } from './states.js';

/** Beginnings of the daily prayers, and sunrise, in Malaysia (HH:MM:SS, whole minutes). */
export interface PrayerTimes {
  fajr: string;
  sunrise: string;
  dhuhr: string;
  asr: string;
  maghrib: string;
  isha: string;
}

export const prayers = ['fajr', 'dhuhr', 'asr', 'maghrib', 'isha'] as const satisfies (keyof PrayerTimes)[];
export type Prayer = (typeof prayers)[number];

/**
 * Where a state's times are calculated: its seat of government. The official zones are smaller than states and take
 * their least favourable point, so that times elsewhere in a state differ by some minutes.
 */
const places: Readonly<Record<StateCode, readonly [latitude: number, longitude: number]>> = {
  '01': [1.4927, 103.7414],
  '02': [6.1184, 100.3685],
  '03': [6.1254, 102.2386],
  '04': [2.1896, 102.2501],
  '05': [2.7258, 101.9424],
  '06': [3.8077, 103.326],
  '07': [5.4141, 100.3288],
  '08': [4.5975, 101.0901],
  '09': [6.4414, 100.1986],
  '10': [3.0738, 101.5183],
  '11': [5.3296, 103.137],
  '12': [5.9804, 116.0735],
  '13': [1.5533, 110.3592],
  '14': [3.139, 101.6869],
  '15': [5.2831, 115.2308],
  '16': [2.9264, 101.6964],
};

/**
 * Fajr and isha at 18° below the horizon (JAKIM since late 2019), asr after the Shafi'i school, and the minutes that the
 * official tables add for safety.
 */
const parameters = Object.assign(new CalculationParameters('Other', 18, 18), {
  adjustments: { fajr: 2, sunrise: 0, dhuhr: 2, asr: 1, maghrib: 2, isha: 1 },
});

/**
 * Calculated (adhan, MIT), within a minute of JAKIM's e-Solat tables where they were compared.
 * @param day YYYY-MM-DD @param state null where it is not known: then those of Kuala Lumpur
 */
export function prayerTimes(day: string, state: StateCode | null): PrayerTimes {
  const [latitude, longitude] = places[state ?? '14'];
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  // The calculation reads the day with the process's own zone.
  const at = new Calculation(new Coordinates(latitude, longitude), new Date(year, month - 1, date), parameters);
  return {
    fajr: malaysianTime(at.fajr),
    sunrise: malaysianTime(at.sunrise),
    dhuhr: malaysianTime(at.dhuhr),
    asr: malaysianTime(at.asr),
    maghrib: malaysianTime(at.maghrib),
    isha: malaysianTime(at.isha),
  };
}

/** How long a prayer is taken to last from its beginning. No source says so: it is what is commonly set aside. */
const PRAYER_MINUTES = 30;

/** States on Borneo, where noon is earlier. */
const eastern: readonly (StateCode | null)[] = ['12', '13', '15'];

/** The time set aside for the congregational prayer on Fridays (HH:MM:SS, without its end). */
export const fridayPrayer = (state: StateCode | null): { start: string; end: string } =>
  eastern.includes(state) ? { start: '11:45:00', end: '13:45:00' } : { start: '12:30:00', end: '14:30:00' };

const FRIDAY = 5;
export const isFriday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === FRIDAY;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/**
 * The prayer whose time a moment falls in, or null: half an hour from its beginning, on Fridays at noon the time of the
 * congregational prayer. @param day YYYY-MM-DD @param time HH:MM:SS
 */
export function prayerAt(day: string, time: string, state: StateCode | null): Prayer | null {
  const times = prayerTimes(day, state);
  const friday = isFriday(day) ? fridayPrayer(state) : null;
  const now = minutesOf(time);
  const isDuring = (prayer: Prayer): boolean => {
    if (prayer === 'dhuhr' && friday) return time >= friday.start && time < friday.end;
    const begins = minutesOf(times[prayer]);
    return now >= begins && now < begins + PRAYER_MINUTES;
  };
  return prayers.find(isDuring) ?? null;
}
