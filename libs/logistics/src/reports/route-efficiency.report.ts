import { equalsId, where, type Filters, type Report } from '@usaha/shared';
import { OWN, numberIn, onTime, percentOf, thousandths } from './figures.js';
import { byDay, byMoment, periodFilters, type ReportPeriod } from './period.js';
import { count, leading, quantity, rate, words } from './words.js';

export interface RouteReportFilters extends ReportPeriod {
  route_id?: string;
}

const ofRoutes: Filters<Pick<RouteReportFilters, 'route_id'>> = { route_id: equalsId('id') };
const ofRuns: Filters<RouteReportFilters> = { ...byMoment('created_at'), route_id: equalsId('route_id') };
const ofSchedules: Filters<RouteReportFilters> = { ...byDay('scheduled_date'), route_id: equalsId('route_id') };

/** SQL: schedules that were to be driven. */
const DRIVEN = `r.status <> 'cancelled'`;

/** SQL: what a trip takes: as it was said of the route, else as it is measured along its points (A-287). */
const perTrip = (said: string, measured: string): string =>
  thousandths(`coalesce(${numberIn(`r.${said}`)}, ${numberIn(`r.${measured}`)})`);

/** SQL: the figures `g` of each route. A shipment that was tried twice is delivered once. */
function figuresOf({ route_id, ...period }: RouteReportFilters, values: unknown[]): string {
  const routes = where(ofRoutes, { route_id }, OWN, values);
  const scheduled = where(ofSchedules, { ...period, route_id }, [...OWN, 'r.route_id is not null'], values);
  const run = where(ofRuns, { ...period, route_id }, ['r.tenant_id = $1'], values);
  return `
    (select r.id, r.name, coalesce(s.schedules, 0) as schedules, coalesce(s.completed, 0) as completed,
            coalesce(s.cancelled, 0) as cancelled, coalesce(s.trips, 0) as trips, coalesce(s.stops, 0) as stops,
            coalesce(s.trips, 0) * ${perTrip('estimated_distance_km', 'measured_distance_km')} as planned_km,
            coalesce(s.trips, 0) * ${perTrip('estimated_duration_minutes', 'measured_duration_minutes')} as planned_minutes,
            coalesce(s.delivered, 0) as delivered, coalesce(s.on_time, 0) as on_time,
            coalesce(o.optimizations, 0) as optimizations, coalesce(o.saved, 0) as saved
       from logistics.routes r
       left join (
         select r.route_id, count(*) as schedules, count(*) filter (where r.status = 'completed') as completed,
                count(*) filter (where r.status = 'cancelled') as cancelled, count(*) filter (where ${DRIVEN}) as stops,
                count(distinct (r.scheduled_date, r.vehicle_id)) filter (where ${DRIVEN}) as trips,
                count(distinct r.shipment_id) filter (where ${DRIVEN} and p.status = 'delivered') as delivered,
                count(distinct r.shipment_id) filter (where ${DRIVEN} and ${onTime('p')}) as on_time
           from logistics.schedules r join logistics.shipments p on p.tenant_id = $1 and p.id = r.shipment_id
          where ${scheduled} group by r.route_id) s on s.route_id = r.id
       left join (
         select r.route_id, count(*) as optimizations, sum(r.saving_percent) as saved
           from logistics.optimizations r where ${run} group by r.route_id) o on o.route_id = r.id
      where ${routes}) g`;
}

/** SQL: a mean to two decimals; 0 of nothing. */
const meanOf = (sum: string, of: string): string => `coalesce(round(${sum}::numeric / nullif(${of}, 0), 2), 0)`;

const stopsPerTrip = { en: 'Stops per trip', ms: 'Hentian setiap perjalanan' };
const saving = { en: 'Saving (%)', ms: 'Penjimatan (%)' };

/** How each route was planned to be driven in the period, what came of it, and what its optimisations save (A-314). */
export const routeEfficiencyReport: Report<RouteReportFilters, 'route'> = {
  name: 'route_efficiency',
  title: { en: 'Route efficiency report', ms: 'Laporan kecekapan laluan' },
  columns: [
    ...leading,
    count('schedules', words.schedules),
    count('completed', words.completed),
    count('cancelled', words.cancelled),
    rate('completion_rate', words.completion_rate),
    count('trips', { en: 'Trips', ms: 'Perjalanan' }),
    { ...quantity('stops_per_trip', stopsPerTrip), totalled: false },
    quantity('planned_km', { en: 'Planned (km)', ms: 'Dirancang (km)' }),
    quantity('planned_minutes', { en: 'Planned (minutes)', ms: 'Dirancang (minit)' }),
    count('delivered', words.delivered),
    rate('on_time_rate', words.on_time_rate),
    count('optimizations', { en: 'Optimisations', ms: 'Pengoptimuman' }),
    rate('saving_percent', saving),
  ],
  groupings: {
    route: {
      title: words.route,
      labels: 'text',
      chart: { kind: 'bars', label: 'label', value: 'schedules' },
      many: true,
    },
  },
  fallback: 'route',
  filters: {
    route_id: {
      title: words.route,
      kind: 'text',
      description: 'This route alone; an unknown one has no row',
      example: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
    },
    ...periodFilters('Schedules, and runs of optimisations,'),
  },
  select(tenant_id, query) {
    const values: unknown[] = [tenant_id];
    const text = `
      select g.id::text, g.name, g.schedules, g.completed, g.cancelled, ${percentOf('g.completed', 'g.schedules')}, g.trips,
             ${meanOf('g.stops', 'g.trips')}, g.planned_km, g.planned_minutes, g.delivered,
             ${percentOf('g.on_time', 'g.delivered')}, g.optimizations, ${meanOf('g.saved', 'g.optimizations')},
             g.stops, g.on_time, g.saved
        from ${figuresOf(query, values)} order by lower(g.name), g.id`;
    return { text, values };
  },
  carried: [
    { key: 'stops', kind: 'count' },
    { key: 'on_time', kind: 'count' },
    { key: 'saved', kind: 'percent' },
  ],
  derived: {
    completion_rate: { title: words.completion_rate, as: 'percent', of: ['completed'], by: 'schedules' },
    stops_per_trip: { title: stopsPerTrip, as: 'mean', of: ['stops'], by: 'trips' },
    on_time_rate: { title: words.on_time_rate, as: 'percent', of: ['on_time'], by: 'delivered' },
    saving_percent: { title: saving, as: 'mean', of: ['saved'], by: 'optimizations' },
  },
};
