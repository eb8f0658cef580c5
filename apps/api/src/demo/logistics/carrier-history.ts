import type { DeliveryRoute } from '@usaha/logistics';
import { DemoRandom } from '../core/demo-random.js';
import { CarrierTime } from './carrier-time.js';
import type { DemoCarrier } from './demo-carrier.js';
import type { DemoConsignment } from './demo-consignment.js';
import { driversOf, type DemoDriver } from './demo-drivers.js';
import { fleetOf } from './demo-fleet.js';
import type { DemoVehicle } from './demo-vehicle.js';

/** All that a carrier has after half a year. */
export interface CarrierHistory {
  time: CarrierTime;
  drivers: DemoDriver[];
  vehicles: DemoVehicle[];
  routes: DeliveryRoute[];
  /** In the order of time. */
  consignments: DemoConsignment[];
}

/**
 * The half a year of a carrier up to `now`. Each part is drawn for itself, so that a change to one leaves the others as they are.
 * @param accounts ids of users who enter, scan and plan
 */
export function carrierHistoryOf(
  carrier: DemoCarrier,
  now: Date,
  accounts: readonly [string, ...string[]],
): CarrierHistory {
  const drawn = (part: number): DemoRandom => new DemoRandom(carrier.seed + part);
  const time = new CarrierTime(now, carrier.state);
  const drivers = driversOf(carrier, time, drawn(1));
  const vehicles = fleetOf(carrier, { time, drivers, actor_id: accounts[0], random: drawn(2) });
  const routes = carrier.routes(time);
  const consignments = carrier.trade({ carrier, time, accounts, drivers, vehicles, routes, random: drawn(3) });
  return { time, drivers, vehicles, routes, consignments };
}
