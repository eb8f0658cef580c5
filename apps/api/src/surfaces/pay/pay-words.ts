import type { PaymentRequestStatus, PayMethod } from '@usaha/core';
import type { Language, Words } from '@usaha/shared';

/** What the page of a payment request says. */
const words = {
  title: { en: 'Payment', ms: 'Bayaran' },
  to: { en: 'To', ms: 'Kepada' },
  number: { en: 'Document', ms: 'Dokumen' },
  for: { en: 'For', ms: 'Untuk' },
  until: { en: 'Can be paid until', ms: 'Boleh dibayar sehingga' },
  paid_at: { en: 'Paid', ms: 'Dibayar' },
  receipt: { en: 'Receipt', ms: 'Resit' },
  choose: { en: 'Choose how to pay', ms: 'Pilih cara membayar' },
  scan: { en: 'Scan this code with the app of your bank', ms: 'Imbas kod ini dengan aplikasi bank anda' },
  go_on: { en: 'Go on to the payment page', ms: 'Teruskan ke halaman bayaran' },
  waits: {
    en: 'This page shows the payment as soon as it has come.',
    ms: 'Halaman ini memaparkan bayaran sebaik sahaja diterima.',
  },
  duitnow: { en: 'Pay by DuitNow QR', ms: 'Bayar dengan DuitNow QR' },
  type_amount: { en: 'Type this amount:', ms: 'Taip jumlah ini:' },
  told_later: {
    en: 'The business confirms payments by this code itself.',
    ms: 'Perniagaan mengesahkan sendiri bayaran melalui kod ini.',
  },
  clock: { en: 'Times are those of Malaysia (UTC+8).', ms: 'Waktu ialah waktu Malaysia (UTC+8).' },
  gone: { en: 'Nothing to show', ms: 'Tiada apa-apa untuk dipaparkan' },
  gone_why: {
    en: 'This link does not exist or has ended. Ask the business for a new one.',
    ms: 'Pautan ini tidak wujud atau telah tamat. Minta pautan baharu daripada perniagaan.',
  },
  method_wrong: {
    en: 'method must be one of the ways that the page offers',
    ms: 'method mestilah salah satu cara pada halaman ini',
  },
  too_large: { en: 'The body is too large', ms: 'Kandungan permintaan terlalu besar' },
} satisfies Record<string, Words>;

const statuses: Readonly<Record<PaymentRequestStatus, Words>> = {
  open: { en: 'To be paid', ms: 'Perlu dibayar' },
  paid: { en: 'Paid', ms: 'Sudah dibayar' },
  expired: { en: 'Expired', ms: 'Tamat tempoh' },
  cancelled: { en: 'Cancelled', ms: 'Dibatalkan' },
};

const methods: Readonly<Record<PayMethod, Words>> = {
  duitnow_qr: { en: 'DuitNow QR', ms: 'DuitNow QR' },
  fpx: { en: 'Online banking (FPX)', ms: 'Perbankan dalam talian (FPX)' },
  card: { en: 'Card', ms: 'Kad' },
  ewallet: { en: 'E-wallet', ms: 'E-dompet' },
};

export const sayPay = (name: keyof typeof words, language: Language): string => words[name][language];
export const sayRequestStatus = (status: PaymentRequestStatus, language: Language): string =>
  statuses[status][language];
export const sayMethod = (method: PayMethod, language: Language): string => methods[method][language];
