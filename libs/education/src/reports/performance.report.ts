import { isUuid, where, type Filters, type Report, type ReportChart, type ReportStatement } from '@usaha/shared';
import { gradeFilters } from '../grade/grade.repository.js';
import { UNWEIGHTED, type Weights } from '../grade/weights.js';
import { scales } from '../grade/scales.js';
import { DELETED_STUDENT, periodFilters, studentLabel, words, type ReportPeriod } from './words.js';

/** What the performance report can be narrowed to: grades, and by their class the students. */
export interface PerformanceReportFilters extends ReportPeriod {
  class_id?: string;
  subject_id?: string;
  assessment_type?: string;
}

const filters: Filters<PerformanceReportFilters> = {
  ...gradeFilters,
  class_id: (class_id, bind) => (isUuid(class_id) ? ofClass(bind(class_id)) : 'false'),
};

/**
 * SQL: grades of a class are those that name it, and of those that name none its students' in its subjects (A-363); of a class
 * without subjects, in all.
 */
function ofClass(id: string): string {
  const subjects = `select lower(btrim(s.value ->> 'name')) from education.classes c
    cross join lateral jsonb_array_elements(c.subjects) s
    where c.tenant_id = $1 and c.id = ${id} and btrim(s.value ->> 'name') <> ''`;
  return `(r.class_id = ${id} or (r.class_id is null
      and r.student_id in (select e.student_id from education.enrollments e where e.tenant_id = $1
            and e.class_id = ${id} and e.status in ('active', 'graduated') and e.deleted_at is null)
      and (r.subject_key in (${subjects}) or not exists (${subjects}))))`;
}

/** What a request knows besides its filters. */
interface Weighted {
  /** Of types of assessments, as the tenant has set them. */
  assessment_weights?: Weights | null;
}

/** The parameters of a request, with the weights by which the tenant's assessments count. */
export const weighted = <Q extends object>(query: Q, assessment_weights: Weights | null): Q & Weighted =>
  // Parameters of a request are frozen.
  Object.assign(Object.create(Object.getPrototypeOf(query) as object) as Q, query, { assessment_weights });

/** SQL: the mean of whole numbers, half-up, as `meanOf` has it; n is how many there are. */
const mean = (sum: string, n: string): string => `(2 * ${sum} + ${n}) / (2 * ${n})`;

/** SQL: the letter of a percentage by the scale of the grade `n`, as `letterOf` has it. */
function letter(percentage: string): string {
  const whole = `(${percentage} + 50) / 100`;
  const known = Object.entries(scales).map(([name, { bands }]) => {
    const cases = bands.map(({ grade, from }) => `when ${whole} >= ${from} then '${grade}'`);
    return `when n.scale = '${name}' then case ${cases.join(' ')} end`;
  });
  return `case ${known.join(' ')}
    else (select b.band ->> 'grade' from jsonb_array_elements(n.own_scale) with ordinality as b (band, place)
           where (b.band ->> 'from')::numeric <= ${whole} order by b.place limit 1) end`;
}

/**
 * Averages of students `a`, in hundredths of a percent: of each subject from its percentages, of each student from the
 * subjects. The same figures as those of `averagesOf`, which reads the grades of a few students.
 */
const averages = (condition: string, subjects: string): string => `
  with marks as (
         select r.student_id, r.subject_key, r.assessment_type_key, r.percentage, r.assessment_date, r.id, r.scale, r.own_scale
           from education.grades r where ${condition}),
       ${subjects},
       averages as (
         select t.student_id, count(*) as subjects, sum(t.assessments) as assessments,
                div(2 * sum(t.average) + count(t.average), nullif(2 * count(t.average), 0))::bigint as average,
                max(t.highest) as highest, min(t.lowest) as lowest
           from subjects t group by t.student_id)`;

/** All assessments of a subject that were sat count alike. */
const alike = `
       subjects as (
         select m.student_id, count(*) as assessments,
                ${mean('sum(m.percentage)', 'nullif(count(m.percentage), 0)')} as average,
                max(m.percentage) as highest, min(m.percentage) as lowest
           from marks m group by m.student_id, m.subject_key)`;

