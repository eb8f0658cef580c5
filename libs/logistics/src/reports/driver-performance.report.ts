import type { Report } from '@usaha/shared';
import { performance, performanceColumns, performanceRates, type Performers } from './performance.js';
import { byFilter, periodFilters, type CountedBy, type ReportPeriod } from './period.js';
import { named, words } from './words.js';

export interface DriverReportFilters extends ReportPeriod {
  driver_id?: string;
  by?: CountedBy;
}

const drivers: Performers = {
  table: 'drivers',
  names: 'driver_id',
  label: `r.first_name || ' ' || r.last_name`,
};

/** What each driver delivered, and how many of the schedules were completed; never what anybody is paid. */
export const driverPerformanceReport: Report<DriverReportFilters, 'driver'> = {
  name: 'driver_performance',
  title: { en: 'Driver performance report', ms: 'Laporan prestasi pemandu' },
  columns: performanceColumns,
  groupings: {
    driver: {
      title: words.driver,
      labels: 'text',
      chart: { kind: 'bars', label: 'label', value: 'delivered' },
      words: named,
      many: true,
    },
  },
  fallback: 'driver',
  filters: {
    driver_id: {
      title: words.driver,
      kind: 'text',
      description: 'This driver alone; an unknown one has no row',
      example: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
    },
    ...periodFilters('Shipments created or delivered, and schedules,'),
    by: byFilter,
  },
  select: (tenant_id, { driver_id, ...period }) => performance(tenant_id, drivers, { ...period, id: driver_id }),
  fromIndex: true,
  derived: performanceRates,
};
