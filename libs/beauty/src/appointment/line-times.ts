import { invalid, malaysianDay, malaysianInstant, readInstant } from '@usaha/shared';
import { messages } from '../messages.js';
import type { AppointmentLine } from './appointment-line.entity.js';

/** When a line is, as a body says it: date-times, or times of day (HH:MM:SS, HH:MM). */
export interface GivenTimes {
  start_time?: string | null;
  end_time?: string | null;
}

export type LineTimes = Pick<AppointmentLine, 'start_time' | 'end_time' | 'day' | 'starts_at' | 'ends_at'>;

/** What times are read with. */
export interface TimesOf {
  /** What the catalogue says that it takes: where the end lies that is not given. */
  minutes: number;
  /** The day in Malaysia on which its appointment was created: that of times without a date. */
  created: string;
  /** Those that the line had: plain times stay on its day, and what comes back unchanged is not read again. */
  before: LineTimes | null;
  /** What the line is called in messages: `services.1`. */
  field: string;
}

/** As it was sent; a plain one with its seconds. */
interface SentTime {
  text: string;
  /** Of one with a date. */
  instant: Date | null;
}

const MINUTE_MS = 60_000;
const MINUTES_OF_DAY = 24 * 60;
const plain = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
/** Year, month and day; what stands between them and the time; hour and minute; seconds, fraction and offset. */
const dated = /^(.{10})(.)(\d\d:\d\d)(.*)$/;

/** Whether a start was given with its date. */
export const isDated = ({ start_time, starts_at }: LineTimes): boolean =>
  starts_at !== null && start_time !== null && !plain.test(start_time);

/**
 * The times of a line: the texts as they were sent, and the instants that they mean. A start without
 * an end has the one that the catalogue's duration makes, in its own form.
 * @throws invalid for what is no time, and for an end before its start
 */
export function lineTimes({ start_time, end_time }: GivenTimes, of: TimesOf): LineTimes {
  const { before, field, created } = of;
  const start = sent(`${field}.start_time`, start_time);
  const end = sent(`${field}.end_time`, end_time);
  // An end that was worked out past midnight may be before its start as plain times go: it is taken back as it was given.
  if (before && start?.text === before.start_time && end?.text === before.end_time) return timesOf(before);
  if (!start) return withoutStart(end, of);
  const startDay = dayOf(start, end, before?.day ?? created);
  const starts_at = start.instant ?? malaysianInstant(startDay, start.text);
  const timed = { start_time: start.text, day: malaysianDay(starts_at), starts_at };
  if (!end) {
    const ends_at = new Date(starts_at.getTime() + of.minutes * MINUTE_MS);
    return { ...timed, end_time: workedOut(start, of), ends_at };
  }
  const ends_at = end.instant ?? malaysianInstant(timed.day, end.text);
  if (ends_at < starts_at)
    throw invalid(`${field}.end_time`, messages.endBeforeStart({ field: `${field}.end_time`, other: 'start_time' }));
  return { ...timed, end_time: end.text, ends_at };
}

/** Minutes of lines together, a whole number. @param lines without both times they take what the catalogue says */
export function minutesOf(lines: readonly Pick<AppointmentLine, 'starts_at' | 'ends_at' | 'minutes'>[]): number {
  const sum = lines.reduce(
    (ms, { starts_at, ends_at, minutes }) =>
      ms + (starts_at && ends_at ? ends_at.getTime() - starts_at.getTime() : minutes * MINUTE_MS),
    0,
  );
  return Math.round(sum / MINUTE_MS);
}

const timesOf = ({ start_time, end_time, day, starts_at, ends_at }: LineTimes): LineTimes => ({
  start_time,
  end_time,
  day,
  starts_at,
  ends_at,
});

function sent(field: string, text: string | null | undefined): SentTime | null {
  if (text === null || text === undefined) return null;
  if (plain.test(text)) return { text: text.length === 5 ? `${text}:00` : text, instant: null };
  const instant = readInstant(text);
  if (!instant) throw invalid(field, messages.noTime({ field }));
  return { text, instant };
}

/** The day on which a plain start lies: that of its end, where this has a date. */
const dayOf = (start: SentTime, end: SentTime | null, otherwise: string): string =>
  !start.instant && end?.instant ? malaysianDay(end.instant) : otherwise;

function withoutStart(end: SentTime | null, { before, created }: TimesOf): LineTimes {
  if (!end) return { start_time: null, end_time: null, day: created, starts_at: null, ends_at: null };
  const ends_at = end.instant ?? malaysianInstant(before?.day ?? created, end.text);
  return { start_time: null, end_time: end.text, day: malaysianDay(ends_at), starts_at: null, ends_at };
}

/** The end after the minutes, in the form of the start. @throws invalid for one after the year 9999 */
function workedOut({ text, instant }: SentTime, { minutes, field }: TimesOf): string {
  if (!instant) {
    const [hour, minute] = text.split(':').map(Number) as [number, number];
    const ends = (hour * 60 + minute + minutes) % MINUTES_OF_DAY;
    return `${twoDigits(Math.floor(ends / 60))}:${twoDigits(ends % 60)}${text.slice(5)}`;
  }
  const [, day = '', between = '', time = '', rest = ''] = dated.exec(text) ?? [];
  const ends = new Date(Date.parse(`${day}T${time}Z`) + minutes * MINUTE_MS).toISOString();
  const end = `${ends.slice(0, 10)}${between}${ends.slice(11, 16)}${rest}`;
  if (!readInstant(end)) throw invalid(`${field}.start_time`, messages.noTime({ field: `${field}.start_time` }));
  return end;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
