import {
  ageBandOf,
  ageBands,
  fromDay,
  genderKeySql,
  textGroups,
  toDay,
  where,
  type Filters,
  type Report,
  type ReportChart,
  type ReportGrouping,
  type ReportQuery,
  type Words,
} from '@usaha/shared';
import { COMPLETED, LINES, OWN } from './figures.js';
import { period, periodFilters, type ReportPeriod } from './period.js';
import { DELETED, NONE, WALK_IN, UNKNOWN, count, leading, money, named } from './words.js';

export const clientsGroupings = ['membership_level', 'frequency', 'demographics'] as const;
export type ClientsGrouping = (typeof clientsGroupings)[number];
export type ClientsReportQuery = ReportQuery<ReportPeriod, ClientsGrouping>;

/** Clients `r` who were entered in the period. */
const entered: Filters<ReportPeriod> = { date_from: fromDay('created_at'), date_to: toDay('created_at') };

const texts = textGroups(NONE);
const genderOf = textGroups(UNKNOWN, genderKeySql);

/** A free text is the same however it was written, and called as most records have it. */
const freeText = (column: string) => ({
  key: () => texts.key(`c.${column}`),
  name: texts.labelOfRecords(`c.${column}`),
  order: 'g.clients desc, g.name',
});

/** What makes clients `c` a group, how it is called, and how groups `g` are ordered. */
const groups: Record<ClientsGrouping, { key: (today: string) => string; name: string; order: string }> = {
  membership_level: freeText('membership_level'),
  frequency: freeText('frequency'),
  demographics: {
    key: (today) => `${genderOf.key('c.gender')} || ', ' || ${ageBandOf('c.date_of_birth', today, UNKNOWN)}`,
    name: 'min(k.key)',
    order: 'g.name',
  },
};

const genders: Readonly<Record<string, Words>> = {
  female: { en: 'Female', ms: 'Perempuan' },
  male: { en: 'Male', ms: 'Lelaki' },
  [UNKNOWN]: { en: 'Unknown gender', ms: 'Jantina tidak diketahui' },
};
const ages = (band: string): Words =>
  band === UNKNOWN ? { en: 'unknown age', ms: 'umur tidak diketahui' } : { en: band, ms: band };
const people = Object.entries(genders).flatMap(([gender, { en, ms }]) =>
  [...ageBands, UNKNOWN].map((band) => {
    const age = ages(band);
    return [`${gender}, ${band}`, { en: `${en}, ${age.en}`, ms: `${ms}, ${age.ms}` }] as const;
  }),
);

const bars: ReportChart = { kind: 'bars', label: 'label', value: 'clients' };
const groupings: Record<ClientsGrouping, ReportGrouping> = {
  membership_level: {
    title: { en: 'Membership level', ms: 'Tahap keahlian' },
    labels: 'text',
    chart: bars,
    words: named,
  },
  frequency: { title: { en: 'Frequency', ms: 'Kekerapan' }, labels: 'text', chart: bars, words: named },
  demographics: {
    title: { en: 'Gender and age', ms: 'Jantina dan umur' },
    labels: 'text',
    chart: bars,
    words: { ...named, ...Object.fromEntries(people) },
  },
};

/**
 * Clients by level, by how often they come, or by gender and the age that they have today, with their completed
 * appointments of the period. Those of deleted clients are one group more, so that nothing is missing.
 */
export const clientsReport: Report<ReportPeriod, ClientsGrouping> = {
  name: 'clients',
  title: { en: 'Client report', ms: 'Laporan pelanggan' },
  columns: [
    ...leading,
    count('clients', { en: 'Clients', ms: 'Pelanggan' }),
    count('new_clients', { en: 'New clients', ms: 'Pelanggan baharu' }),
    count('visits', { en: 'Visits', ms: 'Lawatan' }),
    money('revenue', { en: 'Revenue (RM)', ms: 'Hasil (RM)' }),
  ],
  groupings,
  fallback: 'membership_level',
  parameter: 'group_by',
  filters: periodFilters,
  select(tenant_id, query, grouping, today) {
    const { key, name, order } = groups[grouping];
    const values: unknown[] = [tenant_id];
    const visited = where(period, query, [...OWN, COMPLETED], values);
    const isNew = where(entered, query, ['r.deleted_at is null'], values).replaceAll('r.', 'c.');
    const keyed = key(grouping === 'demographics' ? `$${values.push(today)}` : '');
    const text = `
      select g.name, g.name, g.clients, g.new_clients, g.visits, g.revenue
        from (select k.is_deleted, case when k.is_deleted then '${DELETED}' else ${name} end as name,
                     count(*) filter (where c.deleted_at is null) as clients, count(*) filter (where ${isNew}) as new_clients,
                     coalesce(sum(v.visits), 0) as visits, coalesce(sum(v.revenue), 0) as revenue
                from beauty.clients c
                left join (select r.client_id, count(*) filter (where l.position = 1) as visits, sum(l.share) as revenue
                             from ${LINES} where ${visited} group by r.client_id) v on v.client_id = c.id
               cross join lateral (select c.deleted_at is not null as is_deleted,
                                          case when c.deleted_at is null then ${keyed} end as key) k
               where c.tenant_id = $1 and (c.deleted_at is null or v.client_id is not null)
               group by k.is_deleted, k.key
              union all
              select true, '${WALK_IN}', 0, 0, count(*) filter (where l.position = 1), sum(l.share)
                from ${LINES} where ${visited} and r.client_id is null having count(*) > 0) g
       order by g.is_deleted, ${order}`;
    return { text, values };
  },
};
