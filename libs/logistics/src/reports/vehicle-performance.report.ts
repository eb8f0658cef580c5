import { fromDay, isUuid, toDay, where, type Bind, type Filters, type Report } from '@usaha/shared';
import { logisticsConfiguration } from '../settings.js';
import { performance, performanceColumns, performanceRates, type Further, type Performers } from './performance.js';
import { byFilter, periodFilters, type CountedBy, type ReportPeriod } from './period.js';
import { named, quantity, words } from './words.js';

export interface VehicleReportFilters extends ReportPeriod {
  vehicle_id?: string;
  by?: CountedBy;
}

/** Vehicles `v`. */
const ofThese: Filters<{ id?: string }> = {
  id: (id, bind) => (isUuid(id) ? `v.id = ${bind(id)}` : 'false'),
};

const vehicles: Performers = { table: 'vehicles', names: 'vehicle_id', label: 'r.registration_number' };

const { fuel_consumption_per_100km: USUAL } = logisticsConfiguration.read({});
const SET = `m.configuration #> '{logistics,fuel_consumption_per_100km}'`;
/** SQL: litres per 100 km, as the tenant has set them where that is a consumption, else the usual ones (A-308). */
const PER_100_KM = `coalesce((
  select case when jsonb_typeof(${SET}) = 'number' and (${SET})::numeric > 0 and (${SET})::numeric <= 1000 then (${SET})::numeric end
    from core.tenant_modules m where m.tenant_id = $1 and m.module = 'logistics'), ${USUAL})`;

/** SQL: what a reading `r` of a vehicle `v` is. */
const READING = 'r.tenant_id = $1 and r.vehicle_id = v.id and r.mileage is not null';
const readings = (isInside: boolean, condition: string): string =>
  `select r.mileage, r.counts_at, r.id, ${isInside} as is_inside from logistics.positions r where ${READING} and ${condition}`;

/** SQL: a reading `g` that the next one shows to be a mistake: lower than it, and not below the one before it. */
const MISTAKEN = 'coalesce(g.next < g.mileage and g.next >= g.one, false)';
/** SQL: the reading that `g` is counted from: the one before it, unless that was a mistake. */
const BEFORE = 'case when g.mileage < g.one and g.mileage >= g.two then g.two else g.one end';

/**
 * The increments between readings in order of their time, of the day of the later one (A-382). A reading that is lower than the one
 * before it shows that one to be a mistake, or the odometer to be new: then nothing was driven between them. Readings next to the
 * period tell what its first and last are.
 */
const driven: Further = {
  figures: ['m.mileage_km', `round(m.mileage_km * ${PER_100_KM} / 100, 3)`],
  rows: ({ id, ...period }, values) => {
    const bind: Bind = (value) => `$${values.push(value)}`;
    const from = period.date_from === undefined ? null : fromDay('counts_at')(period.date_from, bind);
    const to = period.date_to === undefined ? null : toDay('counts_at')(period.date_to, bind);
    const parts = [readings(true, [from, to].filter(Boolean).join(' and ') || 'true')];
    if (from) parts.push(`(${readings(false, `not (${from})`)} order by r.counts_at desc, r.id desc limit 2)`);
    if (to) parts.push(`(${readings(false, `not (${to})`)} order by r.counts_at, r.id limit 1)`);
    return `
      select g.key, sum(greatest(g.mileage - (${BEFORE}), 0)) filter (where g.is_inside and not ${MISTAKEN}) as mileage_km
        from (select v.id::text as key, p.mileage, p.is_inside, lag(p.mileage) over readings as one,
                     lag(p.mileage, 2) over readings as two, lead(p.mileage) over readings as next
                from logistics.vehicles v cross join lateral (${parts.join(' union all ')}) p
               where ${where(ofThese, { id }, ['v.tenant_id = $1', 'v.deleted_at is null'], values)}
              window readings as (partition by v.id order by p.counts_at, p.id)) g
       group by g.key`;
  },
};

/** The deliveries with each vehicle, how many of its schedules were completed, and how far it went (A-313, A-382). */
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
    ...periodFilters('Shipments created or delivered, schedules and odometer readings'),
    by: byFilter,
  },
  select: (tenant_id, { vehicle_id, ...period }) =>
    performance(tenant_id, vehicles, { ...period, id: vehicle_id }, driven),
  fromIndex: true,
  derived: performanceRates,
};
