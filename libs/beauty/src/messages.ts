import { messagesOf, nounsOf, type Words } from '@usaha/shared';
import type { BeautyAppointmentStatus } from './appointment/appointment-lifecycle.js';
import type { Contraindication } from './appointment/contraindications.js';

export const nouns = nounsOf({
  client: { en: 'client', ms: 'pelanggan' },
  beauty_service: { en: 'service', ms: 'perkhidmatan' },
  points_movement: { en: 'movement of points', ms: 'pergerakan mata' },
  staff_member: { en: 'member of staff', ms: 'kakitangan' },
  beauty_product: { en: 'product', ms: 'produk' },
  beauty_appointment: { en: 'appointment', ms: 'temu janji' },
  appointment_line: { en: 'line of an appointment', ms: 'baris temu janji' },
  package: { en: 'package', ms: 'pakej' },
  beauty_payment: { en: 'payment', ms: 'bayaran' },
  sold_package: { en: 'package of a client', ms: 'pakej pelanggan' },
  membership: { en: 'membership', ms: 'keahlian' },
});

/** As they begin a line; within a sentence their first letter is small. */
export const appointmentStatusWords: Readonly<Record<BeautyAppointmentStatus, Words>> = {
  pending: { en: 'Pending', ms: 'Belum disahkan' },
  confirmed: { en: 'Confirmed', ms: 'Disahkan' },
  in_progress: { en: 'In progress', ms: 'Sedang berjalan' },
  completed: { en: 'Completed', ms: 'Selesai' },
  cancelled: { en: 'Cancelled', ms: 'Dibatalkan' },
  no_show: { en: 'No-show', ms: 'Tidak hadir' },
};

export const appointmentVerbWords = {
  check_in: { en: 'check in', ms: 'daftar masuk' },
  start: { en: 'start', ms: 'mula' },
  complete: { en: 'complete', ms: 'selesaikan' },
  cancel: { en: 'cancel', ms: 'batalkan' },
} satisfies Record<string, Words>;

export const messages = messagesOf({
  clientOrWalkIn: {
    en: 'client_id must name a client, or walk_in must be true',
    ms: 'client_id mesti menamakan pelanggan, atau walk_in mestilah true',
  },
  walkInOfClient: {
    en: 'walk_in is for visits without a client_id',
    ms: 'walk_in adalah bagi lawatan tanpa client_id',
  },
  noUnits: {
    en: ({ field }: { field: string }) => `${field} must be a whole number above 0`,
    ms: ({ field }) => `${field} mestilah nombor bulat melebihi 0`,
  },
  productInactive: {
    en: ({ field, name }: { field: string; name: string }) => `${field} names ${name}, which is not sold any more`,
    ms: ({ field, name }) => `${field} menamakan ${name}, yang tidak lagi dijual`,
  },
  noFee: {
    en: 'The membership has no annual_fee to be paid',
    ms: 'Keahlian ini tiada annual_fee untuk dibayar',
  },
  feePaid: {
    en: ({ years }: { years: number }) =>
      `The fee of this membership is paid for ${years} of its years, which is all that is due`,
    ms: ({ years }) => `Yuran keahlian ini telah dibayar bagi ${years} tahun, iaitu semua yang perlu dibayar`,
  },
  membershipOfAnother: {
    en: 'membership_id names a membership of another client',
    ms: 'membership_id menamakan keahlian pelanggan lain',
  },
  noTime: {
    en: ({ field }: { field: string }) =>
      `${field} must be a date and time such as 2030-06-10T10:00:00+08:00, or a time such as 10:00:00`,
    ms: ({ field }) =>
      `${field} mestilah tarikh dan masa seperti 2030-06-10T10:00:00+08:00, atau masa seperti 10:00:00`,
  },
  noServices: {
    en: 'services must name at least one service',
    ms: 'services mesti menamakan sekurang-kurangnya satu perkhidmatan',
  },
  servicesTooLong: {
    en: ({ most }: { most: number }) => `The services of an appointment must take at most ${most} minutes in all`,
    ms: ({ most }) => `Perkhidmatan bagi satu temu janji tidak boleh melebihi ${most} minit kesemuanya`,
  },
  serviceInactive: {
    en: ({ field, name }: { field: string; name: string }) => `${field} names ${name}, which is not offered any more`,
    ms: ({ field, name }) => `${field} menamakan ${name}, yang tidak lagi ditawarkan`,
  },
  contraindicated: {
    en: ({ service, contraindications, sensitivity }: Contraindication) =>
      `${service} is not advised with ${contraindications.join(', ')}, and the client has stated ${sensitivity}`,
    ms: ({ service, contraindications, sensitivity }) =>
      `${service} tidak digalakkan bagi ${contraindications.join(', ')}, dan pelanggan telah menyatakan ${sensitivity}`,
  },
  memberBusy: {
    en: ({ staff_name, date, from, to }: { staff_name: string | null; date: string; from: string; to: string }) =>
      `${staff_name ?? 'This member of staff'} has another appointment on ${date} from ${from} to ${to}`,
    ms: ({ staff_name, date, from, to }) =>
      `${staff_name ?? 'Kakitangan ini'} mempunyai temu janji lain pada ${date} dari ${from} hingga ${to}`,
  },
  stockOutOfRange: {
    en: ({ most }: { most: number }) => `stock_quantity must be from 0 to ${most}`,
    ms: ({ most }) => `stock_quantity mestilah antara 0 hingga ${most}`,
  },
  noPercentage: {
    en: ({ field }: { field: string }) => `${field} must be a percentage from 0 to 100`,
    ms: ({ field }) => `${field} mestilah peratusan antara 0 hingga 100`,
  },
  endBeforeStart: {
    en: ({ field, other }: { field: string; other: string }) => `${field} must not be before ${other}`,
    ms: ({ field, other }) => `${field} tidak boleh lebih awal daripada ${other}`,
  },
  payByManagers: {
    en: ({ fields }: { fields: readonly string[] }) =>
      `Only an administrator or manager may change ${fields.join(', ')}`,
    ms: ({ fields }) => `Hanya pentadbir atau pengurus boleh mengubah ${fields.join(', ')}`,
  },
});
