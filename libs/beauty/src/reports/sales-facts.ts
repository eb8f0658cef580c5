import { fromDay, toDay, where, type Filters } from '@usaha/shared';
import { COMPLETED, LINES, OUTSTANDING, OVERPAID, OWN } from './figures.js';
import { period, type ReportPeriod } from './period.js';

/** Figures of money that is for no service: of each a column of the facts, in this order. */
export const apart = [
  'product_sales',
  'memberships_sold',
  'packages_sold',
  'packages_redeemed',
  'packages_expired',
  'deposits_kept',
  'collected',
  'outstanding',
  'in_credit',
] as const;
type Apart = (typeof apart)[number];

/** Figures of services that were given. */
export const given = ['appointments', 'services', 'gross', 'service_sales', 'tax'] as const;

/** SQL of figures by name, 0 where none is stated. */
const figures = (stated: Partial<Record<(typeof given)[number] | Apart, string>>): string =>
  [...given, ...apart].map((name) => `${stated[name] ?? '0'} as ${name}`).join(', ');

const paidIn: Filters<ReportPeriod> = { date_from: fromDay('created_at'), date_to: toDay('created_at') };
/** A package has expired on the day after its last. */
const expiredIn: Filters<ReportPeriod> = {
  date_from: (day, bind) => `r.expires_on + 1 >= ${bind(day)}::date`,
  date_to: (day, bind) => `r.expires_on + 1 <= ${bind(day)}::date`,
};

const first = (figure: string): string => `coalesce(sum(${figure}) filter (where l.position = 1), 0)`;
const SIGNED = `case when r.kind = 'refund' then -r.amount else r.amount end`;
/** SQL: a sum over the products on the bill of `r`. */
export const ofProducts = (key: 'share' | 'tax'): string =>
  `(select coalesce(sum((p ->> '${key}')::numeric), 0) from jsonb_array_elements(r.products) p)`;
/** Sessions of a client who did not come are not given back (A-271). */
const FORFEITED = `coalesce((select sum(l.session_worth) from beauty.appointment_lines l
  where l.tenant_id = $1 and l.appointment_id = r.id and r.status = 'no_show'), 0)`;
const IS_KEPT = `r.status in ('no_show', 'cancelled')`;
/** The rest of a package's price: neither redeemed nor given back. */
const LEFT = 'r.price - r.redeemed_amount - r.refunded_amount';
const PAID_DAY = `(r.created_at at time zone interval '8 hours')::date`;

/** SQL: completed appointments, on their day; tax of sessions was due when their package was paid. */
const completed = (query: ReportPeriod, values: unknown[]): string => `
  select r.day, r.client_id, ${figures({
    appointments: 'count(*) filter (where l.position = 1)',
    services: 'count(*)',
    gross: 'sum(l.price)',
    service_sales: 'sum(l.share)',
    tax: `coalesce(sum(l.tax) filter (where l.sold_package_id is null), 0) + ${first(ofProducts('tax'))}`,
    product_sales: first(ofProducts('share')),
    packages_redeemed: 'coalesce(sum(l.session_worth), 0)',
    collected: first('r.amount_paid'),
    outstanding: first(OUTSTANDING),
    in_credit: first(OVERPAID),
  })}
    from ${LINES} where ${where(period, query, [...OWN, COMPLETED], values)} group by r.day, r.client_id`;

/**
 * SQL: what no completed appointment has, on its day. Deposits of visits to come are in credit; those of visits that did not take place
 * are kept, as sessions of clients who did not come. Packages and memberships are of the day of their payment, and what is left of a
 * package of the day after it has expired.
 */
export const moneyApart = (query: ReportPeriod, today: string, values: unknown[]): string => `
  select r.day, r.client_id, ${figures({
    packages_redeemed: FORFEITED,
    deposits_kept: `case when ${IS_KEPT} then r.amount_paid + ${FORFEITED} else 0 end`,
    collected: 'r.amount_paid',
    in_credit: `case when ${IS_KEPT} then 0 else r.amount_paid end`,
  })}
    from beauty.appointments r
   where ${where(period, query, [...OWN, `r.status <> 'completed'`, `(r.amount_paid <> 0 or r.package_amount <> 0)`], values)}
  union all
  select ${PAID_DAY}, coalesce(s.client_id, m.client_id), ${figures({
    tax: `case when r.kind = 'refund' then -coalesce(r.tax_amount, 0) when r.position = 1 then coalesce(s.tax_amount, 0) else 0 end`,
    memberships_sold: `case when r.purpose = 'membership' then ${SIGNED} else 0 end`,
    packages_sold: `case when r.purpose = 'package' then ${SIGNED} else 0 end`,
    collected: SIGNED,
  })}
    from beauty.payments r
    left join beauty.sold_packages s on s.tenant_id = $1 and s.id = r.sold_package_id
    left join beauty.memberships m on m.tenant_id = $1 and m.id = r.membership_id
   where ${where(paidIn, query, ['r.tenant_id = $1', `r.purpose in ('package', 'membership')`], values)}
  union all
  select r.expires_on + 1, r.client_id, ${figures({
    packages_redeemed: LEFT,
    packages_expired: LEFT,
  })}
    from beauty.sold_packages r
   where ${where(expiredIn, query, [...OWN, 'r.price > r.redeemed_amount', `${LEFT} > 0`, `r.expires_on < $${values.push(today)}::date`], values)}`;

/** SQL: all facts of sales, each with its day and its client. */
export const salesFacts = (query: ReportPeriod, today: string, values: unknown[]): string =>
  `${completed(query, values)} union all ${moneyApart(query, today, values)}`;
