import { invalid, malaysianDay, malaysianInstant, type Context } from '@usaha/shared';
import type { EinvoiceSettings } from '../einvoice-settings.entity.js';
import { messages } from '../einvoice.messages.js';
import type { HeadsPeriod } from '../source/index.js';

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;

/** The month in Malaysia at a moment, YYYY-MM. */
export const monthAt = (at: Date): string => malaysianDay(at).slice(0, 7);

/** The month after one, YYYY-MM. */
export const nextMonth = (month: string): string => moved(month, 1);

/** The month before the running one, YYYY-MM. */
export const lastMonth = (now: Date): string => moved(monthAt(now), -1);

function moved(month: string, by: 1 | -1): string {
  const [year, of] = month.split('-').map(Number) as [number, number];
  const at = year * 12 + of - 1 + by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

const beginningOf = (month: string): Date => malaysianInstant(`${month}-01`, '00:00:00');

/** The last day of a month, YYYY-MM-DD. */
export const lastDayOf = (month: string): string => malaysianDay(new Date(beginningOf(nextMonth(month)).getTime() - 1));

/** The month before the running one. */
export const lastMonthPeriod = (now: Date): HeadsPeriod => ({
  from: beginningOf(lastMonth(now)),
  before: beginningOf(monthAt(now)),
});

/** @throws invalid naming month unless it is YYYY-MM */
export function readMonth(month: string): string {
  if (!MONTH.test(month)) throw invalid('month', messages.noMonth());
  return month;
}

/** A month from the day on which e-invoices were enabled first. */
export function monthPeriod(month: string, { start_date }: Pick<EinvoiceSettings, 'start_date'>): HeadsPeriod {
  const first = `${month}-01`;
  const from = start_date !== null && start_date > first ? start_date : first;
  return { from: malaysianInstant(from, '00:00:00'), before: beginningOf(nextMonth(month)) };
}

/** The part of a month that is consolidated: it has to be over; in the simulator the running one may be too. @throws invalid naming month */
export function periodOf(
  ctx: Context,
  month: string,
  settings: Pick<EinvoiceSettings, 'start_date' | 'environment'>,
): HeadsPeriod {
  const running = monthAt(ctx.now);
  const isOver = readMonth(month) < running || (month === running && settings.environment === 'simulator');
  if (!isOver) throw invalid('month', messages.monthNotOver());
  return monthPeriod(month, settings);
}
