import type { TimeWindow } from '../shipment/shipment.entity.js';

/** What does not constrain an order of stops, and is told; stops that are one point are not told apart. */
export const tourWarningCodes = [
  'capacity_exceeded',
  'outside_operating_hours',
  'delivery_window_missed',
  'same_point',
] as const;

/** A warning, and the stops that it is about: ids of shipments, and `waypoints.0`. Without stops it is about the tour. */
export interface TourWarning {
  code: (typeof tourWarningCodes)[number];
  stops: readonly string[];
}

/** A tour, as it is held against what was promised. */
export interface TourTimes {
  load_kg: number;
  capacity_kg: number | null;
  duration_minutes: number;
  operating_hours: TimeWindow | null;
  /** Minutes since departure, and what the receiver was promised. */
  arrivals: readonly { stop: string; minutes: number; window: TimeWindow | null }[];
}

const DAY = 24 * 60;

/** HH:MM:SS in minutes of the day. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return hours * 60 + minutes + seconds / 60;
}

/** Its end, in minutes of the day on which it begins. @param from minutes of the day: what ends before lies on the next day */
function endOf({ start, end }: TimeWindow, from: number): number | null {
  if (end === null) return null;
  const last = minutesOf(end);
  return last < (start === null ? from : minutesOf(start)) ? last + DAY : last;
}

/** A tour departs when its route begins to operate; where that is not told, the times of its arrivals are not known. */
export function warningsOf(tour: TourTimes): TourWarning[] {
  const { operating_hours: hours } = tour;
  const departure = hours?.start ? minutesOf(hours.start) : null;
  const closing = hours && departure !== null ? endOf(hours, departure) : null;
  const isLate = (minutes: number, last: number | null): boolean =>
    departure !== null && last !== null && departure + minutes > last;
  const stopsOf = (isMeant: (arrival: TourTimes['arrivals'][number]) => boolean): string[] =>
    tour.arrivals.filter(isMeant).map(({ stop }) => stop);
  const missed = stopsOf(({ minutes, window }) => window !== null && isLate(minutes, endOf(window, 0)));
  const closed = stopsOf(({ minutes }) => isLate(minutes, closing));
  const overloaded = tour.capacity_kg !== null && tour.load_kg > tour.capacity_kg;
  return [
    ...(overloaded ? [{ code: 'capacity_exceeded', stops: [] } as const] : []),
    ...(isLate(tour.duration_minutes, closing) ? [{ code: 'outside_operating_hours', stops: closed } as const] : []),
    ...(missed.length > 0 ? [{ code: 'delivery_window_missed', stops: missed } as const] : []),
  ];
}
