import { where, type Report, type ReportChart, type ReportQuery, type ReportStatement } from '@usaha/shared';
import { states } from '@usaha/shared/malaysia';
import { serviceWords } from '../shipment/service-words.js';
import { shipmentStatuses } from '../shipment/shipment-statuses.js';
import { OWN, onTime, percentOf, thousandths } from './figures.js';
import { byMoment, periodFilters, type ReportPeriod } from './period.js';
import { UNKNOWN, count, leading, money, named, quantity, rate, words } from './words.js';

export const shipmentsGroupings = ['status', 'service_type', 'origin_state', 'destination_state'] as const;
export type ShipmentsGrouping = (typeof shipmentsGroupings)[number];
export type ShipmentsReportQuery = ReportQuery<ReportPeriod, ShipmentsGrouping>;

const created = byMoment('created_at');

const stateOf = (end: string) => ({
  key: `coalesce(r.${end}_state_key, '${UNKNOWN}')`,
  label: `coalesce('${JSON.stringify(states)}'::jsonb ->> s.key, s.key)`,
});
/** What shipments `r` are grouped by, and how a group `s` is called. */
const groups: Record<ShipmentsGrouping, { key: string; label: string }> = {
  status: { key: 'r.status', label: 's.key' },
  service_type: { key: 'r.service_type', label: 's.key' },
  origin_state: stateOf('origin'),
  destination_state: stateOf('destination'),
};

const NOT_CANCELLED = `k.status <> 'cancelled'`;
/** Neither is paid for. */
const PAID_FOR = `k.status not in ('cancelled', 'returned')`;
const sumOf = (figure: string, condition: string) => `coalesce(sum(k.${figure}) filter (where ${condition}), 0)`;

/** SQL: shipments of one status and one kind of payment are added up first, in one pass, for all columns. */
const ofKinds = (key: string, condition: string): string => `
  select ${key} as key, r.status, r.is_cod, count(*) as shipments, sum(${thousandths('r.weight_kg')}) as weight_kg,
         sum(r.value_myr) as value_myr, sum(r.payment_amount) as amount, sum(r.total_distance_km) as distance_km,
         count(*) filter (where ${onTime('r')}) as on_time
    from logistics.shipments r where ${condition} group by 1, 2, 3`;

/** The sums of groups of shipments. Money that is collected for senders is no revenue (A-290). */
const FIGURES = `
  sum(k.shipments) as shipments, ${shipmentStatuses.map((status) => `${sumOf('shipments', `k.status = '${status}'`)} as ${status}`).join(', ')},
  ${sumOf('weight_kg', NOT_CANCELLED)} as weight_kg, ${sumOf('value_myr', NOT_CANCELLED)} as value_myr,
  ${sumOf('amount', `${PAID_FOR} and not k.is_cod`)} as payment_amount,
  ${sumOf('amount', `${PAID_FOR} and k.is_cod`)} as cod_amount,
  ${sumOf('distance_km', NOT_CANCELLED)} as distance_km, sum(k.on_time) as on_time`;

const SUMMED = [
  'shipments',
  ...shipmentStatuses,
  'weight_kg',
  'value_myr',
  'payment_amount',
  'cod_amount',
  'distance_km',
  'on_time',
];

const statuses = {
  pending: { en: 'Pending', ms: 'Belum dihantar' },
  in_transit: { en: 'In transit', ms: 'Dalam perjalanan' },
  delivered: words.delivered,
  cancelled: words.cancelled,
  returned: words.returned,
};
const chart: ReportChart = { kind: 'bars', label: 'label', value: 'shipments' };

/** Shipments by the day of their creation, by status, service or state (A-311). */
export const shipmentsReport: Report<ReportPeriod, ShipmentsGrouping> = {
  name: 'shipments',
  title: { en: 'Shipment report', ms: 'Laporan penghantaran' },
  columns: [
    ...leading,
    count('shipments', words.shipments),
    ...shipmentStatuses.map((status) => count(status, statuses[status])),
    quantity('weight_kg', words.weight),
    money('value_myr', { en: 'Value (RM)', ms: 'Nilai (RM)' }),
    money('payment_amount', { en: 'Payments (RM)', ms: 'Bayaran (RM)' }),
    money('cod_amount', { en: 'Cash on delivery (RM)', ms: 'Bayaran semasa terima (RM)' }),
    quantity('distance_km', words.distance),
    count('on_time', words.on_time),
    rate('on_time_rate', words.on_time_rate),
  ],
  groupings: {
    status: { title: { en: 'Status', ms: 'Status' }, labels: 'text', chart, words: statuses },
    service_type: { title: { en: 'Service', ms: 'Perkhidmatan' }, labels: 'text', chart, words: serviceWords },
    origin_state: { title: { en: 'State of origin', ms: 'Negeri asal' }, labels: 'text', chart, words: named },
    destination_state: {
      title: { en: 'State of destination', ms: 'Negeri destinasi' },
      labels: 'text',
      chart,
      words: named,
    },
  },
  fallback: 'status',
  parameter: 'group_by',
  parameterNote: 'A state is the same however it is spelt, and unknown where none is named',
  filters: periodFilters('Shipments created'),
  select(tenant_id, query, grouping): ReportStatement {
    const values: unknown[] = [tenant_id];
    const { key, label } = groups[grouping];
    const summed = `select k.key, ${FIGURES} from (${ofKinds(key, where(created, query, OWN, values))}) k group by 1`;
    const figures = SUMMED.map((figure) => `coalesce(s.${figure}, 0)`).join(', ');
    const onTimeRate = percentOf('s.on_time', 's.delivered');
    // Every status has a row, whether there are such shipments or not.
    const text =
      grouping === 'status'
        ? `select g.key, g.key, ${figures}, ${onTimeRate}
             from unnest(array['${shipmentStatuses.join("', '")}']) with ordinality g (key, place)
             left join (${summed}) s on s.key = g.key order by g.place`
        : `select s.key, ${label}, ${figures}, ${onTimeRate} from (${summed}) s order by s.shipments desc, s.key`;
    return { text, values };
  },
  fromIndex: true,
  derived: { on_time_rate: { title: words.on_time_rate, as: 'percent', of: ['on_time'], by: 'delivered' } },
};
