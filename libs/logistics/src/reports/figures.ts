/** SQL: the records `r` that reports are about. */
export const OWN = ['r.tenant_id = $1', 'r.deleted_at is null'] as const;

/** SQL: whether shipments of this alias are delivered, and in time. */
export const delivered = (alias: string): string => `${alias}.status = 'delivered'`;
export const onTime = (alias: string): string =>
  `${delivered(alias)} and ${alias}.actual_delivery_time <= ${alias}.promised_until`;

/** SQL: a percentage, to two decimals; 0 of nothing. */
export const percentOf = (part: string, whole: string): string =>
  `coalesce(round(${part} * 100.0 / nullif(${whole}, 0), 2), 0)`;

/** More than anybody means, and far from where sums of numbers are inexact: a figure that was sent counts as no more. */
const MOST = '1000000000';

/** SQL: a figure that was sent, to three decimals, as it is added up; null where none was. LEAST would take the most for it. */
export const thousandths = (figure: string): string =>
  `case when ${figure} > ${MOST} then ${MOST} else round(${figure}, 3) end`;

/** SQL: the number in a JSON column, if there is one. */
export const numberIn = (column: string): string => `(${column} #>> '{}')::numeric`;
