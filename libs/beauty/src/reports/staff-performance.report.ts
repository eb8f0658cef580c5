import { equalsId, where, type Filters, type Report, type ReportChart, type ReportFilter } from '@usaha/shared';
import { COMPLETED, LINES, OWN, TOOK, countedBy, lastName } from './figures.js';
import { period, periodFilters, type ReportPeriod } from './period.js';
import { ERASED, UNASSIGNED, count, leading, money, named, words } from './words.js';

/** What reports of the work of staff can be narrowed to. */
export interface StaffReportFilters extends ReportPeriod {
  staff_id?: string;
}

/** Lines `l` of a member, with the period of their appointments `r`. */
export const ofMember: Filters<StaffReportFilters> = {
  ...period,
  staff_id: (staff_id, bind) => equalsId('staff_id')(staff_id, bind).replace('r.', 'l.'),
};

export const staffFilters: Readonly<Record<keyof StaffReportFilters, ReportFilter>> = {
  ...periodFilters,
  staff_id: {
    title: words.staff,
    kind: 'text',
    description: 'Services of this member of staff; an unknown one has none',
    example: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
  },
};

const inStatus = (status: string): string => `r.status = '${status}'`;
const of = (figure: string): string => `coalesce(sum(${figure}) filter (where ${COMPLETED}), 0)`;
const bars: ReportChart = { kind: 'bars', label: 'label', value: 'total' };

/**
 * What each member of staff with a service in the period did: completed appointments with services, minutes, what they
 * brought and the commission, and how many were cancelled and missed (A-269).
 */
export const staffPerformanceReport: Report<StaffReportFilters, 'staff'> = {
  name: 'staff_performance',
  title: { en: 'Staff performance report', ms: 'Laporan prestasi kakitangan' },
  columns: [
    ...leading,
    count('appointments', words.appointments),
    count('services', words.services),
    count('minutes', { en: 'Minutes', ms: 'Minit' }),
    money('total', words.total),
    { ...money('commission', words.commission), least: 'manager' },
    count('cancelled', { en: 'Cancelled', ms: 'Dibatalkan' }),
    count('no_show', { en: 'No-show', ms: 'Tidak hadir' }),
  ],
  groupings: { staff: { title: words.staff, labels: 'text', chart: bars, words: named } },
  fallback: 'staff',
  filters: staffFilters,
  select(tenant_id, query) {
    const values: unknown[] = [tenant_id];
    const condition = where(ofMember, query, [...OWN], values);
    const text = `
      select coalesce(g.staff_id::text, '${UNASSIGNED}'),
             coalesce(${lastName}, case when g.staff_id is null then '${UNASSIGNED}' else '${ERASED}' end),
             sum(g.appointments), sum(g.services), coalesce(round(extract(epoch from sum(g.took)) / 60), 0), sum(g.total), sum(g.commission), sum(g.cancelled),
             sum(g.no_show)
        from (select l.staff_id, l.staff_name as name, max(r.day) as last,
                     ${countedBy(`l.opens_staff and ${COMPLETED}`)} as appointments, ${countedBy(COMPLETED)} as services,
                     sum(${TOOK}) filter (where ${COMPLETED}) as took, ${of('l.share')} as total, ${of('l.commission')} as commission,
                     ${countedBy(`l.opens_staff and ${inStatus('cancelled')}`)} as cancelled,
                     ${countedBy(`l.opens_staff and ${inStatus('no_show')}`)} as no_show
                from ${LINES} where ${condition} group by l.staff_id, l.staff_name) g
       group by g.staff_id order by sum(g.total) desc, g.staff_id`;
    return { text, values };
  },
  overall: {
    keys: ['appointments', 'cancelled', 'no_show'],
    select(tenant_id, query) {
      const values: unknown[] = [tenant_id];
      const inEach = ['completed', 'cancelled', 'no_show'].map((status) => countedBy(inStatus(status))).join(', ');
      if (query.staff_id === undefined)
        return {
          text: `select ${inEach} from beauty.appointments r where ${where(period, query, OWN, values)}`,
          values,
        };
      const condition = where(ofMember, query, [...OWN, 'l.opens_staff'], values);
      return { text: `select ${inEach} from ${LINES} where ${condition}`, values };
    },
  },
};
