import { equalsId, where, type Filters, type Report, type ReportChart, type ReportQuery } from '@usaha/shared';
import { cashRoundingSql } from '@usaha/shared/malaysia';
import { OWN } from './figures.js';
import { byDay, byMoment, periodFilters, type ReportPeriod } from './period.js';
import { ERASED, UNASSIGNED, count, leading, money, named, words } from './words.js';

export const collectionsGroupings = ['driver_day', 'driver', 'day'] as const;
export type CollectionsGrouping = (typeof collectionsGroupings)[number];

export interface CollectionsFilters extends ReportPeriod {
  driver_id?: string;
}
export type CollectionsReportQuery = ReportQuery<CollectionsFilters, CollectionsGrouping>;

const narrowed = (period: Filters<ReportPeriod>): Filters<CollectionsFilters> => ({
  ...period,
  driver_id: equalsId('driver_id'),
});

/** SQL: another amount than was to be collected, and no rounding to coins of five sen. */
const DIFFERS = `r.collected_amount not in (r.expected_amount, r.expected_amount + ${cashRoundingSql('r.expected_amount')})`;
const DELIVERED_DAY = `(r.actual_delivery_time at time zone interval '8 hours')::date`;
const NO_AMOUNT = `not exists (select 1 from logistics.proofs p
  where p.tenant_id = $1 and p.shipment_id = r.id and p.collected_amount is not null)`;

/** SQL: what proofs, shipments without a recorded amount and remittances are of each driver and day. */
const figuresOf = (query: Partial<CollectionsFilters>, values: unknown[]): string => {
  const of = (period: Filters<ReportPeriod>, ...fixed: string[]): string =>
    where(narrowed(period), query, [...OWN, ...fixed], values);
  return `
    select r.day, r.driver_id, count(*) as parcels, sum(r.expected_amount) as expected_amount,
           sum(r.collected_amount) as collected_amount, count(*) filter (where ${DIFFERS}) as differences, 0 as unrecorded,
           0.00 as remitted_amount
      from logistics.proofs r where ${of(byDay('day'), 'r.collected_amount is not null')} group by r.day, r.driver_id
    union all
    select ${DELIVERED_DAY}, r.driver_id, 0, 0, 0, 0, count(*), 0 from logistics.shipments r
     where ${of(byMoment('actual_delivery_time'), 'r.is_cod', `r.status = 'delivered'`, NO_AMOUNT)} group by 1, 2
    union all
    select r.date, r.driver_id, 0, 0, 0, 0, 0, sum(r.amount) from logistics.cod_remittances r
     where ${of(byDay('date'), 'r.voided_at is null')} group by r.date, r.driver_id`;
};

const SUMMED = ['parcels', 'expected_amount', 'collected_amount', 'differences', 'unrecorded', 'remitted_amount']
  .map((figure) => `sum(f.${figure}) as ${figure}`)
  .join(', ');
const SHOWN = `g.parcels, g.expected_amount, g.collected_amount, g.collected_amount - g.expected_amount, g.differences,
  g.unrecorded, g.remitted_amount, g.collected_amount - g.remitted_amount`;

/** SQL: how the driver `l` of a group `g` is called by now; a deleted driver still has to hand in. */
const NAME = `
  case when g.driver_id is null then '${UNASSIGNED}' when l.erased_at is not null then '${ERASED}'
       else l.first_name || ' ' || l.last_name end`;
/** SQL: groups with their drivers. @param day SQL of the day that is shown */
const ofDrivers = (columns: string, day: string, order: string) => (figures: string) => `
  select coalesce(g.driver_id::text, '${UNASSIGNED}'), ${NAME}, ${day}, ${SHOWN}
    from (select ${columns}, ${SUMMED} from (${figures}) f group by ${columns}) g
    left join logistics.drivers l on l.tenant_id = $1 and l.id = g.driver_id
   order by ${order}g.driver_id is null, lower(${NAME}), g.driver_id`;

const selects: Readonly<Record<CollectionsGrouping, (figures: string) => string>> = {
  driver_day: ofDrivers('f.day, f.driver_id', 'g.day::text', 'g.day, '),
  driver: ofDrivers('f.driver_id', 'null', ''),
  day: (figures) => `
    select g.day::text, g.day::text, null, ${SHOWN}
      from (select f.day, ${SUMMED} from (${figures}) f group by f.day) g order by g.day`,
};

const bars: ReportChart = { kind: 'bars', label: 'label', value: 'collected_amount' };

/**
 * What drivers collected on delivery for the senders, what they handed in of it and what they still hold: by the day on which proofs
 * were recorded, for the driver who had the shipment then, also where either was deleted since (A-319). Shipments that were
 * delivered without a recorded amount are counted on the day of their delivery (A-381), remittances on the day of theirs.
 */
export const codCollectionsReport: Report<CollectionsFilters, CollectionsGrouping> = {
  name: 'cod_collections',
  title: { en: 'Cash on delivery collections', ms: 'Kutipan bayaran semasa terima' },
  columns: [
    ...leading,
    { key: 'day', title: words.day, kind: 'day', only: ['driver_day'] },
    count('parcels', words.parcels),
    money('expected_amount', { en: 'To be collected (RM)', ms: 'Perlu dikutip (RM)' }),
    money('collected_amount', words.collected_amount),
    money('difference', { en: 'Difference (RM)', ms: 'Perbezaan (RM)' }),
    count('differences', { en: 'With a reason', ms: 'Bersebab' }),
    count('unrecorded', { en: 'Unrecorded', ms: 'Tidak direkod' }),
    money('remitted_amount', { en: 'Handed in (RM)', ms: 'Diserahkan (RM)' }),
    money('held_amount', { en: 'Held (RM)', ms: 'Dipegang (RM)' }),
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
    ...periodFilters('Proofs recorded, deliveries without an amount and remittances'),
  },
  select(tenant_id, query, grouping) {
    const values: unknown[] = [tenant_id];
    return { text: selects[grouping](figuresOf(query, values)), values };
  },
};
