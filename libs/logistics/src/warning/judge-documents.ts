import type { Driver } from '../driver/driver.entity.js';
import type { Vehicle } from '../vehicle/vehicle.entity.js';
import { documentWarnings, type DocumentWarning } from './warning-codes.js';

type DriverPapers = Pick<Driver, 'license_expiry' | 'psv_expiry' | 'medical_checkup_expiry' | 'status'>;
type VehiclePapers = Pick<
  Vehicle,
  'road_tax_expiry' | 'insurance_expiry' | 'inspection_expiry' | 'inspection_agency_expiry' | 'status'
>;

/** Who and what is sent out; null where nobody or nothing is named. */
export interface SentOut {
  driver: DriverPapers | null;
  vehicle: VehiclePapers | null;
}

/** The last day of each document. */
const lastDays: Readonly<
  Record<
    Exclude<DocumentWarning, 'driver_not_active' | 'vehicle_not_active'>,
    (of: SentOut) => string | null | undefined
  >
> = {
  license_expired: ({ driver }) => driver?.license_expiry,
  psv_expired: ({ driver }) => driver?.psv_expiry,
  medical_expired: ({ driver }) => driver?.medical_checkup_expiry,
  road_tax_expired: ({ vehicle }) => vehicle?.road_tax_expiry,
  insurance_expired: ({ vehicle }) => vehicle?.insurance_expiry,
  inspection_expired: ({ vehicle }) => vehicle?.inspection_expiry,
  inspection_agency_expired: ({ vehicle }) => vehicle?.inspection_agency_expiry,
};

const isActive = (of: { status: string } | null): boolean => of === null || of.status === 'active';

/**
 * What is wrong with documents and statuses on a day. A document is valid through the day on which it expires, and one
 * without a date is not asked for.
 * @param day YYYY-MM-DD: of the assignment or the schedule, else today (UTC+8)
 */
export function judgeDocuments(of: SentOut, day: string): DocumentWarning[] {
  return documentWarnings.filter((code) => {
    if (code === 'driver_not_active') return !isActive(of.driver);
    if (code === 'vehicle_not_active') return !isActive(of.vehicle);
    const last = lastDays[code](of);
    return last !== null && last !== undefined && last < day;
  });
}
