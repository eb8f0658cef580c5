import {
  equalsId,
  where,
  type DerivedTotal,
  type Filters,
  type ReportColumn,
  type ReportStatement,
} from '@usaha/shared';
import { OWN, delivered, onTime, percentOf, thousandths } from './figures.js';
import { byDay, byMoment, type CountedBy, type ReportPeriod } from './period.js';
import { UNASSIGNED, count, leading, quantity, rate, words } from './words.js';

/** Of which drivers or vehicles `r` a report is, and by which column shipments and schedules name them. */
export interface Performers {
  table: 'drivers' | 'vehicles';
  names: 'driver_id' | 'vehicle_id';
  label: string;
}

interface Asked extends ReportPeriod {
  /** That one alone; one that is unknown or deleted has no row. */
  id?: string;
  /** created unless given. */
  by?: CountedBy;
}

/** Figures in addition to those that drivers and vehicles share: rows by `key`, and what is read of them as `m`. */
export interface Further {
  rows: (query: ReportPeriod & { id?: string }, values: unknown[]) => string;
  figures: readonly string[];
}

/** What drivers and vehicles did (A-313). */
export const performanceColumns: readonly ReportColumn[] = [
  ...leading,
  count('shipments', words.shipments),
  count('delivered', words.delivered),
  count('returned', words.returned),
  count('on_time', words.on_time),
  rate('on_time_rate', words.on_time_rate),
  quantity('distance_km', words.distance),
  quantity('weight_kg', words.weight),
  count('schedules', words.schedules),
  count('completed', words.completed),
  rate('completion_rate', words.completion_rate),
];

const ofThem: Filters<Pick<Asked, 'id'>> = { id: equalsId('id') };
const ofDelivered = (figure: string) => `coalesce(sum(${figure}) filter (where ${delivered('r')}), 0)`;

/**
 * SQL: a row for each one that is not deleted, and one for what names none of them, so that nothing is missing. A shipment is
 * of whom it names last, and of the day of its creation or, by delivery, of that; a schedule counts for its day.
 */
function rowsOf({ table, names, label }: Performers, { id, by, ...period }: Asked, values: unknown[]): string {
  const narrowed = (filters: Filters<ReportPeriod>, ...fixed: string[]): string =>
    where<Asked>({ ...filters, id: equalsId(names) }, { ...period, id }, [...OWN, ...fixed], values);
  const shipped =
    by === 'delivered' ? narrowed(byMoment('actual_delivery_time'), delivered('r')) : narrowed(byMoment('created_at'));
  const key = `coalesce(l.id::text, '${UNASSIGNED}') as key`;
  const living = `left join logistics.${table} l on l.tenant_id = $1 and l.id = r.${names} and l.deleted_at is null`;
  const unassigned = id === undefined ? `union all select '${UNASSIGNED}', '${UNASSIGNED}', 1` : '';
  return `
    (select r.id::text as key, ${label} as label, 0 as place from logistics.${table} r
      where ${where(ofThem, { id }, OWN, values)} ${unassigned}) w
    left join (
      select ${key}, count(*) as shipments, count(*) filter (where ${delivered('r')}) as delivered,
             count(*) filter (where r.status = 'returned') as returned, count(*) filter (where ${onTime('r')}) as on_time,
             ${ofDelivered('r.total_distance_km')} as distance_km, ${ofDelivered(thousandths('r.weight_kg'))} as weight_kg
        from logistics.shipments r ${living} where ${shipped} group by l.id) s on s.key = w.key
    left join (
      select ${key}, count(*) as schedules, count(*) filter (where r.status = 'completed') as completed
        from logistics.schedules r ${living} where ${narrowed(byDay('scheduled_date'))} group by l.id) d on d.key = w.key`;
}

const none = (figure: string) => `coalesce(${figure}, 0)`;

/** The rows of a report of drivers or vehicles. */
export function performance(tenant_id: string, of: Performers, asked: Asked, further?: Further): ReportStatement {
  const values: unknown[] = [tenant_id];
  const shipped = ['shipments', 'delivered', 'returned', 'on_time'].map((figure) => none(`s.${figure}`)).join(', ');
  const more = (further?.figures ?? []).map((figure) => `, ${none(figure)}`).join('');
  const text = `
    select w.key, w.label, ${shipped}, ${percentOf('s.on_time', 's.delivered')}, ${none('s.distance_km')},
           ${none('s.weight_kg')}, ${none('d.schedules')}, ${none('d.completed')}, ${percentOf('d.completed', 'd.schedules')}${more}
      from ${rowsOf(of, asked, values)}
      ${further ? `left join (${further.rows(asked, values)}) m on m.key = w.key` : ''}
     order by w.place, lower(w.label), w.key`;
  return { text, values };
}

/** Rates of all rows together. */
export const performanceRates = {
  on_time_rate: { title: words.on_time_rate, as: 'percent', of: ['on_time'], by: 'delivered' },
  completion_rate: { title: words.completion_rate, as: 'percent', of: ['completed'], by: 'schedules' },
} satisfies Record<string, DerivedTotal>;
