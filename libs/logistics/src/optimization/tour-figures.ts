import { metresBetween, type Point } from '../place/point.js';
import { tenthsOf } from '../route/measure.js';
import { drivingTenths, loadFactor } from './driving.js';
import type { TourFigures } from './optimization.entity.js';
import type { TourEnds, TourStop } from './tour-stops.js';

/** What a vehicle takes on board and consumes. */
export interface Consumption {
  capacity_kg: number | null;
  /** Litres, without a load. */
  per_100km: number;
}

/** One way from place to place. */
export interface Leg {
  metres: number;
  /** Driving alone. */
  tenths: number;
}

/** A tour as it is driven: the leg to each stop, when it comes there, the leg to the end, and what it comes to. */
export interface DrivenTour {
  legs: readonly Leg[];
  /** Tenths of a minute since departure, by stop. */
  arrivals: readonly number[];
  /** Null where a tour ends with its last stop. */
  back: Leg | null;
  figures: TourFigures;
}

const legBetween = (from: Point, to: Point): Leg => {
  const metres = metresBetween(from, to);
  return { metres, tenths: drivingTenths(metres) };
};
const NO_WAY: Leg = { metres: 0, tenths: 0 };

/** A stop whose place is known. */
export type LocatedStop = TourStop & { point: Point };
export const isLocated = (stop: TourStop): stop is LocatedStop => stop.point !== null;

/** @param staying_kg what is on board the whole way */
export function drive(
  stops: readonly LocatedStop[],
  { start, end }: TourEnds,
  { capacity_kg, per_100km }: Consumption,
  staying_kg: number,
): DrivenTour {
  let at = start;
  let load = stops.reduce((sum, { weight_kg }) => sum + weight_kg, staying_kg);
  let [metres, tenths, consumed] = [0, 0, 0];
  const arrivals: number[] = [];
  const go = (to: Point | null): Leg => {
    const leg = at && to ? legBetween(at, to) : NO_WAY;
    metres += leg.metres;
    tenths += leg.tenths;
    consumed += leg.metres * (1 + loadFactor(load, capacity_kg));
    at = to;
    return leg;
  };
  const legs = stops.map(({ point, weight_kg, standing_minutes }) => {
    const leg = go(point);
    arrivals.push(tenths);
    tenths += tenthsOf(standing_minutes);
    load -= weight_kg;
    return leg;
  });
  const back = end ? go(end) : null;
  const litres = (consumed / 1_000) * (per_100km / 100);
  return {
    legs,
    arrivals,
    back,
    figures: {
      total_distance_km: metres / 1_000,
      total_duration_minutes: tenths / 10,
      estimated_fuel_litres: Math.round(litres * 100) / 100,
    },
  };
}
