import { where, type Report, type ReportChart, type ReportGrouping, type ReportQuery } from '@usaha/shared';
import { COMPLETED, LINES, OWN, countedBy, lastName } from './figures.js';
import { period, periodFilters, type ReportPeriod } from './period.js';
import { apart, moneyApart, ofProducts, salesFacts } from './sales-facts.js';
import { DELETED, ERASED, UNASSIGNED, WALK_IN, count, leading, money, named, words } from './words.js';

export const beautySalesGroupings = ['service', 'staff', 'client', 'day'] as const;
export type BeautySalesGrouping = (typeof beautySalesGroupings)[number];
export type BeautySalesReportQuery = ReportQuery<ReportPeriod, BeautySalesGrouping>;

/** The one row of money that is for no service and no member. */
const OTHER = 'other';
/** The one row of products on bills. */
const PRODUCTS = 'products';

const sumOf = (name: string): string => `coalesce(sum(g.${name}), 0)`;
const TOTAL = [
  ...['service_sales', 'product_sales', 'memberships_sold', 'packages_expired', 'deposits_kept'].map(sumOf),
].join(' + ');

/** SQL of the figures of groups `g` of facts, in the order of the columns. @param names those that the grouping has; others are null */
const shown = (names: readonly string[]): string =>
  [
    ...['appointments', 'services', 'gross'].map(sumOf),
    `${sumOf('service_sales')} - ${sumOf('gross')}`,
    ...['service_sales', 'product_sales'].map(sumOf),
    TOTAL,
    sumOf('tax'),
    ...apart.slice(1).map((name) => (names.includes(name) ? sumOf(name) : 'null')),
  ].join(', ');

/** What belongs to a service or a member, or is the rest. */
const ofServices = ['product_sales', 'memberships_sold', 'packages_redeemed', 'packages_expired', 'deposits_kept'];

/** SQL: completed lines by what they have in common, and the rest as one row. @param key SQL over `l` @param opens as `countedBy` takes it */
const byLine =
  (key: string, name: string, opens: string, label: string) =>
  (query: ReportPeriod, today: string, values: unknown[]): string => `
    select g.key, ${label}, ${shown(ofServices)}
      from (select ${key}::text as key, ${name} as name, max(r.day) as last, ${countedBy(opens)} as appointments, count(*) as services,
                   sum(l.price) as gross, sum(l.share) as service_sales,
                   coalesce(sum(l.tax) filter (where l.sold_package_id is null), 0) as tax, 0::numeric as product_sales,
                   0::numeric as memberships_sold,
                   coalesce(sum(l.session_worth), 0) as packages_redeemed, 0::numeric as packages_expired, 0::numeric as deposits_kept
              from ${LINES} where ${where(period, query, [...OWN, COMPLETED], values)} group by 1, 2
            union all
            select '${PRODUCTS}', '${PRODUCTS}', null, 0, 0, 0, 0, sum(${ofProducts('tax')}), sum(${ofProducts('share')}), 0, 0, 0, 0
              from beauty.appointments r
             where ${where(period, query, [...OWN, COMPLETED, `r.products <> '[]'`], values)} having count(*) > 0
            union all
            select '${OTHER}', '${OTHER}', null, 0, 0, 0, 0, coalesce(sum(f.tax), 0), 0, coalesce(sum(f.memberships_sold), 0),
                   coalesce(sum(f.packages_redeemed), 0), coalesce(sum(f.packages_expired), 0), coalesce(sum(f.deposits_kept), 0)
              from (${moneyApart(query, today, values)}) f
            having coalesce(sum(abs(f.tax) + abs(f.memberships_sold) + abs(f.packages_redeemed) + abs(f.deposits_kept)), 0) <> 0) g
     group by g.key order by g.key in ('${PRODUCTS}', '${OTHER}'), ${TOTAL} desc, g.key`;

