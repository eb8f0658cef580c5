const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** As the weekdays of working hours and timetables are called, Sunday first. */
export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof weekdays)[number];

/** 0 for Sunday to 6 for Saturday. @param day YYYY-MM-DD */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** A day some days later, or earlier. @param day YYYY-MM-DD */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** An instant some minutes later. */
export const minutesAfter = (instant: Date, minutes: number): Date =>
  new Date(instant.getTime() + Math.round(minutes * MINUTE_MS));
