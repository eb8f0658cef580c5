import type { ReportColumn, Words } from '@usaha/shared';

/** Group and label of lines that name no member of staff. */
export const UNASSIGNED = 'unassigned';
/** Group and label of clients who were deleted: they are not told apart. */
export const DELETED = 'deleted';
/** Group and label of visits without a client. */
export const WALK_IN = 'walk_in';
/** Label of a member whose name was erased. */
export const ERASED = 'erased';
/** Group and label of clients of whom nothing is said. */
export const NONE = 'none';
export const UNKNOWN = 'unknown';

/** Words that several reports share, in English and in Malay. */
export const words = {
  group: { en: 'Group', ms: 'Kumpulan' },
  label: { en: 'Name', ms: 'Nama' },
  date_from: { en: 'From', ms: 'Dari' },
  date_to: { en: 'To', ms: 'Hingga' },
  day: { en: 'Day', ms: 'Hari' },
  client: { en: 'Client', ms: 'Pelanggan' },
  service: { en: 'Service', ms: 'Perkhidmatan' },
  staff: { en: 'Staff', ms: 'Kakitangan' },
  appointments: { en: 'Appointments', ms: 'Temu janji' },
  services: { en: 'Services', ms: 'Perkhidmatan' },
  total: { en: 'Total (RM)', ms: 'Jumlah (RM)' },
  tax: { en: 'Tax (RM)', ms: 'Cukai (RM)' },
  commission: { en: 'Commission (RM)', ms: 'Komisen (RM)' },
} as const satisfies Record<string, Words>;

/** Words for labels that name no person. */
export const named: Readonly<Record<string, Words>> = {
  [UNASSIGNED]: { en: 'Unassigned', ms: 'Tidak ditugaskan' },
  [WALK_IN]: { en: 'Walk-ins', ms: 'Tanpa pelanggan' },
  [DELETED]: { en: 'Deleted', ms: 'Dipadamkan' },
  [ERASED]: { en: 'Erased', ms: 'Dihapuskan' },
  [NONE]: { en: 'None', ms: 'Tiada' },
  [UNKNOWN]: { en: 'Unknown', ms: 'Tidak diketahui' },
};

/** The two columns that every report begins with. */
export const leading: readonly ReportColumn[] = [
  { key: 'group', title: words.group, kind: 'text', unprinted: true },
  { key: 'label', title: words.label, kind: 'text' },
];

export const count = (key: string, title: Words) => ({ key, title, kind: 'count', totalled: true }) as const;
export const money = (key: string, title: Words) => ({ key, title, kind: 'money', totalled: true }) as const;
