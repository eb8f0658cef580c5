/** SQL: the lines `l` of appointments `r`; $1 is the tenant. */
export const LINES = `beauty.appointments r join beauty.appointment_lines l on l.tenant_id = $1 and l.appointment_id = r.id`;

/** SQL: the appointments `r` that reports are about. */
export const OWN = ['r.tenant_id = $1', 'r.deleted_at is null'] as const;

/** SQL: only what was completed is revenue. */
export const COMPLETED = `r.status = 'completed'`;

/** SQL: how long a line takes: between its times, else what the catalogue said. */
export const TOOK = `coalesce(l.ends_at - l.starts_at, l.minutes * interval '1 minute')`;

/** SQL: what was charged for a completed appointment. */
const CHARGED = 'coalesce(r.total_amount, r.total_price - r.package_amount)';

/**
 * SQL: what remains to be paid of what a completed appointment brings. Nothing more is asked for once money was given back after
 * the completion, and what one client left too much settles no other's.
 */
export const OUTSTANDING = `case when r.refunded_after_completion then 0 else greatest(${CHARGED} - r.amount_paid, 0) end`;

/**
 * SQL: how many appointments a group of lines has, counted by the line that opens the appointment there. To count the
 * distinct ones took twice as long for half a million lines.
 */
export const countedBy = (opens: string): string => `count(*) filter (where ${opens})`;

/** SQL: the name that lines of a group had last, of groups `g` by name with the last day on which each was used. */
export const lastName = `(array_agg(g.name order by g.last desc, g.name))[1]`;

/** SQL: what was paid for a completed appointment beyond what counts of it. */
export const OVERPAID = `greatest(r.amount_paid - ${CHARGED}, 0)`;
