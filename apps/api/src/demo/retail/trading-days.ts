import { DemoRandom, Lottery } from '../core/demo-random.js';

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const MALAYSIA_AHEAD_MS = 8 * HOUR_MS;

const FRIDAY = 5;

/** Sunday first: Saturday and Sunday are the days to go shopping. */
const weekdays = [1.4, 0.8, 0.82, 0.85, 0.9, 1, 1.45] as const;

/** How much of a day's business falls into each hour from 0 to 23: a morning, a noon, an evening peak, closed at night. */
const hours = [0, 0, 0, 0, 0, 0, 0, 2, 4, 4, 4, 5, 7, 5, 4, 4, 5, 8, 11, 12, 10, 6, 0, 0] as const;

/** Friday prayers: shops are half closed from noon to half past two. */
const fridayHours = hours.map((weight, hour) => (hour === 12 ? weight * 0.5 : hour === 13 ? weight * 0.1 : weight));

/**
 * Days before which people shop for a festival, Malaysian calendar: Chinese New Year, Hari Raya Aidilfitri, Hari Raya
 * Haji, Deepavali, Christmas. Source: gazetted holidays of 2026 and 2027.
 */
const festivals = [
  ['2026-02-17', '2026-03-21', '2026-05-27', '2026-11-08', '2026-12-25'],
  ['2027-02-06', '2027-03-10', '2027-05-17', '2027-10-28', '2027-12-25'],
].flatMap((year) => year.map((day) => Date.parse(`${day}T00:00:00Z`) / DAY_MS));

const FESTIVE_DAYS = 10;

/** The number of the Malaysian calendar day (UTC+8) that an instant falls on, counted from 1970-01-01. */
export const dayOf = (instant: Date): number => Math.floor((instant.getTime() + MALAYSIA_AHEAD_MS) / DAY_MS);

/** An instant of a day, Malaysian time. @param hour with its fraction: 17.5 is half past five */
export const instantOf = (day: number, hour: number): Date =>
  new Date(day * DAY_MS - MALAYSIA_AHEAD_MS + Math.round(hour * HOUR_MS));

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** How busy a day is against an average one: by its weekday, pay day at the end of the month, and festivals ahead. */
export function busynessOf(day: number): number {
  const date = new Date(day * DAY_MS).getUTCDate();
  const payday = date >= 26 || date <= 3 ? 1.12 : 0.96;
  return (weekdays[weekdayOf(day)] as number) * payday * (isFestive(day) ? 1.35 : 1);
}

/** Whether a festival is at most ten days ahead. */
export const isFestive = (day: number): boolean =>
  festivals.some((festival) => day <= festival && festival - day <= FESTIVE_DAYS);

/** When a day's customers come to the till, in order, no two at the same millisecond. */
export function visitsOf(day: number, daily: number, random: DemoRandom): Date[] {
  const count = Math.round(daily * busynessOf(day) * (0.85 + random.next() * 0.3));
  const lottery = weekdayOf(day) === FRIDAY ? fridayLottery : everydayLottery;
  const visits = Array.from({ length: count }, () => instantOf(day, lottery.draw(random) + random.next()).getTime());
  visits.sort((a, b) => a - b);
  for (let i = 1; i < count; i += 1) visits[i] = Math.max(visits[i] as number, (visits[i - 1] as number) + 1);
  return visits.map((visit) => new Date(visit));
}

const everyHour = hours.map((_, hour) => hour);
const everydayLottery = new Lottery(everyHour, hours);
const fridayLottery = new Lottery(everyHour, fridayHours);
