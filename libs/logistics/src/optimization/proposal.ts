import type { Method } from '@usaha/route-solver';
import type { Criterion } from './criteria.js';
import type { TourFigures } from './optimization.entity.js';
import type { Leg } from './tour-figures.js';
import type { TourStop } from './tour-stops.js';
import type { TourWarning } from './tour-warnings.js';

/** One stop of a proposed order; what depends on its place is null where that is not known. */
export interface PlannedStop extends Pick<TourStop, 'type' | 'shipment_id' | 'waypoint' | 'address'> {
  /** From 1. */
  sequence: number;
  latitude: number | null;
  longitude: number | null;
  location_source: TourStop['source'];
  leg_distance_km: number | null;
  /** Driving alone. */
  leg_duration_minutes: number | null;
  /** Since departure, standing included. */
  arrival_minutes: number | null;
}

/** The way back, or to the route's destination. */
export interface ReturnLeg {
  leg_distance_km: number;
  leg_duration_minutes: number;
}

/** A proposed order of stops. */
export interface Proposal extends TourFigures {
  route_id: string;
  vehicle_id: string | null;
  optimization_criteria: readonly Criterion[];
  method: Method;
  shipments: string[];
  stops: PlannedStop[];
  return_leg: ReturnLeg | null;
  /** Shipments as sent, then waypoints as stored. */
  baseline: TourFigures;
  /** Of the first criterion; 0 where too many stops share a point to tell. */
  saving_percent: number;
  /** Ids of shipments, and points of the route whose place is not known: `waypoints.0`, `origin`, `destination`. */
  unlocated: string[];
  warnings: TourWarning[];
}

export const returnLeg = ({ metres, tenths }: Leg): ReturnLeg => ({
  leg_distance_km: metres / 1_000,
  leg_duration_minutes: tenths / 10,
});

/** @param driven null for a stop whose place is not known */
export function plannedStop(stop: TourStop, i: number, driven: { leg: Leg; arrival: number } | null): PlannedStop {
  const { type, shipment_id, waypoint, address, point, source } = stop;
  return {
    sequence: i + 1,
    type,
    shipment_id,
    waypoint,
    address,
    latitude: point?.latitude ?? null,
    longitude: point?.longitude ?? null,
    location_source: source,
    leg_distance_km: driven && driven.leg.metres / 1_000,
    leg_duration_minutes: driven && driven.leg.tenths / 10,
    arrival_minutes: driven && driven.arrival / 10,
  };
}

const figureOf: Readonly<Record<Criterion, keyof TourFigures>> = {
  distance: 'total_distance_km',
  time: 'total_duration_minutes',
  fuel: 'estimated_fuel_litres',
};

/** How much less the first criterion comes to, in percent to 2 decimals. */
export function savingPercent(criterion: Criterion, baseline: TourFigures, proposal: TourFigures): number {
  const [before, after] = [baseline[figureOf[criterion]], proposal[figureOf[criterion]]];
  return before > 0 ? Math.max(0, Math.round(((before - after) / before) * 10_000) / 100) : 0;
}
