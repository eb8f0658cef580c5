import { invalid } from '@usaha/shared';
import { messages } from '../messages.js';

/** Weekday → hours of lessons, each `HH:MM-HH:MM`; other keys are kept as they were sent. */
export type Schedule = Record<string, unknown>;

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** When there is a lesson in every week: from a minute of the day until another, which does not belong to it. */
export interface Lesson {
  weekday: Weekday;
  from: number;
  to: number;
}

const range = /^\s*([01]\d|2[0-3]):([0-5]\d)\s*-\s*([01]\d|2[0-3]):([0-5]\d)\s*$/;

/** The hours of a schedule. Weekdays are named in any case. @throws invalid for hours that are none */
export const lessonsOf = (schedule: Schedule): Lesson[] =>
  Object.entries(schedule).flatMap(([key, hours]) => {
    const weekday = weekdays.find((name) => name === key.trim().toLowerCase());
    return weekday === undefined ? [] : lessonsOfDay(weekday, `schedule.${key}`, hours);
  });

function lessonsOfDay(weekday: Weekday, field: string, hours: unknown): Lesson[] {
  // A key that is stated may be null.
  if (hours === null) return [];
  if (!Array.isArray(hours)) throw invalid(field, messages.noHours({ field }));
  return hours.map((text: unknown) => {
    const found = typeof text === 'string' ? range.exec(text) : null;
    if (!found) throw invalid(field, messages.noHours({ field }));
    const [fromHour, fromMinute, toHour, toMinute] = found.slice(1).map(Number) as [number, number, number, number];
    const lesson = { weekday, from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute };
    if (lesson.to <= lesson.from) throw invalid(field, messages.endsBeforeItBegins({ field, hours: text as string }));
    return lesson;
  });
}

/** The first of some lessons that takes a part of the time of others; touching times do not. Null where none does. */
export const clashing = (lessons: readonly Lesson[], others: readonly Lesson[]): Lesson | null =>
  lessons.find((a) => others.some((b) => a.weekday === b.weekday && a.from < b.to && a.to > b.from)) ?? null;

const clock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Its hours as they are written: `19:30-21:00`. */
export const hoursOf = ({ from, to }: Lesson): string => `${clock(from)}-${clock(to)}`;
