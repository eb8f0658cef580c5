import type { Driver } from '../driver/driver.entity.js';
import type { Vehicle } from '../vehicle/vehicle.entity.js';
import { driverPapers, isPast, vehiclePapers, type DriverPaper, type VehiclePaper } from './papers.js';
import type { DocumentWarning } from './warning-codes.js';

type DriverPapers = Pick<Driver, (typeof driverPapers)[DriverPaper] | 'status'>;
type VehiclePapers = Pick<Vehicle, (typeof vehiclePapers)[VehiclePaper] | 'status'>;

/** The driver and the vehicle that are sent out; null where none is named. */
export interface SentOut {
  driver: DriverPapers | null;
  vehicle: VehiclePapers | null;
}

const isActive = (of: { status: string } | null): boolean => of === null || of.status === 'active';

const expired = <P extends string, C extends string>(
  papers: Readonly<Record<P, C>>,
  of: Readonly<Record<C, string | null>> | null,
  day: string,
) =>
  (Object.keys(papers) as P[])
    .filter((paper) => isPast(of?.[papers[paper]], day))
    .map((paper) => `${paper}_expired` as const);

/**
 * The faults of documents and statuses on a day, in the order of the codes.
 * @param day YYYY-MM-DD: of the assignment or the schedule, else today (UTC+8)
 */
export function judgeDocuments({ driver, vehicle }: SentOut, day: string): DocumentWarning[] {
  return [
    ...expired(driverPapers, driver, day),
    ...expired(vehiclePapers, vehicle, day),
    ...(isActive(driver) ? [] : (['driver_not_active'] as const)),
    ...(isActive(vehicle) ? [] : (['vehicle_not_active'] as const)),
  ];
}
