import { joinUserNames } from '@usaha/core';
import { aliasKeySql, saidFreely, textGroups, type ReportFilter } from '@usaha/shared';
import { appointmentTypeWords } from '../messages.js';

/** Group and label of records that name no state, gender or date of birth. */
export const UNKNOWN = 'unknown';
/** Group and label of records that name no doctor, type or payment method. */
export const UNSPECIFIED = 'unspecified';

/** Words that several reports share, in English and in Malay. */
export const words = {
  group: { en: 'Group', ms: 'Kumpulan' },
  label: { en: 'Name', ms: 'Nama' },
  date_from: { en: 'From', ms: 'Dari' },
  date_to: { en: 'To', ms: 'Hingga' },
  doctor: { en: 'Doctor', ms: 'Doktor' },
  unknownDoctor: { en: 'unknown doctor', ms: 'doktor tidak dikenali' },
  unknown: { en: 'Unknown', ms: 'Tidak diketahui' },
  unspecified: { en: 'Unspecified', ms: 'Tidak dinyatakan' },
} as const;

/** A type of appointments in the words of a document; one that is not known as it was sent. */
export const saidType = saidFreely(appointmentTypeWords);

/** Groups of types of appointments: one that is named in Malay is the same as in English. */
export const types = textGroups(
  null,
  aliasKeySql(Object.fromEntries(Object.entries(appointmentTypeWords).map(([key, { en, ms }]) => [key, [en, ms]]))),
);

const UUID = "'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'";

/**
 * SQL: the label of a group `g` of a doctor, who is known by an id alone: the name of the user; a text that is no uuid says itself who
 * it is. null where a uuid names no user of the tenant.
 */
export const doctorNamed = {
  label: `case when g.name is null then '${UNSPECIFIED}' else coalesce(u.name, case when g.name !~* ${UUID} then btrim(g.name) end) end`,
  join: joinUserNames('g.name'),
};

/** What every report of this context can be narrowed to: calendar days, UTC+8, both included. */
export interface ReportPeriod {
  date_from?: string;
  date_to?: string;
}

/** @param what is narrowed: `Bills that were made on` this day */
export const periodFilters = (what: string): Readonly<Record<keyof ReportPeriod, ReportFilter>> => ({
  date_from: {
    title: words.date_from,
    kind: 'day',
    description: `${what} this day or later, UTC+8`,
    example: '2026-03-01',
  },
  date_to: {
    title: words.date_to,
    kind: 'day',
    description: `${what} this day or earlier, UTC+8`,
    example: '2026-03-31',
  },
});
