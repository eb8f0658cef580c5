import { atLeast, atMost, fromDay, toDay, type Filters, type ReportFilter, type Words } from '@usaha/shared';
import { words } from './words.js';

/** What reports can be narrowed to: calendar days, UTC+8, both included. */
export interface ReportPeriod {
  date_from?: string;
  date_to?: string;
}

/** By a moment, such as the creation of shipments, or by a day, such as that of schedules. */
export const byMoment = (column: string): Filters<ReportPeriod> => ({
  date_from: fromDay(column),
  date_to: toDay(column),
});
export const byDay = (column: string): Filters<ReportPeriod> => ({
  date_from: atLeast(column),
  date_to: atMost(column),
});

/** @param what is narrowed, and by which day of it */
export const periodFilters = (what: string): Readonly<Record<keyof ReportPeriod, ReportFilter>> => ({
  date_from: {
    title: words.date_from,
    kind: 'day',
    description: `${what} on this day or later, UTC+8`,
    example: '2026-03-01',
  },
  date_to: {
    title: words.date_to,
    kind: 'day',
    description: `${what} on this day or earlier, UTC+8`,
    example: '2026-03-31',
  },
});

/** The day by which shipments are of a period: that of their creation, or that of their delivery. */
export const countedBy = {
  created: { en: 'Creation', ms: 'Penciptaan' },
  delivered: { en: 'Delivery', ms: 'Penghantaran' },
} as const satisfies Record<string, Words>;
export type CountedBy = keyof typeof countedBy;

/** The parameter for it. */
export const byFilter: ReportFilter = {
  title: { en: 'Counted by', ms: 'Dikira mengikut' },
  kind: 'choice',
  description:
    'By the day of their creation, or only those that are delivered, by the day of their delivery; schedules and readings count for their own day',
  words: countedBy,
  fallback: 'created',
};
