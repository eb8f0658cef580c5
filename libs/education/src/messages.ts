import { messagesOf, nounsOf, type Words } from '@usaha/shared';
import type { EnrollmentStatus } from './enrollment/enrollment.entity.js';

export const nouns = nounsOf({
  student: { en: 'student', ms: 'pelajar' },
  class: { en: 'class', ms: 'kelas' },
  enrollment: { en: 'enrollment', ms: 'pendaftaran' },
  attendance: { en: 'attendance record', ms: 'rekod kehadiran' },
  grade: { en: 'grade', ms: 'gred' },
  fee: { en: 'fee', ms: 'yuran' },
  education_payment: { en: 'payment', ms: 'bayaran' },
  invoice: { en: 'invoice', ms: 'invois' },
});

export const enrollmentStatusWords: Readonly<Record<EnrollmentStatus, Words>> = {
  active: { en: 'active', ms: 'aktif' },
  inactive: { en: 'inactive', ms: 'tidak aktif' },
  graduated: { en: 'graduated', ms: 'tamat pengajian' },
};

/** Words of what is handed out about money. */
export const documentWords = {
  student: { en: 'Student', ms: 'Pelajar' },
  payment: { en: 'Payment of fees', ms: 'Bayaran yuran' },
  payment_date: { en: 'Payment date', ms: 'Tarikh bayaran' },
  transaction: { en: 'Transaction', ms: 'Transaksi' },
  invoices: { en: 'Invoices', ms: 'Invois' },
} satisfies Record<string, Words>;

export const messages = messagesOf({
  currencyWrong: {
    en: 'currency must have three letters, such as MYR',
    ms: 'currency mestilah tiga huruf, contohnya MYR',
  },
  paymentVoid: {
    en: 'This payment is already void',
    ms: 'Bayaran ini telah dibatalkan',
  },
  invoicedExactlyOne: {
    en: 'Give exactly one of student_ids, class_id and grade_level',
    ms: 'Berikan salah satu sahaja daripada student_ids, class_id dan grade_level',
  },
  classFull: {
    en: ({ name, capacity, taken }: { name: string; capacity: number; taken: number }) =>
      `Class ${name} is full: ${taken} of ${capacity} seats are taken`,
    ms: ({ name, capacity, taken }) => `Kelas ${name} penuh: ${taken} daripada ${capacity} tempat telah diisi`,
  },
  enrolledAlready: {
    en: ({ name }: { name: string }) => `The student already has an active enrollment in class ${name}`,
    ms: ({ name }) => `Pelajar ini sudah mempunyai pendaftaran aktif dalam kelas ${name}`,
  },
  notEnrollableAnyMore: {
    en: ({ noun }: { noun: Words }) => `The ${noun.en} of this enrollment was deleted: it cannot become active again`,
    ms: ({ noun }) =>
      `Rekod ${noun.ms} bagi pendaftaran ini telah dipadamkan: pendaftaran tidak boleh diaktifkan semula`,
  },
  withdrawOnlyActive: {
    en: ({ status }: { status: Words }) =>
      `This enrollment is ${status.en}: a student can only be withdrawn from an active one`,
    ms: ({ status }) =>
      `Status pendaftaran ini ialah ${status.ms}: pelajar hanya boleh ditarik diri daripada pendaftaran yang aktif`,
  },
});
