/** How long the data of a person are kept after the last activity, as it was sent: a number means years. */
export type RetentionPeriod = number | string;

/** A length of time by the calendar. */
interface Span {
  months: number;
  days: number;
}

const MONTHS = 12;
const DAYS_OF_WEEK = 7;
const DAY_SECONDS = 86_400;
/** A longer period concerns no living person: it counts as without an end. */
const MOST_YEARS = 1_000;

const duration =
  /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/;

/** A part of a month or of a day is taken for a whole one: data are kept rather than lost. */
function spanOf(period: RetentionPeriod): Span | null {
  if (typeof period === 'number') return { months: Math.ceil(period * MONTHS), days: 0 };
  const match = duration.exec(period.trim());
  if (!match) return null;
  const [years, months, weeks, days, hours, minutes, seconds] = match
    .slice(1)
    .map((part) => Number((part ?? '0').replace(',', '.'))) as [number, number, number, number, number, number, number];
  const rest = Math.ceil((hours * 3_600 + minutes * 60 + seconds) / DAY_SECONDS);
  return { months: years * MONTHS + months, days: weeks * DAYS_OF_WEEK + days + rest };
}

/**
 * Reads a retention period: a number means years, a text an ISO 8601 duration.
 * @returns null for any other text, and for a period of no length: neither is ever acted on
 */
export function readRetentionPeriod(period: RetentionPeriod): Span | null {
  const span = spanOf(period);
  return span && (span.months > 0 || (span.months === 0 && span.days > 0)) ? span : null;
}

/** Beyond it a day is not written YYYY-MM-DD any more, and cannot be compared with others. */
const LAST_YEAR = 9_999;

/** A calendar day the span's months and days later; where the month is too short, its last day. null beyond the last year. */
function later(day: string, { months, days }: Span): string | null {
  if (months / MONTHS + days / 365 > MOST_YEARS) return null;
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const lastDate = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  const end = new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastDate) + days));
  return end.getUTCFullYear() > LAST_YEAR ? null : end.toISOString().slice(0, 10);
}

/**
 * The first day on which data are no longer kept.
 * @param last_active YYYY-MM-DD @returns YYYY-MM-DD; null for a period that is not understood or has no end
 */
export function retainedUntil(period: RetentionPeriod, last_active: string): string | null {
  const span = readRetentionPeriod(period);
  return span && later(last_active, span);
}
