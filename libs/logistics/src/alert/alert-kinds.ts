import { driverPapers, vehiclePapers, type DriverPaper, type VehiclePaper } from '../warning/papers.js';

export type AlertKind = DriverPaper | VehiclePaper | 'service_date' | 'service_mileage';

/** The watched dates: the documents of A-295, and the next service of a vehicle, by its date and by its mileage. */
export const alertKinds: readonly AlertKind[] = [
  ...(Object.keys(driverPapers) as DriverPaper[]),
  ...(Object.keys(vehiclePapers) as VehiclePaper[]),
  'service_date',
  'service_mileage',
];
