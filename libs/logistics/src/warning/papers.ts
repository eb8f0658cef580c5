import type { Driver } from '../driver/driver.entity.js';
import type { Vehicle } from '../vehicle/vehicle.entity.js';

/** Documents that have a last day, by the column that says which: of a driver. */
export const driverPapers = {
  license: 'license_expiry',
  psv: 'psv_expiry',
  medical: 'medical_checkup_expiry',
} as const satisfies Record<string, keyof Driver>;

/** The same of a vehicle. */
export const vehiclePapers = {
  road_tax: 'road_tax_expiry',
  insurance: 'insurance_expiry',
  inspection: 'inspection_expiry',
  inspection_agency: 'inspection_agency_expiry',
} as const satisfies Record<string, keyof Vehicle>;

export type DriverPaper = keyof typeof driverPapers;
export type VehiclePaper = keyof typeof vehiclePapers;

/**
 * Whether a document is no longer valid on a day: it is valid through its last one, and one without a date is not asked for.
 * @param last YYYY-MM-DD @param day YYYY-MM-DD
 */
export const isPast = (last: string | null | undefined, day: string): boolean =>
  last !== null && last !== undefined && last < day;
