import { malaysianDay, malaysianInstant } from '@usaha/shared';
import { publicHolidays, type StateCode } from '@usaha/shared/malaysia';
import type { TimeWindow } from './shipment.entity.js';
import type { ServiceType } from './shipment-statuses.js';

/** What a promise rests on. */
export interface Promised {
  /** YYYY-MM-DD, as it was asked for; null where none was asked for. */
  delivery_date: string | null;
  delivery_time_window: TimeWindow | null;
  service_type: ServiceType;
  /** Of both ends; null where it is not known. */
  from: StateCode | null;
  to: StateCode | null;
}

/** Working days by service: within a state, on the same land mass, across the sea. */
const workingDays: Readonly<Record<ServiceType, Readonly<Record<'state' | 'land' | 'sea', number>>>> = {
  express: { state: 1, land: 1, sea: 3 },
  standard: { state: 2, land: 3, sea: 7 },
  economy: { state: 3, land: 5, sea: 14 },
};
const BORNEO: ReadonlySet<StateCode> = new Set(['12', '13', '15']);
const RESTS_ON_FRIDAY: ReadonlySet<StateCode> = new Set(['02', '03', '11']);
const [SUNDAY, FRIDAY] = [0, 5];
const DAY_MS = 86_400_000;
/** When a day's deliveries end, unless a window says otherwise. */
const CLOSING = '18:00:00';

const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);

/** The state's day of rest and its public holidays; where the state is not known there are Sundays alone. */
function isWorkingDay(day: string, state: StateCode | null): boolean {
  const rest = state !== null && RESTS_ON_FRIDAY.has(state) ? FRIDAY : SUNDAY;
  if (new Date(day).getUTCDay() === rest) return false;
  return state === null || publicHolidays(day, state).length === 0;
}

function reachOf(from: StateCode | null, to: StateCode | null): 'state' | 'land' | 'sea' {
  if (from === null || to === null) return 'land';
  if (from === to) return 'state';
  return BORNEO.has(from) === BORNEO.has(to) ? 'land' : 'sea';
}

/** The day on which a service delivers what was handed in on a day: a number of working days of the destination later. */
export function dayOfService(
  created: string,
  { service_type, from, to }: Omit<Promised, 'delivery_date' | 'delivery_time_window'>,
): string {
  let day = created;
  for (let left = workingDays[service_type][reachOf(from, to)]; left > 0;) {
    day = dayAfter(day);
    if (isWorkingDay(day, to)) left -= 1;
  }
  return day;
}

/** A window whose end is before its start ends on the next day. */
const endOn = (day: string, window: TimeWindow | null, otherwise: string): Date => {
  const [start, end] = [window?.start ?? null, window?.end ?? null];
  if (end === null) return malaysianInstant(day, otherwise);
  return malaysianInstant(start !== null && end < start ? dayAfter(day) : day, end);
};

const LAST_MOMENT = '23:59:59.999';

/**
 * When a delivery is expected, and the last moment at which it is on time: on the day that was asked for at the end of its
 * window, else of that day; where no day was asked for, on the day of the service.
 */
export function promiseOf(
  created_at: Date,
  promised: Promised,
): { estimated_delivery_time: Date; promised_until: Date } {
  const { delivery_date, delivery_time_window: window } = promised;
  const day = delivery_date ?? dayOfService(malaysianDay(created_at), promised);
  const estimated = endOn(day, window, CLOSING);
  if (delivery_date !== null)
    return { estimated_delivery_time: estimated, promised_until: endOn(day, window, LAST_MOMENT) };
  return { estimated_delivery_time: estimated, promised_until: malaysianInstant(malaysianDay(estimated), LAST_MOMENT) };
}