const selects: Record<BeautySalesGrouping, (query: ReportPeriod, today: string, values: unknown[]) => string> = {
  day: (query, today, values) => `
    select g.day::text, g.day::text, ${shown(apart)}
      from (${salesFacts(query, today, values)}) g
     group by g.day order by g.day`,
  client: (query, today, values) => `
    select coalesce(n.key, '${WALK_IN}') as key, min(coalesce(n.name, '${WALK_IN}')), ${shown(apart)}
      from (${salesFacts(query, today, values)}) g
      left join (select c.id, case when c.deleted_at is null then c.id::text else '${DELETED}' end as key,
                   case when c.deleted_at is null then c.first_name || ' ' || c.last_name else '${DELETED}' end as name
              from beauty.clients c where c.tenant_id = $1) n on n.id = g.client_id
     group by 1 order by ${TOTAL} desc, 1`,
  service: byLine('l.service_id', 'l.service_name', 'l.opens_service', lastName),
  staff: byLine(
    `coalesce(l.staff_id::text, '${UNASSIGNED}')`,
    `coalesce(l.staff_name, case when l.staff_id is null then '${UNASSIGNED}' end)`,
    'l.opens_staff',
    `coalesce(${lastName}, '${ERASED}')`,
  ),
};

const others = {
  [PRODUCTS]: { en: 'Products', ms: 'Produk' },
  [OTHER]: { en: 'Packages, memberships and deposits', ms: 'Pakej, keahlian dan deposit' },
};
const line: ReportChart = { kind: 'lines', label: 'label', value: 'total' };
const bars: ReportChart = { kind: 'bars', label: 'label', value: 'total' };

const groupings: Record<BeautySalesGrouping, ReportGrouping> = {
  service: { title: words.service, labels: 'text', chart: bars, words: others },
  staff: { title: words.staff, labels: 'text', chart: bars, words: { ...named, ...others } },
  client: { title: words.client, labels: 'text', chart: bars, words: named, many: true },
  day: { title: words.day, labels: 'day', chart: line },
};

const ofAppointments = ['client', 'day'] as const satisfies BeautySalesGrouping[];

/**
 * Completed appointments of a period, less what was given back, by day, service, member of staff or client (A-268), with packages,
 * memberships and deposits (A-352): total + packages_sold − packages_redeemed = collected + outstanding − in_credit.
 */
export const beautySalesReport: Report<ReportPeriod, BeautySalesGrouping> = {
  name: 'sales',
  context: 'beauty',
  title: { en: 'Sales report', ms: 'Laporan jualan' },
  columns: [
    ...leading,
    count('appointments', words.appointments),
    count('services', words.services),
    money('gross', { en: 'Prices (RM)', ms: 'Harga (RM)' }),
    money('adjustment', { en: 'Adjustment (RM)', ms: 'Pelarasan (RM)' }),
    money('service_sales', { en: 'Services (RM)', ms: 'Perkhidmatan (RM)' }),
    money('product_sales', { en: 'Products (RM)', ms: 'Produk (RM)' }),
    money('total', words.total),
    money('tax', words.tax),
    money('memberships_sold', { en: 'Memberships (RM)', ms: 'Keahlian (RM)' }),
    { ...money('packages_sold', { en: 'Packages sold (RM)', ms: 'Pakej dijual (RM)' }), only: ofAppointments },
    money('packages_redeemed', { en: 'Packages redeemed (RM)', ms: 'Pakej ditebus (RM)' }),
    money('packages_expired', { en: 'Packages expired (RM)', ms: 'Pakej luput (RM)' }),
    money('deposits_kept', { en: 'Deposits kept (RM)', ms: 'Deposit disimpan (RM)' }),
    { ...money('collected', { en: 'Collected (RM)', ms: 'Dikutip (RM)' }), only: ofAppointments },
    { ...money('outstanding', { en: 'Outstanding (RM)', ms: 'Belum dibayar (RM)' }), only: ofAppointments },
    { ...money('in_credit', { en: 'In credit (RM)', ms: 'Dalam kredit (RM)' }), only: ofAppointments },
  ],
  groupings,
  fallback: 'day',
  parameter: 'group_by',
  filters: periodFilters,
  select(tenant_id, query, grouping, today) {
    const values: unknown[] = [tenant_id];
    return { text: selects[grouping](query, today, values), values };
  },
  overall: {
    keys: ['appointments', 'packages_sold', 'collected', 'outstanding', 'in_credit'],
    select(tenant_id, query, _, today) {
      const values: unknown[] = [tenant_id];
      const sums = ['appointments', 'packages_sold', 'collected', 'outstanding', 'in_credit'].map(sumOf).join(', ');
      return { text: `select ${sums} from (${salesFacts(query, today, values)}) g`, values };
    },
  },
};
