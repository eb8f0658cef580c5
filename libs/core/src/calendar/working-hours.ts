/** Weekday → the hours of that day, each `HH:MM-HH:MM`; a day that is not there is a day off. */
export type WorkingHours = Record<string, string[]>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The hours of one person as the business has set them. What is not of the type it should be counts as not set.
 * @param people by id, as in `configuration.healthcare.doctors`
 */
export function workingHoursOf(people: Readonly<Record<string, unknown>>, id: string): WorkingHours | null {
  const person = Object.hasOwn(people, id) ? people[id] : undefined;
  const hours = isObject(person) ? person.working_hours : undefined;
  if (!isObject(hours)) return null;
  const days = Object.entries(hours).filter((day): day is [string, string[]] => isTexts(day[1]));
  return Object.fromEntries(days);
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** A part of a day, in minutes since its beginning; the last one does not belong to it. */
export interface MinuteSpan {
  from: number;
  to: number;
}

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/**
 * When there is work on a day, by the clock; hours that touch or overlap are one span. Weekdays are named in any case; what
 * is no range of hours is left out.
 * @param date YYYY-MM-DD
 */
export function spansOfDay(hours: WorkingHours, date: string): MinuteSpan[] {
  const spans = textsOfDay(hours, date)
    .map(minutesOf)
    .filter((span) => span !== null)
    .sort((a, b) => a.from - b.from);
  const joined: MinuteSpan[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push(span);
  }
  return joined;
}

/** As they were set. */
export function textsOfDay(hours: WorkingHours, date: string): string[] {
  const weekday = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()];
  return Object.entries(hours).flatMap(([day, texts]) => (day.trim().toLowerCase() === weekday ? texts : []));
}

const range = /^\s*(\d{1,2}):(\d{2})\s*-\s*(\d{1,2}):(\d{2})\s*$/;
const MINUTES_OF_DAY = 24 * 60;

function minutesOf(text: string): MinuteSpan | null {
  const found = range.exec(text);
  if (!found) return null;
  const [fromHour, fromMinute, toHour, toMinute] = found.slice(1).map(Number) as [number, number, number, number];
  const span = { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute };
  const isRange = fromMinute < 60 && toMinute < 60 && span.from < span.to && span.to <= MINUTES_OF_DAY;
  return isRange ? span : null;
}
