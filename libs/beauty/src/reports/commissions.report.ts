import { where, type Report, type ReportChart, type ReportColumn, type ReportQuery } from '@usaha/shared';
import { COMPLETED, LINES, OWN, lastName } from './figures.js';
import { ofMember, staffFilters, type StaffReportFilters } from './staff-performance.report.js';
import { ERASED, leading, money, named, words } from './words.js';

export const commissionsGroupings = ['service', 'staff'] as const;
export type CommissionsGrouping = (typeof commissionsGroupings)[number];
export type CommissionsReportQuery = ReportQuery<StaffReportFilters, CommissionsGrouping>;

const BY_MEMBER = ['staff'];
const BY_SERVICE = ['service'];
const selects: Record<CommissionsGrouping, (condition: string) => string> = {
  service: (condition) => `
    select l.staff_id::text, coalesce(l.staff_name, '${ERASED}'), null, r.day::text, r.id::text, l.service_name, l.share,
           l.tax, l.commission_rate, l.commission
      from ${LINES} where ${condition}
     order by lower(l.staff_name), l.staff_id, r.day, r.starts_at, r.id, l.position`,
  staff: (condition) => `
    select g.staff_id::text, coalesce(${lastName}, '${ERASED}'), sum(g.services), null, null, null, sum(g.share), sum(g.tax),
           null, sum(g.commission)
      from (select l.staff_id, l.staff_name as name, max(r.day) as last, count(*) as services, sum(l.share) as share,
                   sum(l.tax) as tax, sum(l.commission) as commission
              from ${LINES} where ${condition} group by l.staff_id, l.staff_name) g
     group by g.staff_id order by lower(${lastName}), g.staff_id`,
};

const bars: ReportChart = { kind: 'bars', label: 'label', value: 'commission' };
const at = (column: ReportColumn, only: string[]): ReportColumn => ({ ...column, only });

/**
 * What members of staff earned by commission, service by service or together, for the payroll. It names no
 * client: the payroll has no use for whom a service was given to, and who may read appointments finds it by their ids.
 */
export const commissionsReport: Report<StaffReportFilters, CommissionsGrouping> = {
  name: 'commissions',
  title: { en: 'Commission report', ms: 'Laporan komisen' },
  columns: [
    ...leading,
    at({ key: 'services', title: words.services, kind: 'count' }, BY_MEMBER),
    at({ key: 'day', title: words.day, kind: 'day' }, BY_SERVICE),
    at(
      { key: 'appointment_id', title: { en: 'Appointment', ms: 'Temu janji' }, kind: 'text', unprinted: true },
      BY_SERVICE,
    ),
    at({ key: 'service', title: words.service, kind: 'text' }, BY_SERVICE),
    money('share', { en: 'Share (RM)', ms: 'Bahagian (RM)' }),
    money('tax', words.tax),
    at({ key: 'rate', title: { en: 'Rate (%)', ms: 'Kadar (%)' }, kind: 'percent' }, BY_SERVICE),
    money('commission', words.commission),
  ],
  groupings: {
    service: { title: words.staff, labels: 'text', chart: bars, words: named, many: true },
    staff: { title: words.staff, labels: 'text', chart: bars, words: named },
  },
  fallback: 'service',
  parameter: 'group_by',
  parameterNote: 'service has a row for each service given, staff one for each member',
  filters: staffFilters,
  select(tenant_id, query, grouping) {
    const values: unknown[] = [tenant_id];
    const fixed = [...OWN, COMPLETED, 'l.staff_id is not null'];
    return { text: selects[grouping](where(ofMember, query, fixed, values)), values };
  },
};
