import { equalsId, where, type Filters, type Report, type ReportChart, type ReportQuery } from '@usaha/shared';
import { OWN } from './figures.js';
import { byDay, periodFilters, type ReportPeriod } from './period.js';
import { ERASED, UNASSIGNED, count, leading, money, named, words } from './words.js';

export const collectionsGroupings = ['driver_day', 'driver', 'day'] as const;
export type CollectionsGrouping = (typeof collectionsGroupings)[number];

export interface CollectionsFilters extends ReportPeriod {
  driver_id?: string;
}
export type CollectionsReportQuery = ReportQuery<CollectionsFilters, CollectionsGrouping>;

const narrowed: Filters<CollectionsFilters> = { ...byDay('day'), driver_id: equalsId('driver_id') };

const FIGURES = `
  count(*) as parcels, sum(r.expected_amount) as expected_amount, sum(r.collected_amount) as collected_amount,
  count(*) filter (where r.collected_amount <> r.expected_amount) as differences`;
const SHOWN = 'g.parcels, g.expected_amount, g.collected_amount, g.collected_amount - g.expected_amount, g.differences';

/** SQL: how the driver `l` of a group `g` is called by now; a deleted driver still has to hand in. */
const NAME = `
  case when g.driver_id is null then '${UNASSIGNED}' when l.erased_at is not null then '${ERASED}'
       else l.first_name || ' ' || l.last_name end`;
/** SQL: groups of proofs with their drivers. @param day SQL of the day that is shown */
const ofDrivers = (columns: string, day: string, order: string) => (condition: string) => `
  select coalesce(g.driver_id::text, '${UNASSIGNED}'), ${NAME}, ${day}, ${SHOWN}
    from (select ${columns}, ${FIGURES} from logistics.proofs r where ${condition} group by ${columns}) g
    left join logistics.drivers l on l.tenant_id = $1 and l.id = g.driver_id
   order by ${order}g.driver_id is null, lower(${NAME}), g.driver_id`;

const selects: Readonly<Record<CollectionsGrouping, (condition: string) => string>> = {
  driver_day: ofDrivers('r.day, r.driver_id', 'g.day::text', 'g.day, '),
  driver: ofDrivers('r.driver_id', 'null', ''),
  day: (condition) => `
    select g.day::text, g.day::text, null, ${SHOWN}
      from (select r.day, ${FIGURES} from logistics.proofs r where ${condition} group by r.day) g order by g.day`,
};

const bars: ReportChart = { kind: 'bars', label: 'label', value: 'collected_amount' };

/**
 * What drivers collected on delivery, and have to hand in for the senders: by the day on which proofs were recorded, for the
 * driver who had the shipment then, also where either was deleted since.
 */
export const codCollectionsReport: Report<CollectionsFilters, CollectionsGrouping> = {
  name: 'cod_collections',
  title: { en: 'Cash on delivery collections', ms: 'Kutipan bayaran semasa terima' },
  columns: [
    ...leading,
    { key: 'day', title: words.day, kind: 'day', only: ['driver_day'] },
    count('parcels', { en: 'Parcels', ms: 'Bungkusan' }),
    money('expected_amount', { en: 'To be collected (RM)', ms: 'Perlu dikutip (RM)' }),
    money('collected_amount', { en: 'Collected (RM)', ms: 'Dikutip (RM)' }),
    money('difference', { en: 'Difference (RM)', ms: 'Perbezaan (RM)' }),
    count('differences', { en: 'With a reason', ms: 'Bersebab' }),
  ],
  groupings: {
    driver_day: { title: words.driver, labels: 'text', chart: { ...bars, qualifier: 'day' }, words: named, many: true },
    driver: { title: words.driver, labels: 'text', chart: bars, words: named, many: true },
    day: { title: words.day, labels: 'day', chart: { ...bars, kind: 'lines' } },
  },
  fallback: 'driver_day',
  parameter: 'group_by',
  parameterNote: 'driver_day has a row for each driver and day',
  filters: {
    driver_id: {
      title: words.driver,
      kind: 'text',
      description: 'What this driver collected; an unknown one has no row',
      example: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
    },
    ...periodFilters('Proofs recorded'),
  },
  select(tenant_id, query, grouping) {
    const values: unknown[] = [tenant_id];
    const condition = where(narrowed, query, [...OWN, 'r.collected_amount is not null'], values);
    return { text: selects[grouping](condition), values };
  },
};
