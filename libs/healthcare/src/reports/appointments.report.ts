import {
  fromDay,
  toDay,
  where,
  type Filters,
  type Report,
  type ReportChart,
  type ReportGrouping,
  type ReportQuery,
  type Words,
} from '@usaha/shared';
import { appointmentStatuses, type AppointmentStatus } from '../appointment/appointment-lifecycle.js';
import { UNSPECIFIED, doctorNamed, periodFilters, saidType, words, type ReportPeriod } from './words.js';
import { appointmentStatusWords } from '../messages.js';

export const appointmentsGroupings = ['doctor', 'appointment_type', 'status'] as const;
export type AppointmentsGrouping = (typeof appointmentsGroupings)[number];
export type AppointmentsReportQuery = ReportQuery<ReportPeriod, AppointmentsGrouping>;

const period: Filters<ReportPeriod> = { date_from: fromDay('scheduled_at'), date_to: toDay('scheduled_at') };

const byCount = 'g.appointments desc, g.name';

/** How a group of appointments `r` is called, what makes it one, and how groups are ordered. */
const groups: Record<AppointmentsGrouping, { name: string; key: string; order: string }> = {
  doctor: { name: 'min(r.doctor_id)', key: 'r.doctor_id', order: byCount },
  // One type, however it was written (A-173).
  appointment_type: {
    name: 'min(btrim(r.appointment_type))',
    key: `nullif(r.appointment_type_key, '')`,
    order: byCount,
  },
  status: {
    name: 'min(r.status)',
    key: 'r.status',
    order: `array_position(array[${appointmentStatuses.map((status) => `'${status}'`).join(', ')}], g.name)`,
  },
};

const chart: ReportChart = { kind: 'bars', label: 'label', value: 'appointments' };

const unspecified = { [UNSPECIFIED]: words.unspecified };

const groupings: Record<AppointmentsGrouping, ReportGrouping> = {
  doctor: { title: words.doctor, labels: 'text', chart, words: unspecified, unnamed: words.unknownDoctor },
  appointment_type: {
    title: { en: 'Type', ms: 'Jenis' },
    labels: 'text',
    chart,
    words: unspecified,
    said: saidType,
  },
  status: { title: { en: 'Status', ms: 'Status' }, labels: 'text', chart, words: appointmentStatusWords },
};

const count = (key: string, title: Words) => ({ key, title, kind: 'count', totalled: true }) as const;
const inStatus = (status: AppointmentStatus) => `count(*) filter (where r.status = '${status}')`;

/** Appointments of a period in any status, by doctor, type or status (A-164). */
export const appointmentsReport: Report<ReportPeriod, AppointmentsGrouping> = {
  name: 'appointment_stats',
  title: { en: 'Appointment report', ms: 'Laporan temu janji' },
  columns: [
    { key: 'group', title: words.group, kind: 'text', unprinted: true },
    { key: 'label', title: words.label, kind: 'text' },
    count('appointments', { en: 'Appointments', ms: 'Temu janji' }),
    count('completed', appointmentStatusWords.completed),
    count('cancelled', appointmentStatusWords.cancelled),
    count('no_show', appointmentStatusWords.no_show),
    count('minutes', { en: 'Minutes booked', ms: 'Minit ditempah' }),
  ],
  groupings,
  fallback: 'status',
  parameter: 'group_by',
  filters: periodFilters('Appointments on'),
  select(tenant_id, query, grouping) {
    const { name, key, order } = groups[grouping];
    const { label, join } =
      grouping === 'doctor' ? doctorNamed : { label: `coalesce(g.name, '${UNSPECIFIED}')`, join: '' };
    const values: unknown[] = [tenant_id];
    const condition = where(period, query, ['r.tenant_id = $1', 'r.deleted_at is null'], values);
    const text = `
      select coalesce(g.name, '${UNSPECIFIED}'), ${label}, g.appointments, g.completed,
             g.cancelled, g.no_show, g.minutes
        from (select nullif(${name}, '') as name, count(*) as appointments, ${inStatus('completed')} as completed,
                     ${inStatus('cancelled')} as cancelled, ${inStatus('no_show')} as no_show,
                     sum(r.duration_minutes) as minutes
                from healthcare.appointments r where ${condition} group by ${key}) g ${join}
       order by ${order}`;
    return { text, values };
  },
};