/** The means of the types count by their weights. @param weights JSON of ten-thousandths by type */
const byWeight = (weights: string): string => `
       types as (
         select m.student_id, m.subject_key, count(*) as assessments,
                ${mean('sum(m.percentage)', 'nullif(count(m.percentage), 0)')} as average,
                max(m.percentage) as highest, min(m.percentage) as lowest,
                coalesce((${weights}::jsonb ->> coalesce(m.assessment_type_key, ''))::bigint, ${UNWEIGHTED}) as weight
           from marks m group by m.student_id, m.subject_key, m.assessment_type_key),
       subjects as (
         select t.student_id, sum(t.assessments)::bigint as assessments,
                div(2 * sum(t.weight * t.average) + sum(t.weight) filter (where t.average is not null),
                    nullif(2 * sum(t.weight) filter (where t.average is not null), 0))::bigint as average,
                max(t.highest) as highest, min(t.lowest) as lowest
           from types t group by t.student_id, t.subject_key)`;

function statement(
  tenant_id: string,
  { assessment_weights, ...query }: PerformanceReportFilters & Weighted,
  select: string,
): ReportStatement {
  const values: unknown[] = [tenant_id];
  const condition = where(filters, query, ['r.tenant_id = $1', 'r.deleted_at is null'], values);
  const subjects = assessment_weights
    ? byWeight(`$${values.push(JSON.stringify(Object.fromEntries(assessment_weights)))}`)
    : alike;
  return { text: `${averages(condition, subjects)} ${select}`, values };
}

const percent = (key: string, en: string, ms: string) => ({ key, title: { en, ms }, kind: 'percent' }) as const;
const AVERAGE = percent('average_percentage', 'Average (%)', 'Purata (%)');
const chart: ReportChart = { kind: 'bars', label: 'label', value: AVERAGE.key };

/** How students did in the assessments of a period, the best first: a row for each who has grades in it. */
export const performanceReport: Report<PerformanceReportFilters, 'student'> = {
  name: 'student_performance',
  title: { en: 'Student performance report', ms: 'Laporan prestasi pelajar' },
  columns: [
    { key: 'group', title: words.group, kind: 'text', unprinted: true },
    { key: 'label', title: words.label, kind: 'text' },
    { key: 'subjects', title: { en: 'Subjects', ms: 'Mata pelajaran' }, kind: 'count' },
    { key: 'assessments', title: { en: 'Assessments', ms: 'Penilaian' }, kind: 'count', totalled: true },
    AVERAGE,
    percent('highest', 'Highest (%)', 'Tertinggi (%)'),
    percent('lowest', 'Lowest (%)', 'Terendah (%)'),
    { key: 'grade', title: { en: 'Grade', ms: 'Gred' }, kind: 'text' },
  ],
  groupings: {
    student: {
      title: words.student,
      labels: 'text',
      chart,
      words: { [DELETED_STUDENT]: words.deletedStudent },
      many: true,
    },
  },
  fallback: 'student',
  filters: {
    class_id: {
      title: words.class,
      kind: 'text',
      description: 'Grades that name this class, and those of its students in its subjects (A-363)',
      example: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
    },
    subject_id: {
      title: { en: 'Subject', ms: 'Mata pelajaran' },
      kind: 'text',
      description: 'Grades in this subject, regardless of case',
      example: 'Mathematics',
    },
    assessment_type: {
      title: { en: 'Type of assessment', ms: 'Jenis penilaian' },
      kind: 'text',
      description: 'Grades in assessments of this type, regardless of case',
      example: 'exam',
    },
    ...periodFilters('Assessments on'),
  },
  select: (tenant_id, query) =>
    statement(
      tenant_id,
      query,
      `select a.student_id::text, ${studentLabel}, a.subjects, a.assessments, a.average / 100.0, a.highest / 100.0,
              a.lowest / 100.0, ${letter('a.average')}, 1, (a.average is not null)::int
         from averages a
         join education.students s on s.tenant_id = $1 and s.id = a.student_id
         join (select distinct on (m.student_id) m.student_id, m.scale, m.own_scale from marks m
                order by m.student_id, m.assessment_date desc, m.id desc) n on n.student_id = a.student_id
        order by a.average desc nulls last, s.deleted_at is not null, lower(s.first_name || ' ' || s.last_name), a.student_id`,
    ),
  carried: [
    { key: 'students', kind: 'count' },
    { key: 'averaged', kind: 'count' },
  ],
  derived: {
    students: { title: words.student, as: 'sum', of: ['students'] },
    [AVERAGE.key]: { title: AVERAGE.title, as: 'mean', of: [AVERAGE.key], by: 'averaged' },
  },
};
