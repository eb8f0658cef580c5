import { equalsId, where, type Bind, type Filters, type Report } from '@usaha/shared';
import { OWN } from './figures.js';
import { byDay, periodFilters, type ReportPeriod } from './period.js';
import { ERASED, UNKNOWN, count, leading, money, named, words } from './words.js';

export interface PayoutsFilters extends ReportPeriod {
  sender_id?: string;
}

const until: Filters<PayoutsFilters> = { date_to: byDay('day').date_to, sender_id: equalsId('sender_id') };
const untilPaid: Filters<PayoutsFilters> = { ...until, date_to: byDay('date').date_to };

/** SQL: how a sender `c` is called; one whose name was blanked is not the one who was never named. */
const NAME = `case when c.name is null then '${ERASED}' when c.name = '' then '${UNKNOWN}' else c.name end`;

/**
 * The debt to each sender of the cash that was collected on delivery: what was owed before the period, and what proofs in the period
 * collected, less what was paid out in it (A-381). It is the list to pay from.
 */
export const codPayoutsReport: Report<PayoutsFilters, 'sender'> = {
  name: 'cod_payouts',
  title: { en: 'Cash on delivery payouts', ms: 'Bayaran kutipan semasa terima' },
  columns: [
    ...leading,
    count('parcels', words.parcels),
    money('brought_forward', { en: 'Owed before (RM)', ms: 'Terhutang sebelum (RM)' }),
    money('collected_amount', words.collected_amount),
    money('paid_amount', { en: 'Paid out (RM)', ms: 'Dibayar (RM)' }),
    money('owed_amount', { en: 'Owed (RM)', ms: 'Terhutang (RM)' }),
  ],
  groupings: {
    sender: {
      title: words.sender,
      labels: 'text',
      chart: { kind: 'bars', label: 'label', value: 'owed_amount' },
      words: named,
      many: true,
    },
  },
  fallback: 'sender',
  filters: {
    sender_id: {
      title: words.sender,
      kind: 'text',
      description: 'The amount owed to this sender; an unknown one has no row',
      example: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a',
    },
    ...periodFilters('Proofs recorded and payouts'),
  },
  select(tenant_id, query) {
    const values: unknown[] = [tenant_id];
    const bind: Bind = (value) => `$${values.push(value)}`;
    const { date_from } = query;
    const isBefore = date_from === undefined ? 'false' : `r.day < ${bind(date_from)}`;
    const wasPaidBefore = isBefore.replace('r.day', 'r.date');
    const sum = (figure: string, condition: string) => `coalesce(sum(${figure}) filter (where ${condition}), 0)`;
    const text = `
      select c.id::text, ${NAME}, coalesce(p.parcels, 0), coalesce(p.before, 0) - coalesce(o.before, 0),
             coalesce(p.collected, 0), coalesce(o.paid, 0),
             coalesce(p.before, 0) - coalesce(o.before, 0) + coalesce(p.collected, 0) - coalesce(o.paid, 0)
        from logistics.cod_senders c
        left join (
          select r.sender_id, count(*) filter (where not (${isBefore})) as parcels, ${sum('r.collected_amount', isBefore)} as before,
                 ${sum('r.collected_amount', `not (${isBefore})`)} as collected
            from logistics.proofs r where ${where(until, query, [...OWN, 'r.collected_amount is not null'], values)}
           group by r.sender_id) p on p.sender_id = c.id
        left join (
          select r.sender_id, ${sum('r.amount', wasPaidBefore)} as before, ${sum('r.amount', `not (${wasPaidBefore})`)} as paid
            from logistics.cod_payouts r where ${where(untilPaid, query, [...OWN, 'r.voided_at is null'], values)}
           group by r.sender_id) o on o.sender_id = c.id
       where c.tenant_id = $1 and c.deleted_at is null and coalesce(p.sender_id, o.sender_id) is not null
       order by lower(${NAME}), c.id`;
    return { text, values };
  },
};
