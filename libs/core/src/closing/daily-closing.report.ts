import { textGroups, type Report, type ReportChart, type ReportGrouping } from '@usaha/shared';
import { paymentMethodKeySql } from '@usaha/shared/malaysia';
import { saidMethod } from '../document/payment-methods.js';
import { joinUserNames } from '../user/user-names.js';
import { ONLINE_RECEIVER, UNSPECIFIED_RECEIVER, entriesOf, type Takings } from './takings.js';

/** What a daily closing can be narrowed to. */
export interface ClosedDay {
  /** YYYY-MM-DD; today (UTC+8) unless given. */
  date?: string;
  /** Id of the user who received the money, `online` or `unspecified`. */
  cashier?: string;
}

export const takingsGroupings = ['payment_method', 'cashier'] as const;
export type TakingsGrouping = (typeof takingsGroupings)[number];

const count = (key: string, en: string, ms: string) =>
  ({ key, title: { en, ms }, kind: 'count', totalled: true }) as const;
const money = (key: string, en: string, ms: string) =>
  ({ key, title: { en, ms }, kind: 'money', totalled: true }) as const;

/** Payment methods are one under all their names, and called as most payments have it (A-342). */
const methods = textGroups(null, paymentMethodKeySql);

/** Figures of the till, which has one float for all payment methods. */
const till = ['cashier'] as const satisfies TakingsGrouping[];
const ofTill = ['float', 'expected_cash', 'counted_cash', 'difference', 'counts'] as const;

const bars: ReportChart = { kind: 'bars', label: 'label', value: 'net' };
const named = {
  [ONLINE_RECEIVER]: { en: 'Online', ms: 'Dalam talian' },
  [UNSPECIFIED_RECEIVER]: { en: 'Unspecified', ms: 'Tidak dinyatakan' },
};
const cashier: ReportGrouping = {
  title: { en: 'Cashier', ms: 'Juruwang' },
  labels: 'text',
  chart: bars,
  words: named,
  unnamed: { en: 'unknown cashier', ms: 'juruwang tidak dikenali' },
};

/** SQL of the counts `c` of a day: the latest of each cashier, and that of all. */
function countsOf({ context }: Takings, { cashier: id }: ClosedDay, day: string, values: unknown[]): string {
  const only =
    id === undefined
      ? ''
      : id === UNSPECIFIED_RECEIVER || id === ONLINE_RECEIVER
        ? 'and false'
        : `and c.cashier_id::text = lower($${values.push(id)})`;
  return `select distinct on (c.cashier_id) c.cashier_id, c.float, c.counted_cash,
                 count(*) over (partition by c.cashier_id) as counts
            from core.daily_closings c
           where c.tenant_id = $1 and c.context = '${context}' and c.date = $${values.push(day)} and c.deleted_at is null ${only}
           order by c.cashier_id, c.id desc`;
}

/** SQL of the sums of entries `e`, in the order of the columns of the report. */
function sumsOf({ purposes }: Takings): string {
  const received = `e.amount > 0`;
  return [
    `count(*) filter (where ${received}) as payments`,
    `coalesce(sum(e.amount) filter (where ${received}), 0) as takings`,
    ...Object.entries(purposes).map(
      ([key, { column }]) =>
        `coalesce(sum(e.amount) filter (where ${received} and e.purpose = '${key}'), 0) as ${column}`,
    ),
    `count(*) filter (where e.amount < 0) as refunds_count`,
    `coalesce(-sum(e.amount) filter (where e.amount < 0), 0) as refunds`,
    `coalesce(sum(e.amount), 0) as net`,
    `coalesce(sum(e.rounding), 0) as rounding`,
    `coalesce(sum(e.amount + e.rounding) filter (where e.in_cash), 0) as cash`,
  ].join(', ');
}

/**
 * What each user received and gave back on a day (UTC+8), by payment method, with the float and the count of the till (A-354). Money
 * counts on its day, later changes aside.
 */
