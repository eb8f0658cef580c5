/** Documents whose last day is past, and statuses of who and what is sent out. */
export const documentWarnings = [
  'license_expired',
  'psv_expired',
  'medical_expired',
  'road_tax_expired',
  'insurance_expired',
  'inspection_expired',
  'inspection_agency_expired',
  'driver_not_active',
  'vehicle_not_active',
] as const;
export type DocumentWarning = (typeof documentWarnings)[number];

/** What an answer warns of, in this order; it refuses nothing by itself. */
export const warningCodes = [...documentWarnings, 'double_booked', 'public_holiday'] as const;
export type WarningCode = (typeof warningCodes)[number];
