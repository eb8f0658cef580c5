import { UNSPECIFIED_RECEIVER } from '@usaha/core';
import { atLeast, atMost, equals, isUuid, where, type Filters } from '@usaha/shared';
import type { ClosingPeriod } from './daily-closing.report.js';

const counted: Filters<ClosingPeriod> = {
  date: equals('date'),
  date_from: atLeast('date'),
  date_to: atMost('date'),
  cashier: (id, bind) =>
    id !== UNSPECIFIED_RECEIVER && isUuid(id) ? `r.cashier_id = ${bind(id.toLowerCase())}` : 'false',
};

/** SQL of the counts of tills: the latest of each day and cashier, and that of all. @param values of its placeholders, to which it adds */
function latestOf(query: ClosingPeriod, values: unknown[]): string {
  const fixed = ['r.tenant_id = $1', `r.context = 'retail'`, 'r.deleted_at is null'];
  return `select distinct on (r.date, r.cashier_id) (r.date::timestamp - interval '8 hours') at time zone 'UTC' as day, r.cashier_id,
                 r.float, r.counted_cash, count(*) over (partition by r.date, r.cashier_id) as counts
            from core.daily_closings r where ${where(counted, query, fixed, values)}
           order by r.date, r.cashier_id, r.id desc`;
}

/** SQL of what was counted, a row for each day and cashier of whom there is a count. */
export const countsOfCashiers = (query: ClosingPeriod, values: unknown[]): string =>
  `select * from (${latestOf(query, values)}) k where k.cashier_id is not null`;

/** SQL of what was counted, a row for each day: a count of all is of the whole day, those of single cashiers are added up where there is none. */
export const countsOfDays = (query: ClosingPeriod, values: unknown[]): string =>
  `select k.day, null::uuid as cashier_id, sum(k.float) as float, sum(k.counted_cash) as counted_cash, sum(k.counts) as counts
     from (select k.*, bool_or(k.cashier_id is null) over (partition by k.day) as is_whole from (${latestOf(query, values)}) k) k
    where (k.cashier_id is null) = k.is_whole group by k.day`;
