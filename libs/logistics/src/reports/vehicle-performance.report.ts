import { where, type Report } from '@usaha/shared';
import { logisticsConfiguration } from '../settings.js';
import { performance, performanceColumns, performanceRates, type Further, type Performers } from './performance.js';
import { byMoment, periodFilters, type ReportPeriod } from './period.js';
import { named, quantity, words } from './words.js';

export interface VehicleReportFilters extends ReportPeriod {
  vehicle_id?: string;
}

const vehicles: Performers = { table: 'vehicles', names: 'vehicle_id', label: 'r.registration_number' };

const { fuel_consumption_per_100km: USUAL } = logisticsConfiguration.read({});
const SET = `m.configuration #> '{logistics,fuel_consumption_per_100km}'`;
/** SQL: litres per 100 km, as the tenant has set them where that is a consumption, else the usual ones. */
const PER_100_KM = `coalesce((
  select case when jsonb_typeof(${SET}) = 'number' and (${SET})::numeric > 0 and (${SET})::numeric <= 1000 then (${SET})::numeric end
    from core.tenant_modules m where m.tenant_id = $1 and m.module = 'logistics'), ${USUAL})`;

/** SQL: the first or the last odometer reading of a vehicle `v` that a condition is true of: one look into an index, however many there are. */
const reading = (condition: string, order: 'asc' | 'desc') => `
  (select r.mileage from logistics.positions r where ${condition} and r.vehicle_id = v.id order by r.counts_at ${order}, r.id ${order} limit 1)`;

/** The last reading of the period less the first, and what that takes of fuel. A new odometer drives nothing back. */
const driven: Further = {
  figures: ['m.mileage_km', `round(m.mileage_km * ${PER_100_KM} / 100, 3)`],
  rows: (period, values) => {
    const read = where(byMoment('counts_at'), period, ['r.tenant_id = $1', 'r.mileage is not null'], values);
    return `
      select v.id::text as key, greatest(${reading(read, 'desc')} - ${reading(read, 'asc')}, 0) as mileage_km
        from logistics.vehicles v where v.tenant_id = $1 and v.deleted_at is null`;
  },
};

/** The deliveries with each vehicle, how many of its schedules were completed, and how far it went. */
export const vehiclePerformanceReport: Report<VehicleReportFilters, 'vehicle'> = {
  name: 'vehicle_performance',
  title: { en: 'Vehicle performance report', ms: 'Laporan prestasi kenderaan' },
  columns: [
    ...performanceColumns,
    quantity('mileage_km', { en: 'Mileage (km)', ms: 'Perbatuan (km)' }),
    quantity('estimated_fuel_litres', { en: 'Estimated fuel (l)', ms: 'Anggaran bahan api (l)' }),
  ],
  groupings: {
    vehicle: {
      title: words.vehicle,
      labels: 'text',
      chart: { kind: 'bars', label: 'label', value: 'delivered' },
      words: named,
      many: true,
    },
  },
  fallback: 'vehicle',
  filters: {
    vehicle_id: {
      title: words.vehicle,
      kind: 'text',
      description: 'This vehicle alone; an unknown one has no row',
      example: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
    },
    ...periodFilters('Shipments created, schedules and odometer readings'),
  },
  select: (tenant_id, { vehicle_id, ...period }) =>
    performance(tenant_id, vehicles, { ...period, id: vehicle_id }, driven),
  fromIndex: true,
  derived: performanceRates,
};
