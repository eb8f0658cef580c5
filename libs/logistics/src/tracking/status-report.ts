import type { Driver } from '../driver/driver.entity.js';
import type { Shipment } from '../shipment/shipment.entity.js';
import type { ShipmentStatus } from '../shipment/shipment-statuses.js';
import type { Vehicle } from '../vehicle/vehicle.entity.js';
import type { ReportedLocation } from './shipment-event.entity.js';
import { noteOn, type NewShipmentEvent } from './shipment-history.js';

/** A report of a shipment on its way. */
export interface StatusReport {
  status: ShipmentStatus;
  location?: ReportedLocation | null;
  notes?: string | null;
  /** Null takes the shipment from the driver; absent, its driver keeps it. The same of the vehicle. */
  driver_id?: string | null;
  vehicle_id?: string | null;
}

/** The record that a report names; null where it names none, or a deleted one. */
export interface Named {
  driver: Driver | null;
  vehicle: Vehicle | null;
}

/** A location that tells something; null for one that tells nothing. */
export const toldLocation = (location: ReportedLocation | null | undefined): ReportedLocation | null =>
  location && Object.values(location).some((value) => value !== null) ? location : null;

/** Takes a report in on a shipment that is held. @returns its entry for the history: both are written together */
export function takeIn(
  shipment: Shipment,
  now: Date,
  report: StatusReport,
  { driver, vehicle }: Named,
): NewShipmentEvent {
  const { status, driver_id, vehicle_id, notes = null } = report;
  const location = toldLocation(report.location);
  // A driver who is named already keeps the name that was noted first, and may be deleted meanwhile.
  if (driver_id !== undefined && driver_id?.toLowerCase() !== shipment.driver_id) shipment.giveTo(driver);
  if (vehicle_id !== undefined && vehicle_id?.toLowerCase() !== shipment.vehicle_id) shipment.loadOn(vehicle);
  shipment.reach(status, now, location?.timestamp ? new Date(location.timestamp) : null);
  return noteOn(shipment, now, { location, notes });
}
