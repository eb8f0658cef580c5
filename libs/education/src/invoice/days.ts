const DAY_MS = 86_400_000;

/** Days after a day, or before it where `count` is below 0. @param day YYYY-MM-DD */
export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** How many days a span has, both ends included. */
export const daysIn = ({ from, to }: { from: string; to: string }): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1;

const two = (count: number): string => String(count).padStart(2, '0');

/** Which day of a month a number names, at most its last: the 31st of April is the 30th. @param month YYYY-MM */
export function dayOfMonth(month: string, day: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(2000, of, 0)).getUTCDate();
  const isShort = of === 2 && !(year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
  return `${month}-${two(Math.min(day, isShort ? 28 : last))}`;
}

/** The month that is a number of months after another. @param month YYYY-MM */
export function monthAfter(month: string, count: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  const months = year * 12 + of - 1 + count;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${two((months % 12) + 1)}`;
}
