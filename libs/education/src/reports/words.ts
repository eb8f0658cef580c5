import type { ReportFilter } from '@usaha/shared';

/** Group and label of records that name no class, level or subject. */
export const UNSPECIFIED = 'unspecified';
/** Label of students who were deleted: their records count, their names are shown no more. */
export const DELETED_STUDENT = 'deleted student';

/** Words that several reports share, in English and in Malay. */
export const words = {
  group: { en: 'Group', ms: 'Kumpulan' },
  label: { en: 'Name', ms: 'Nama' },
  date_from: { en: 'From', ms: 'Dari' },
  date_to: { en: 'To', ms: 'Hingga' },
  student: { en: 'Student', ms: 'Pelajar' },
  class: { en: 'Class', ms: 'Kelas' },
  level: { en: 'Level', ms: 'Tahap' },
  unspecified: { en: 'Unspecified', ms: 'Tidak dinyatakan' },
  deletedStudent: { en: 'Deleted student', ms: 'Pelajar yang dipadamkan' },
} as const;

/** Calendar days, UTC+8, both included. */
export interface ReportPeriod {
  date_from?: string;
  date_to?: string;
}

/** @param what is narrowed: `Attendance on` this day */
export const periodFilters = (what: string): Readonly<Record<keyof ReportPeriod, ReportFilter>> => ({
  date_from: { title: words.date_from, kind: 'day', description: `${what} this day or later`, example: '2026-03-01' },
  date_to: { title: words.date_to, kind: 'day', description: `${what} this day or earlier`, example: '2026-03-31' },
});

/** SQL: how a student `s` is called. */
export const studentLabel = `case when s.deleted_at is null then s.first_name || ' ' || s.last_name else '${DELETED_STUDENT}' end`;
