import { DeliveryRoute, measureOf, type RouteDetails, type RoutePoint, type Waypoint } from '@usaha/logistics';
import { minutesAfter, weekdays } from '../core/demo-days.js';
import { born } from '../core/demo-records.js';
import type { CarrierTime } from './carrier-time.js';
import { corridors, sites, type DemoRegion } from './places/corridors.js';
import { addressIn, type DemoPlace } from './places/demo-place.js';
import { hub, zones } from './places/klang-valley.js';

/** Minutes that a van stands in a neighbourhood, and a lorry at a halt. */
const STOP = 20;
const REST = 45;
const MONDAY_TO_SATURDAY = weekdays.slice(1);

const pointOf = (place: DemoPlace): RoutePoint => {
  const { latitude, longitude } = place;
  return { address: addressIn(place), latitude, longitude };
};
const haltAt = (place: DemoPlace, stop_duration_minutes: number): Waypoint => ({
  ...pointOf(place),
  stop_duration_minutes,
});

interface DemoRoute {
  details: Partial<RouteDetails> & Pick<RouteDetails, 'name'>;
  from: DemoPlace;
  to: DemoPlace;
  halts: readonly Waypoint[];
}

const routesOf = (routes: readonly DemoRoute[], time: CarrierTime): DeliveryRoute[] =>
  routes.map(({ details, from, to, halts }, i) => {
    const route = born(new DeliveryRoute(), minutesAfter(time.opening, 240 + i * 3));
    route.describe(details);
    route.lead({ origin: pointOf(from), destination: pointOf(to), waypoints: [...halts] });
    route.measure(measureOf(route));
    return route;
  });

/** A round of every zone, from the hub and back to it. */
export const rounds = (time: CarrierTime): DeliveryRoute[] =>
  routesOf(
    zones.map(({ name, places }, i) => ({
      details: {
        name: `K${String(i + 1).padStart(2, '0')} ${name}`,
        description: `Pusingan harian dari ${hub.name}`,
        vehicle_type: 'van',
        driver_requirements: ['D'],
        operating_hours: { start: '08:30:00', end: '18:30:00' },
        frequency: 'daily',
        active_days: [...MONDAY_TO_SATURDAY],
        priority: 'normal',
      },
      from: hub,
      to: hub,
      halts: places.map((place) => haltAt(place, STOP)),
    })),
    time,
  );

const endOf = (region: DemoRegion): DemoPlace => {
  const [first] = sites[region];
  if (!first) throw new Error(`${region} has no site`);
  return first.place;
};

/** Every corridor, in both directions. */
export const hauls = (time: CarrierTime): DeliveryRoute[] =>
  routesOf(
    corridors.map(({ name, from, to, halts, distance_km, minutes }) => ({
      details: {
        name,
        estimated_distance_km: distance_km,
        estimated_duration_minutes: minutes,
        vehicle_type: 'lori',
        driver_requirements: ['E', 'GDL'],
        operating_hours: { start: '06:00:00', end: '22:00:00' },
        frequency: 'daily',
        active_days: [...MONDAY_TO_SATURDAY],
        priority: 'high',
      },
      from: endOf(from),
      to: endOf(to),
      halts: halts.map((place) => haltAt(place, REST)),
    })),
    time,
  );
