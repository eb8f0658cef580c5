import type { DemoCrew } from './demo-consignment.js';
import type { DemoOffice } from './demo-carrier.js';
import type { DemoVehicle } from './demo-vehicle.js';

/** The driver of a zone on a day, and the van. */
export interface DemoShift {
  crew: DemoCrew;
  van: DemoVehicle;
}

/** Of days of work, how many a driver is on leave. */
const LEAVE = 0.05;

/**
 * A day's shifts by zone. Each zone has a van and a separate driver; what is in the workshop is replaced by the last van,
 * and who is on leave by those who have no zone.
 */
export function rosterOf(
  { vehicles, drivers, random }: DemoOffice,
  zones: number,
  standing: ReadonlySet<DemoVehicle>,
): DemoShift[] {
  const spare = vehicles.slice(zones).filter((van) => !standing.has(van));
  const relief = drivers.slice(zones).map(({ driver }) => driver);
  return vehicles.slice(0, zones).map((own, zone) => {
    const van = standing.has(own) ? (spare.pop() ?? own) : own;
    const isAway = random.chance(LEAVE);
    const driver = (isAway ? relief.pop() : undefined) ?? drivers[zone]?.driver;
    if (!driver) throw new Error(`No driver works in zone ${zone}`);
    return { van, crew: { driver, vehicle: van.vehicle } };
  });
}
