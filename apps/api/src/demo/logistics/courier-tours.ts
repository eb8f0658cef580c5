import { distanceBetween, type Point } from '@usaha/logistics';
import type { DemoConsignment } from './demo-consignment.js';
import type { DemoMerchant, DemoParcel } from './parcels.js';
import { hub } from './places/klang-valley.js';

/** A parcel that is on its way. */
export interface DemoHeld {
  consignment: DemoConsignment;
  parcel: DemoParcel;
  merchant: DemoMerchant;
  /** The day (YYYY-MM-DD) on which it is to be brought. */
  due: string;
  attempts: number;
  /** No receiver takes it. */
  is_back: boolean;
}

/** A stop as it is planned, in minutes of the day. */
export interface DemoStop {
  held: DemoHeld;
  planned: number;
}

const FIRST_STOP = 9 * 60 + 20;
const AFTERNOON = 14 * 60 + 10;
const NOON = '12:00:00';
/** Minutes at the door, and between two stops at least. */
const AT_THE_DOOR = 12;
const LEAST = 20;
/** Times are planned in steps. */
const STEP = 5;
const KM_PER_MINUTE = 0.5;

export const pointOfReceiver = ({ consignment, parcel }: DemoHeld): Point => {
  const { latitude, longitude } = consignment.shipment.destination;
  return latitude === null || longitude === null ? parcel.place : { latitude, longitude };
};

const isForAfternoon = ({ consignment }: DemoHeld): boolean =>
  (consignment.shipment.delivery_time_window?.start ?? '') > NOON;

/** The nearest next, from the hub on. */
function byNearness(held: readonly DemoHeld[], from: Point): DemoHeld[] {
  const left = [...held];
  const ordered: DemoHeld[] = [];
  for (let at = from; left.length > 0;) {
    const distances = left.map((one) => distanceBetween(at, pointOfReceiver(one)));
    const [next] = left.splice(distances.indexOf(Math.min(...distances)), 1) as [DemoHeld];
    ordered.push(next);
    at = pointOfReceiver(next);
  }
  return ordered;
}

/** In which order and when the parcels of a zone are brought: what is promised for the afternoon goes last. */
export function tourOf(held: readonly DemoHeld[]): DemoStop[] {
  const morning = byNearness(
    held.filter((one) => !isForAfternoon(one)),
    hub,
  );
  const last = morning.at(-1);
  const afternoon = byNearness(held.filter(isForAfternoon), last ? pointOfReceiver(last) : hub);
  let [planned, at]: [number, Point] = [FIRST_STOP - LEAST, hub];
  return [...morning, ...afternoon].map((one) => {
    const driving = distanceBetween(at, pointOfReceiver(one)) / KM_PER_MINUTE;
    at = pointOfReceiver(one);
    planned += Math.max(LEAST, Math.ceil((driving + AT_THE_DOOR) / STEP) * STEP);
    if (isForAfternoon(one)) planned = Math.max(planned, AFTERNOON);
    return { held: one, planned };
  });
}

/** HH:MM:SS of minutes of the day. */
export const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`;
