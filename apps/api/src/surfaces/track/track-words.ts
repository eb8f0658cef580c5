import type { ShipmentStatus } from '@usaha/logistics';
import type { Language, Words } from '@usaha/shared';

/** What the page of public tracking says. */
const words = {
  title: { en: 'Parcel tracking', ms: 'Penjejakan bungkusan' },
  number: { en: 'Tracking number', ms: 'Nombor penjejakan' },
  from: { en: 'From', ms: 'Dari' },
  to: { en: 'To', ms: 'Ke' },
  promised: { en: 'Delivery promised', ms: 'Penghantaran dijanjikan' },
  expected: { en: 'Expected by', ms: 'Dijangka sebelum' },
  delivered_at: { en: 'Delivered', ms: 'Dihantar' },
  history: { en: 'History', ms: 'Sejarah' },
  clock: { en: 'Times are those of Malaysia (UTC+8).', ms: 'Waktu ialah waktu Malaysia (UTC+8).' },
  gone: { en: 'Nothing to show', ms: 'Tiada apa-apa untuk dipaparkan' },
  gone_why: {
    en: 'This link does not exist or has ended. Ask the sender for a new one.',
    ms: 'Pautan ini tidak wujud atau telah tamat. Minta pautan baharu daripada pengirimnya.',
  },
} satisfies Record<string, Words>;

const statuses: Readonly<Record<ShipmentStatus, Words>> = {
  pending: { en: 'Waiting for collection', ms: 'Menunggu kutipan' },
  in_transit: { en: 'On its way', ms: 'Dalam perjalanan' },
  delivered: { en: 'Delivered', ms: 'Telah dihantar' },
  cancelled: { en: 'Cancelled', ms: 'Dibatalkan' },
  returned: { en: 'Returned to the sender', ms: 'Dikembalikan kepada pengirim' },
};

export const say = (name: keyof typeof words, language: Language): string => words[name][language];
export const sayStatus = (status: ShipmentStatus, language: Language): string => statuses[status][language];
