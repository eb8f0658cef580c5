import {
  ageBandOf,
  ageBands,
  fromDay,
  genderKeySql,
  spellingOf,
  textGroups,
  toDay,
  where,
  type Filters,
  type Report,
  type ReportChart,
  type ReportGrouping,
  type ReportQuery,
} from '@usaha/shared';
import { stateSql } from '@usaha/shared/malaysia';
import { UNKNOWN, periodFilters, words, type ReportPeriod } from './words.js';

export const demographicsGroupings = ['age_group', 'gender', 'location'] as const;
export type DemographicsGrouping = (typeof demographicsGroupings)[number];
export type DemographicsReportQuery = ReportQuery<ReportPeriod, DemographicsGrouping>;

const period: Filters<ReportPeriod> = { date_from: fromDay('created_at'), date_to: toDay('created_at') };

const byCount = 'g.patients desc, g.name';

interface Group {
  /** What a patient `r` is grouped by, as it was written. */
  of: (today: string) => string;
  /** What makes several of these one, and what it is called. */
  key: string;
  name: string;
  /** The order of groups `g`. */
  order: string;
}
const genders = textGroups(UNKNOWN, genderKeySql);
const states = textGroups(UNKNOWN, stateSql.key);

const groups: Record<DemographicsGrouping, Group> = {
  age_group: {
    of: (today) => ageBandOf('r.date_of_birth', today, UNKNOWN),
    key: 's.spelling',
    name: 'min(s.spelling)',
    order: `array_position(array[${[...ageBands, UNKNOWN].map((name) => `'${name}'`).join(', ')}], g.name)`,
  },
  // The keys of genders are words that every language has.
  gender: {
    of: () => spellingOf('r.gender'),
    key: genders.key('s.spelling'),
    name: `min(${genders.key('s.spelling')})`,
    order: byCount,
  },
  location: {
    of: () => stateSql.writtenIn('r.address'),
    key: states.key('s.spelling'),
    name: states.label('s.spelling', 's.patients'),
    order: byCount,
  },
};

const chart: ReportChart = { kind: 'bars', label: 'label', value: 'patients' };
const named = { [UNKNOWN]: words.unknown };

const groupings: Record<DemographicsGrouping, ReportGrouping> = {
  // Of a period with one patient it tells the patient's age, which users who may only read are not shown (A-373, A-396).
  age_group: { title: { en: 'Age', ms: 'Umur' }, labels: 'text', chart, words: named, least: 'staff' },
  gender: {
    title: { en: 'Gender', ms: 'Jantina' },
    labels: 'text',
    chart,
    words: { ...named, male: { en: 'Male', ms: 'Lelaki' }, female: { en: 'Female', ms: 'Perempuan' } },
  },
  location: { title: { en: 'State', ms: 'Negeri' }, labels: 'text', chart, words: named },
};

/** Patients by the age that they have today, by gender or by state; the period is that of their registration (A-164). */
export const demographicsReport: Report<ReportPeriod, DemographicsGrouping> = {
  name: 'patient_demographics',
  title: { en: 'Patient demographics report', ms: 'Laporan demografi pesakit' },
  columns: [
    { key: 'group', title: words.group, kind: 'text', unprinted: true },
    { key: 'label', title: words.label, kind: 'text' },
    { key: 'patients', title: { en: 'Patients', ms: 'Pesakit' }, kind: 'count', totalled: true },
    { key: 'share', title: { en: 'Share', ms: 'Bahagian' }, kind: 'percent' },
    { key: 'insured', title: { en: 'Insured', ms: 'Berinsurans' }, kind: 'count', totalled: true },
  ],
  groupings,
  fallback: 'age_group',
  parameter: 'group_by',
  parameterNote: 'age_group is refused to users who may only read, whose default is gender',
  filters: periodFilters('Patients created on'),
  select(tenant_id, query, grouping, today) {
    const { of, key, name, order } = groups[grouping];
    const values: unknown[] = [tenant_id];
    const group = of(grouping === 'age_group' ? `$${values.push(today)}` : '');
    const condition = where(period, query, ['r.tenant_id = $1', 'r.deleted_at is null'], values);
    const text = `
      select g.name, g.name, g.patients, round(100.0 * g.patients / sum(g.patients) over (), 2), g.insured
        from (select ${name} as name, sum(s.patients) as patients, sum(s.insured) as insured
                from (select ${group} as spelling, count(*) as patients, count(*) filter (where r.has_insurance) as insured
                        from healthcare.patients r where ${condition} group by 1) s
               group by ${key}) g
       order by ${order}`;
    return { text, values };
  },
};
