import { malaysianDay } from '@usaha/shared';
import { hasHolidayTable } from '@usaha/shared/malaysia';
import { unwell, well, type Check, type Finding } from './finding.js';

const MONTHS_AHEAD = 6;

/** Whether the public holidays of the coming months are known: without them no business is closed on any. */
export const checkHolidays: Check = () => Promise.resolve([holidaysKnown(new Date())]);

/** @param now from when on they should be known, for six months */
export function holidaysKnown(now: Date): Finding {
  const about = 'Public holidays';
  const ahead = new Date(now);
  ahead.setUTCMonth(ahead.getUTCMonth() + MONTHS_AHEAD);
  const missing = [now, ahead].map(malaysianDay).find((day) => !hasHolidayTable(day));
  if (missing === undefined) return well(about, `known for the next ${MONTHS_AHEAD} months`);
  const year = missing.slice(0, 4);
  return unwell(
    about,
    `of ${year} are not known: closed_on_public_holidays closes no day of it; install a newer release`,
  );
}
