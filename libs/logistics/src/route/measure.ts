import { drivingTenths } from '../optimization/driving.js';
import { metresBetween, type Point } from '../place/point.js';
import type { Measure, RoutePoints } from './delivery-route.entity.js';
import { placeOfPoint } from './place-of-point.js';

/** The way from the origin over all waypoints to the destination. A waypoint without a known place is passed over. */
export function measureOf({ origin, waypoints, destination }: RoutePoints): Measure {
  const points = [origin, ...waypoints, destination]
    .map((point) => point && placeOfPoint(point).point)
    .filter((point): point is Point => point !== null);
  const legs = points.slice(1).map((point, i) => metresBetween(points[i] as Point, point));
  const metres = legs.reduce((sum, leg) => sum + leg, 0);
  const standing = waypoints.reduce((sum, { stop_duration_minutes }) => sum + tenthsOf(stop_duration_minutes), 0);
  const driving = legs.reduce((sum, leg) => sum + drivingTenths(leg), 0);
  return { distance_km: metres / 1_000, duration_minutes: (driving + standing) / 10 };
}

/** Minutes in whole tenths, of which totals are sums. */
export const tenthsOf = (minutes: number): number => Math.round(minutes * 10);
