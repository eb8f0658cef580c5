import { atLeast, atMost, type Filters, type ReportFilter } from '@usaha/shared';
import { words } from './words.js';

/** What the reports of appointments can be narrowed to: calendar days, UTC+8, both included. */
export interface ReportPeriod {
  date_from?: string;
  date_to?: string;
}

/** By the day `r.day` of appointments. */
export const period = { date_from: atLeast('day'), date_to: atMost('day') } satisfies Filters<ReportPeriod>;

const day = (title: ReportFilter['title'], when: string, example: string): ReportFilter => ({
  title,
  kind: 'day',
  description: `Appointments on this day or ${when}, UTC+8`,
  example,
});

export const periodFilters: Readonly<Record<keyof ReportPeriod, ReportFilter>> = {
  date_from: day(words.date_from, 'later', '2026-03-01'),
  date_to: day(words.date_to, 'earlier', '2026-03-31'),
};
