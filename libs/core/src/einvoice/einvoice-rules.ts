/**
 * The groups of businesses that have to issue e-invoices, and from which day on. Sources: IRBM e-Invoice Specific Guideline 4.8 and General Guideline 4.7, both of 7 July
 * 2026 (seen as transcripts).
 */

/** The day on which the tables were last compared with their sources. */
export const RULES_AS_OF = '2026-11-23';

/** Businesses by their turnover of 2022, or by when they began. */
export const turnoverGroups = ['over_100m', 'over_25m', 'over_5m', 'up_to_5m', 'begun_since_2023', 'below_1m'] as const;
export type TurnoverGroup = (typeof turnoverGroups)[number];

/** When a group is bound. */
export interface GroupRule {
  turnover_group: TurnoverGroup;
  /** YYYY-MM-DD; null: it is exempt. */
  mandatory_from: string | null;
  /** The last day on which all may be consolidated; null: there is none. */
  relaxation_until: string | null;
  source: string;
}

const TABLE_16_1 = 'Specific Guideline 4.8, table 16.1';

export const groupRules: readonly GroupRule[] = [
  {
    turnover_group: 'over_100m',
    mandatory_from: '2024-08-01',
    relaxation_until: '2025-01-31',
    source: TABLE_16_1,
  },
  {
    turnover_group: 'over_25m',
    mandatory_from: '2025-01-01',
    relaxation_until: '2025-06-30',
    source: TABLE_16_1,
  },
  {
    turnover_group: 'over_5m',
    mandatory_from: '2025-07-01',
    relaxation_until: '2025-12-31',
    source: TABLE_16_1,
  },
  {
    turnover_group: 'up_to_5m',
    mandatory_from: '2026-01-01',
    relaxation_until: '2027-12-31',
    source: TABLE_16_1,
  },
  {
    turnover_group: 'begun_since_2023',
    mandatory_from: '2026-07-01',
    relaxation_until: '2027-12-31',
    source: `${TABLE_16_1}; General Guideline 4.7, 1.5 and 1.6: from the start of operation where that is later`,
  },
  {
    turnover_group: 'below_1m',
    mandatory_from: null,
    relaxation_until: null,
    source: 'General Guideline 4.7, 1.5 and 1.6: exempt below a turnover of RM1,000,000',
  },
];

export const limitNames = ['individual_over', 'cancel_hours', 'consolidate_days'] as const;
export type LimitName = (typeof limitNames)[number];

/** A limit that holds from a day on. */
export interface LimitRule {
  rule: LimitName;
  /** Ringgit, hours or days. */
  value: number;
  /** YYYY-MM-DD. */
  from: string;
  source: string;
}

const FIRST_PHASE = '2024-08-01';

export const limitRules: readonly LimitRule[] = [
  {
    rule: 'individual_over',
    value: 10_000,
    from: '2026-01-01',
    source: 'Specific Guideline 4.8, table 3.6, row 7; suspended during the relaxation of a group (3.7, 16.2)',
  },
  {
    rule: 'cancel_hours',
    value: 72,
    from: FIRST_PHASE,
    source: 'General Guideline 4.7, 2.3.7: after validation, by the seller; the buyer may ask for it',
  },
  {
    rule: 'consolidate_days',
    value: 7,
    from: FIRST_PHASE,
    source: 'Specific Guideline 4.8, 3.6: calendar days after the end of the month',
  },
];

/** What a business is bound to on a day. */
export interface Obligation {
  mandatory_from: string | null;
  relaxation_until: string | null;
  in_relaxation: boolean;
}

/** @param group null: it is not known, and there is no relaxation @param day YYYY-MM-DD */
export function obligationOf(group: TurnoverGroup | null, day: string): Obligation {
  const { mandatory_from = null, relaxation_until = null } =
    groupRules.find(({ turnover_group }) => turnover_group === group) ?? {};
  const in_relaxation =
    mandatory_from !== null && relaxation_until !== null && mandatory_from <= day && day <= relaxation_until;
  return { mandatory_from, relaxation_until, in_relaxation };
}
