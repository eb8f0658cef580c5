import { where, type Report, type ReportChart, type ReportGrouping, type ReportQuery } from '@usaha/shared';
import { COMPLETED, LINES, OUTSTANDING, OWN, countedBy, lastName } from './figures.js';
import { period, periodFilters, type ReportPeriod } from './period.js';
import { DELETED, ERASED, UNASSIGNED, count, leading, money, named, words } from './words.js';

export const beautySalesGroupings = ['service', 'staff', 'client', 'day'] as const;
export type BeautySalesGrouping = (typeof beautySalesGroupings)[number];
export type BeautySalesReportQuery = ReportQuery<ReportPeriod, BeautySalesGrouping>;

/** Of lines `l`. */
const figures = (opens: string): string => `
  ${countedBy(opens)} as appointments, count(*) as services, sum(l.price) as gross, sum(l.share) as total, sum(l.tax) as tax`;

/** Payments are for the whole appointment: they belong to no service and no member. */
const figuresAndPaid = `${figures('l.position = 1')},
  coalesce(sum(r.amount_paid) filter (where l.position = 1), 0) as collected,
  coalesce(sum(${OUTSTANDING}) filter (where l.position = 1), 0) as outstanding`;

/** The sums of groups `g` that become one. */
const together = `sum(g.appointments), sum(g.services), sum(g.gross), sum(g.total) - sum(g.gross), sum(g.total), sum(g.tax)`;
const BY_LINE = `${together}, null, null`;
const BY_APPOINTMENT = `${together}, sum(g.collected), sum(g.outstanding)`;

const selects: Record<BeautySalesGrouping, (condition: string) => string> = {
  day: (condition) => `
    select g.day::text, g.day::text, ${BY_APPOINTMENT}
      from (select r.day, ${figuresAndPaid} from ${LINES} where ${condition} group by r.day) g
     group by g.day order by g.day`,
  client: (condition) => `
    select n.key, min(n.name), ${BY_APPOINTMENT}
      from (select r.client_id, ${figuresAndPaid} from ${LINES} where ${condition} group by r.client_id) g
      join (select c.id, case when c.deleted_at is null then c.id::text else '${DELETED}' end as key,
                   case when c.deleted_at is null then c.first_name || ' ' || c.last_name else '${DELETED}' end as name
              from beauty.clients c where c.tenant_id = $1) n on n.id = g.client_id
     group by n.key order by sum(g.total) desc, n.key`,
  service: (condition) => `
    select g.service_id::text, ${lastName}, ${BY_LINE}
      from (select l.service_id, l.service_name as name, max(r.day) as last, ${figures('l.opens_service')}
              from ${LINES} where ${condition} group by l.service_id, l.service_name) g
     group by g.service_id order by sum(g.total) desc, g.service_id`,
  staff: (condition) => `
    select coalesce(g.staff_id::text, '${UNASSIGNED}'),
           coalesce(${lastName}, case when g.staff_id is null then '${UNASSIGNED}' else '${ERASED}' end), ${BY_LINE}
      from (select l.staff_id, l.staff_name as name, max(r.day) as last, ${figures('l.opens_staff')}
              from ${LINES} where ${condition} group by l.staff_id, l.staff_name) g
     group by g.staff_id order by sum(g.total) desc, g.staff_id`,
};

const line: ReportChart = { kind: 'lines', label: 'label', value: 'total' };
const bars: ReportChart = { kind: 'bars', label: 'label', value: 'total' };

const groupings: Record<BeautySalesGrouping, ReportGrouping> = {
  service: { title: words.service, labels: 'text', chart: bars },
  staff: { title: words.staff, labels: 'text', chart: bars, words: named },
  client: { title: words.client, labels: 'text', chart: bars, words: named, many: true },
  day: { title: words.day, labels: 'day', chart: line },
};

const ofAppointments = ['client', 'day'] as const satisfies BeautySalesGrouping[];

/** Completed appointments of a period, less what was given back, by day, service, member of staff or client. */
export const beautySalesReport: Report<ReportPeriod, BeautySalesGrouping> = {
  name: 'sales',
  context: 'beauty',
  title: { en: 'Sales report', ms: 'Laporan jualan' },
  columns: [
    ...leading,
    count('appointments', words.appointments),
    count('services', words.services),
    money('gross', { en: 'Prices (RM)', ms: 'Harga (RM)' }),
    money('adjustment', { en: 'Adjustment (RM)', ms: 'Pelarasan (RM)' }),
    money('total', words.total),
    money('tax', words.tax),
    { ...money('collected', { en: 'Collected (RM)', ms: 'Dikutip (RM)' }), only: ofAppointments },
    { ...money('outstanding', { en: 'Outstanding (RM)', ms: 'Belum dibayar (RM)' }), only: ofAppointments },
  ],
  groupings,
  fallback: 'day',
  parameter: 'group_by',
  filters: periodFilters,
  select(tenant_id, query, grouping) {
    const values: unknown[] = [tenant_id];
    const condition = where(period, query, [...OWN, COMPLETED], values);
    return { text: selects[grouping](condition), values };
  },
  overall: {
    keys: ['appointments', 'collected', 'outstanding'],
    select(tenant_id, query) {
      const values: unknown[] = [tenant_id];
      const condition = where(period, query, [...OWN, COMPLETED], values);
      const text = `select count(*), sum(r.amount_paid), sum(${OUTSTANDING}) from beauty.appointments r where ${condition}`;
      return { text, values };
    },
  },
};
