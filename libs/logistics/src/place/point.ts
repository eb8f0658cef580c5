/** A point of the earth, in degrees. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** The mean radius of the earth (IUGG R1), in kilometres. */
const EARTH_KM = 6371.0088;
/** How much longer roads are than the great circle. */
const ROADS = 1.3;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The great circle between two points, in kilometres (haversine formula). */
export function greatCircle(from: Point, to: Point): number {
  const [a, b] = [radians(from.latitude), radians(to.latitude)];
  const h =
    Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)));
}

const isBetween = (value: number, least: number, most: number): boolean => value >= least && value <= most;
const isOnPeninsula = ({ latitude, longitude }: Point): boolean =>
  isBetween(latitude, 1.1, 7) && isBetween(longitude, 99.5, 105);
const isOnBorneo = ({ latitude, longitude }: Point): boolean =>
  isBetween(latitude, 0.8, 7.6) && isBetween(longitude, 109.4, 119.5);

/** No road leads from the Peninsula to Sabah, Sarawak and Labuan. */
const isAcrossTheSea = (a: Point, b: Point): boolean =>
  (isOnPeninsula(a) && isOnBorneo(b)) || (isOnBorneo(a) && isOnPeninsula(b));

/** How far it is from one place to another, in kilometres: without a map, from the great circle. */
export const distanceBetween = (from: Point, to: Point): number =>
  greatCircle(from, to) * (isAcrossTheSea(from, to) ? 1 : ROADS);

/** The same in whole metres, of which totals are sums. */
export const metresBetween = (from: Point, to: Point): number => Math.round(distanceBetween(from, to) * 1_000);
