import {
  atLeast,
  atMost,
  equalsId,
  spellingOf,
  textGroups,
  where,
  type Filters,
  type Report,
  type ReportChart,
  type ReportGrouping,
  type ReportStatement,
  type Words,
} from '@usaha/shared';
import { attendanceStatuses } from '../attendance/attendance.entity.js';
import { countsByStatus, rateOf } from '../attendance/attendance-summary.js';
import { levelKeySql } from '../level/level-key.js';
import { DELETED_STUDENT, UNSPECIFIED, periodFilters, studentLabel, words, type ReportPeriod } from './words.js';

/** What the attendance report can be narrowed to. */
export interface AttendanceReportFilters extends ReportPeriod {
  class_id?: string;
}

export const attendanceGroupings = ['class', 'student', 'grade'] as const;
export type AttendanceGrouping = (typeof attendanceGroupings)[number];

const filters: Filters<AttendanceReportFilters> = {
  class_id: equalsId('class_id'),
  date_from: atLeast('date'),
  date_to: atMost('date'),
};

const counted = attendanceStatuses.map((status) => `g.${status}`).join(', ');
const sums = (of: string): string => attendanceStatuses.map((status) => `sum(${of}.${status}) as ${status}`).join(', ');
const columns = attendanceStatuses.join(', ');

/** Records `g` counted by what they have in common. */
const countedBy = (column: string, condition: string): string =>
  `(select t.*, ${attendanceStatuses.map((status) => `t.${status}`).join(' + ')} as total
      from (select r.${column}, ${countsByStatus} from education.attendance r where ${condition} group by r.${column})
           as t (${column}, ${columns})) `;

const figures = `g.total, ${counted}, ${rateOf('g.present + g.late', 'g.total')}`;

/** Levels, however they are written (A-342). */
const levels = textGroups(UNSPECIFIED, levelKeySql);

/** Rows of each grouping, made of the condition by which records count. */
const selects: Record<AttendanceGrouping, (condition: string) => string> = {
  class: (condition) => `
    select coalesce(g.class_id::text, '${UNSPECIFIED}'), coalesce(c.name, '${UNSPECIFIED}'), ${figures}
      from ${countedBy('class_id', condition)} g
      left join education.classes c on c.tenant_id = $1 and c.id = g.class_id
     order by lower(c.name) nulls last, g.class_id`,
  student: (condition) => `
    select g.student_id::text, ${studentLabel}, ${figures}
      from ${countedBy('student_id', condition)} g
      join education.students s on s.tenant_id = $1 and s.id = g.student_id
     order by s.deleted_at is not null, lower(s.first_name || ' ' || s.last_name), g.student_id`,
  // The level that a student has today, however it is written.
  grade: (condition) => `
    select g.name, g.name, ${figures}
      from (select ${levels.key('t.spelling')} as level, ${levels.label('t.spelling', 't.total')} as name, ${sums('t')},
                   sum(t.total) as total
              from (select ${spellingOf('s.current_grade')} as spelling, ${sums('a')}, sum(a.total) as total
                      from ${countedBy('student_id', condition)} a
                      join education.students s on s.tenant_id = $1 and s.id = a.student_id
                     group by 1) t
             group by 1) g
     order by g.level = '${UNSPECIFIED}', g.level`,
};

const statement = (
  tenant_id: string,
  query: AttendanceReportFilters,
  select: (condition: string) => string,
): ReportStatement => {
  const values: unknown[] = [tenant_id];
  const condition = where(filters, query, ['r.tenant_id = $1', 'r.deleted_at is null'], values);
  return { text: select(condition), values };
};

const chart: ReportChart = { kind: 'bars', label: 'label', value: 'total' };
const named = { [UNSPECIFIED]: words.unspecified };
const groupings: Record<AttendanceGrouping, ReportGrouping> = {
  class: { title: words.class, labels: 'text', chart, words: named },
  student: {
    title: words.student,
    labels: 'text',
    chart,
    words: { [DELETED_STUDENT]: words.deletedStudent },
    many: true,
  },
  grade: { title: words.level, labels: 'text', chart, words: named },
};

const count = (key: string, title: Words) => ({ key, title, kind: 'count', totalled: true }) as const;
const RATE: Words = { en: 'Attendance rate (%)', ms: 'Kadar kehadiran (%)' };

/** Attendance of a period by class, student or level; records, not days. The rate of all is that of the sums (A-236). */
export const attendanceReport: Report<AttendanceReportFilters, AttendanceGrouping> = {
  name: 'attendance',
  title: { en: 'Attendance report', ms: 'Laporan kehadiran' },
  columns: [
    { key: 'group', title: words.group, kind: 'text', unprinted: true },
    { key: 'label', title: words.label, kind: 'text' },
    count('total', { en: 'Records', ms: 'Rekod' }),
    count('present', { en: 'Present', ms: 'Hadir' }),
    count('absent', { en: 'Absent', ms: 'Tidak hadir' }),
    count('late', { en: 'Late', ms: 'Lewat' }),
    count('excused', { en: 'Excused', ms: 'Dikecualikan' }),
    { key: 'attendance_rate', title: RATE, kind: 'percent' },
  ],
  groupings,
  fallback: 'class',
  parameter: 'group_by',
  filters: {
    class_id: {
      title: words.class,
      kind: 'text',
      description: 'Attendance in this class',
      example: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
    },
    ...periodFilters('Attendance on'),
  },
  select: (tenant_id, query, grouping) => statement(tenant_id, query, selects[grouping]),
  derived: { attendance_rate: { title: RATE, as: 'percent', of: ['present', 'late'], by: 'total' } },
};
