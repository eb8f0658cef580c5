import {
  fromDay,
  spellingOf,
  textGroups,
  toDay,
  where,
  type Filters,
  type Report,
  type ReportChart,
  type ReportGrouping,
  type ReportQuery,
  type TextGroups,
  type Words,
} from '@usaha/shared';
import { appointmentStatuses, type AppointmentStatus } from '../appointment/appointment-lifecycle.js';
import { UNSPECIFIED, doctorNamed, periodFilters, saidType, types, words, type ReportPeriod } from './words.js';
import { appointmentStatusWords } from '../messages.js';

export const appointmentsGroupings = ['doctor', 'appointment_type', 'status'] as const;
export type AppointmentsGrouping = (typeof appointmentsGroupings)[number];
export type AppointmentsReportQuery = ReportQuery<ReportPeriod, AppointmentsGrouping>;

const period: Filters<ReportPeriod> = { date_from: fromDay('scheduled_at'), date_to: toDay('scheduled_at') };

const byCount = 'g.appointments desc, g.name';

interface Group extends Pick<TextGroups, 'key' | 'label'> {
  /** What tells appointments `r` apart, as it was written. */
  of: string;
  /** The order of groups `g`. */
  order: string;
}

/** Texts fall into groups however they were written (A-342). */
const groups: Record<AppointmentsGrouping, Group> = {
  doctor: { ...textGroups(null), of: 'r.doctor_id', order: byCount },
  appointment_type: { ...types, of: 'r.appointment_type', order: byCount },
  status: {
    ...textGroups(null),
    of: 'r.status',
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
    const { of, key, label, order } = groups[grouping];
    const { label: shown, join } =
      grouping === 'doctor' ? doctorNamed : { label: `coalesce(g.name, '${UNSPECIFIED}')`, join: '' };
    const values: unknown[] = [tenant_id];
    const condition = where(period, query, ['r.tenant_id = $1', 'r.deleted_at is null'], values);
    const text = `
      select coalesce(g.name, '${UNSPECIFIED}'), ${shown}, g.appointments, g.completed,
             g.cancelled, g.no_show, g.minutes
        from (select ${label('s.spelling', 's.appointments')} as name, sum(s.appointments) as appointments,
                     sum(s.completed) as completed, sum(s.cancelled) as cancelled, sum(s.no_show) as no_show,
                     sum(s.minutes) as minutes
                from (select ${spellingOf(of)} as spelling, count(*) as appointments, ${inStatus('completed')} as completed,
                             ${inStatus('cancelled')} as cancelled, ${inStatus('no_show')} as no_show,
                             sum(r.duration_minutes) as minutes
                        from healthcare.appointments r where ${condition} group by 1) s
               group by ${key('s.spelling')}) g ${join}
       order by ${order}`;
    return { text, values };
  },
};