export function dailyClosingReportOf(takings: Takings): Report<ClosedDay, TakingsGrouping> {
  const { context, purposes } = takings;
  const told = Object.values(purposes);
  const keys = [
    'payments',
    'takings',
    ...told.map(({ column }) => column),
    'refunds_count',
    'refunds',
    'net',
    'rounding',
    'cash',
  ];
  const asked = ({ date, cashier: id }: ClosedDay, today: string) => {
    const day = date ?? today;
    return { day, query: { date_from: day, date_to: day, ...(id === undefined ? {} : { received_by: id }) } };
  };
  const unnamed = `case when g.is_online then '${ONLINE_RECEIVER}' else '${UNSPECIFIED_RECEIVER}' end`;
  const head = `coalesce(g.received_by::text, ${unnamed}), case when g.received_by is null then ${unnamed} else u.name end`;
  const order = 'order by g.received_by is null, not g.is_online, lower(u.name), g.received_by';
  return {
    name: 'daily_closing',
    context,
    title: { en: 'Daily closing', ms: 'Penutupan harian' },
    columns: [
      { key: 'group', title: { en: 'Group', ms: 'Kumpulan' }, kind: 'text', unprinted: true },
      { key: 'label', title: { en: 'Name', ms: 'Nama' }, kind: 'text' },
      {
        key: 'payment_method',
        title: { en: 'Payment', ms: 'Bayaran' },
        kind: 'text',
        only: ['payment_method'],
        said: saidMethod,
      },
      count('payments', 'Payments', 'Bayaran'),
      money('takings', 'Takings (RM)', 'Kutipan (RM)'),
      ...told.map(({ column, title: { en, ms } }) => money(column, `${en} (RM)`, `${ms} (RM)`)),
      count('refunds_count', 'Refunds', 'Bayaran balik'),
      money('refunds', 'Refunded (RM)', 'Dibayar balik (RM)'),
      money('net', 'Net (RM)', 'Bersih (RM)'),
      money('rounding', 'Rounding (RM)', 'Pembundaran (RM)'),
      money('cash', 'Cash (RM)', 'Tunai (RM)'),
      { ...money('float', 'Float (RM)', 'Wang apungan (RM)'), only: till },
      { ...money('expected_cash', 'Expected cash (RM)', 'Tunai dijangka (RM)'), only: till },
      { ...money('counted_cash', 'Counted cash (RM)', 'Tunai dikira (RM)'), only: till },
      { ...money('difference', 'Difference (RM)', 'Perbezaan (RM)'), only: till },
      { ...count('counts', 'Counts', 'Kiraan'), only: till },
    ],
    groupings: { payment_method: { ...cashier, chart: { ...bars, qualifier: 'payment_method' } }, cashier },
    fallback: 'payment_method',
    parameter: 'group_by',
    parameterNote: 'payment_method has a row for each cashier and payment method, cashier one for each cashier',
    filters: {
      date: {
        title: { en: 'Day', ms: 'Hari' },
        kind: 'day',
        description: 'The day (UTC+8); default today',
        example: '2026-03-10',
      },
      cashier: {
        title: { en: 'Cashier', ms: 'Juruwang' },
        kind: 'text',
        description: 'Id of the user who received the money; online: it came by payment requests; or unspecified',
        example: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
      },
    },
    select(tenant_id, closed, grouping, today) {
      const values: unknown[] = [tenant_id];
      const { day, query } = asked(closed, today);
      const entries = entriesOf(takings, query, values);
      const sums = sumsOf(takings);
      if (grouping === 'payment_method')
        return {
          text: `
            select ${head}, nullif(g.method, ''), ${keys.map((key) => `g.${key}`).join(', ')}, ${ofTill.map(() => 'null').join(', ')}
              from (select e.received_by, e.is_online, e.method_key, ${methods.labelOfRecords('e.method')} as method, ${sums} from (${entries}) e group by 1, 2, 3) g
              ${joinUserNames('g.received_by::text')} ${order}, g.method_key`,
          values,
        };
      const counts = countsOf(takings, closed, day, values);
      const text = `
        select ${head}, null, ${keys.map((key) => `g.${key}`).join(', ')}, coalesce(g.float, 0), coalesce(g.float, 0) + g.cash,
               g.counted_cash, g.counted_cash - coalesce(g.float, 0) - g.cash, coalesce(g.counts, 0)
          from (select coalesce(s.received_by, c.cashier_id) as received_by, coalesce(s.is_online, false) as is_online, ${keys.map((key) => `coalesce(s.${key}, 0) as ${key}`).join(', ')},
                       c.float, c.counted_cash, c.counts
                  from (select e.received_by, e.is_online, ${sums} from (${entries}) e group by 1, 2) s
                  full join (select * from (${counts}) k where k.cashier_id is not null) c on c.cashier_id = s.received_by) g
          ${joinUserNames('g.received_by::text')} ${order}`;
      return { text, values };
    },
    overall: {
      keys: ofTill,
      select(tenant_id, closed, _, today) {
        const values: unknown[] = [tenant_id];
        const { day, query } = asked(closed, today);
        const entries = entriesOf(takings, query, values);
        const counts = countsOf(takings, closed, day, values);
        // A count of all is of the whole day; those of single cashiers are added up where there is none.
        const text = `
          select t.float, t.float + b.cash, t.counted, case when t.counts > 0 then t.counted - t.float - b.cash end, t.counts
            from (select coalesce(sum(e.amount + e.rounding) filter (where e.in_cash), 0) as cash from (${entries}) e) b
           cross join (select coalesce(sum(k.float), 0) as float, coalesce(sum(k.counted_cash), 0) as counted,
                              coalesce(sum(k.counts), 0) as counts
                         from (select k.*, bool_or(k.cashier_id is null) over () as is_whole from (${counts}) k) k
                        where (k.cashier_id is null) = k.is_whole) t`;
        return { text, values };
      },
    },
  };
}
