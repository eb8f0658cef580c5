import type { Address } from '@usaha/core';
import type { DistanceSource } from '../place/distance-source.js';
import { locate } from '../place/locate.js';
import type { Point } from '../place/point.js';
import type { DeliveryRoute } from '../route/delivery-route.entity.js';
import { placeOfPoint } from '../route/place-of-point.js';
import type { Shipment, TimeWindow } from '../shipment/shipment.entity.js';

/** How long a shipment takes to be handed over, in minutes. */
const HANDOVER_MINUTES = 10;

/** More than anything weighs: a weight that was sent counts as no more, as in reports. */
const MOST_KG = 1_000_000_000;

/** One place at which a tour halts: a shipment's destination, or a waypoint of the route. */
export interface TourStop {
  type: 'shipment' | 'waypoint';
  shipment_id: string | null;
  /** Its place among the waypoints of the route, from 0. */
  waypoint: number | null;
  address: string | Address | null;
  point: Point | null;
  source: DistanceSource;
  weight_kg: number;
  standing_minutes: number;
  window: TimeWindow | null;
}

export const stopOfShipment = ({ id, destination, package_details, delivery_time_window }: Shipment): TourStop => {
  const { point, source } = locate(destination);
  return {
    type: 'shipment',
    shipment_id: id,
    waypoint: null,
    address: destination.address,
    point,
    source,
    weight_kg: Math.min(Number(package_details.weight_kg ?? 0), MOST_KG),
    standing_minutes: HANDOVER_MINUTES,
    window: delivery_time_window,
  };
};

export const stopsOfRoute = ({ waypoints }: DeliveryRoute): TourStop[] =>
  waypoints.map((waypoint, i) => {
    const { point, source } = placeOfPoint(waypoint);
    return {
      type: 'waypoint',
      shipment_id: null,
      waypoint: i,
      address: waypoint.address,
      point,
      source,
      weight_kg: 0,
      standing_minutes: waypoint.stop_duration_minutes,
      window: null,
    };
  });

/** Where a tour begins and ends; null where that is not known. */
export interface TourEnds {
  start: Point | null;
  end: Point | null;
  /** Ends of the route that are told, and whose place is not known. */
  unlocated: ('origin' | 'destination')[];
}

/** From the route's origin, else the first shipment's, to the route's destination, else back. */
export function endsOf({ origin, destination }: DeliveryRoute, first: Shipment | undefined): TourEnds {
  const [from, to] = [origin && placeOfPoint(origin).point, destination && placeOfPoint(destination).point];
  const start = from ?? (first ? locate(first.origin).point : null);
  return {
    start,
    end: to ?? start,
    unlocated: [
      ...(origin && !from ? (['origin'] as const) : []),
      ...(destination && !to ? (['destination'] as const) : []),
    ],
  };
}
