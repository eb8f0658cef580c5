import type { ReportColumn, Words } from '@usaha/shared';

/** Group and label of shipments and schedules that name no record, or a deleted one. */
export const UNASSIGNED = 'unassigned';
/** Label of a driver whose name was erased. */
export const ERASED = 'erased';
/** Group and label of shipments that name no state. */
export const UNKNOWN = 'unknown';

/** Words that several reports share, in English and in Malay. */
export const words = {
  group: { en: 'Group', ms: 'Kumpulan' },
  label: { en: 'Name', ms: 'Nama' },
  date_from: { en: 'From', ms: 'Dari' },
  date_to: { en: 'To', ms: 'Hingga' },
  day: { en: 'Day', ms: 'Hari' },
  driver: { en: 'Driver', ms: 'Pemandu' },
  vehicle: { en: 'Vehicle', ms: 'Kenderaan' },
  sender: { en: 'Sender', ms: 'Pengirim' },
  parcels: { en: 'Parcels', ms: 'Bungkusan' },
  collected_amount: { en: 'Collected (RM)', ms: 'Dikutip (RM)' },
  route: { en: 'Route', ms: 'Laluan' },
  shipments: { en: 'Shipments', ms: 'Penghantaran' },
  delivered: { en: 'Delivered', ms: 'Dihantar' },
  cancelled: { en: 'Cancelled', ms: 'Dibatalkan' },
  returned: { en: 'Returned', ms: 'Dipulangkan' },
  on_time: { en: 'On time', ms: 'Tepat masa' },
  on_time_rate: { en: 'On time (%)', ms: 'Tepat masa (%)' },
  distance: { en: 'Distance (km)', ms: 'Jarak (km)' },
  weight: { en: 'Weight (kg)', ms: 'Berat (kg)' },
  schedules: { en: 'Schedules', ms: 'Jadual' },
  completed: { en: 'Completed', ms: 'Selesai' },
  completion_rate: { en: 'Completed (%)', ms: 'Selesai (%)' },
} as const satisfies Record<string, Words>;

/** The printed words for the labels that name no record and no state. */
export const named: Readonly<Record<string, Words>> = {
  [UNASSIGNED]: { en: 'Unassigned', ms: 'Tidak ditugaskan' },
  [ERASED]: { en: 'Erased', ms: 'Dihapuskan' },
  [UNKNOWN]: { en: 'Unknown', ms: 'Tidak diketahui' },
};

/** The two columns that every report begins with. */
export const leading: readonly ReportColumn[] = [
  { key: 'group', title: words.group, kind: 'text', unprinted: true },
  { key: 'label', title: words.label, kind: 'text' },
];

export const count = (key: string, title: Words) => ({ key, title, kind: 'count', totalled: true }) as const;
export const money = (key: string, title: Words) => ({ key, title, kind: 'money', totalled: true }) as const;
export const quantity = (key: string, title: Words) => ({ key, title, kind: 'quantity', totalled: true }) as const;
/** Its total is a rate of the whole, not a sum. */
export const rate = (key: string, title: Words) => ({ key, title, kind: 'percent' }) as const;
