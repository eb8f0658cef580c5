const OFFSET_HOURS = 8;

/** The first moment of the month after that of a day (UTC+8): until before, its documents may be asked for (SG 3.6). */
export function endOfMonth(day: string): Date {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 1, -OFFSET_HOURS));
}
