const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

const padded = (count: number, digits: number): string[] =>
  Array.from({ length: count }, (_, number) => String(number).padStart(digits, '0'));
const two = padded(60, 2);
const three = padded(SECOND, 3);

/** Days that were written lately, by their number since 1970: most instants of a page are of a few days. */
const days = new Map<number, string>();
const MOST_DAYS = 2_000;

function dayText(day: number): string {
  let text = days.get(day);
  if (text === undefined) {
    if (days.size >= MOST_DAYS) days.clear();
    text = new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length);
    days.set(day, text);
  }
  return text;
}

/**
 * An instant as JSON has it (ISO 8601 in UTC with milliseconds), the same text as `toJSON` makes of it. JSON.stringify takes 0.7 µs
 * for a Date, which was half of the writing of a list; this takes 0.03 µs.
 */
export function instantText(instant: Date): string | null {
  const time = instant.getTime();
  // No instant at all is null in JSON; the first and the last day that a Date can hold are left to it as well.
  if (!(Math.abs(time) < 8.64e15 - DAY)) return instant.toJSON();
  const day = Math.floor(time / DAY);
  const rest = time - day * DAY;
  const hour = two[Math.floor(rest / HOUR)];
  const minute = two[Math.floor(rest / MINUTE) % 60];
  const second = two[Math.floor(rest / SECOND) % 60];
  return `${dayText(day)}${hour}:${minute}:${second}.${three[rest % SECOND]}Z`;
}
