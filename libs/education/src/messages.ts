import { messagesOf, nounsOf, saidFreely, type Words } from '@usaha/shared';
import type { EnrollmentStatus } from './enrollment/enrollment.entity.js';
import type { Weekday } from './timetable/lessons.js';

export const nouns = nounsOf({
  student: { en: 'student', ms: 'pelajar' },
  class: { en: 'class', ms: 'kelas' },
  enrollment: { en: 'enrollment', ms: 'pendaftaran' },
  attendance: { en: 'attendance record', ms: 'rekod kehadiran' },
  grade: { en: 'grade', ms: 'gred' },
  fee: { en: 'fee', ms: 'yuran' },
  education_payment: { en: 'payment', ms: 'bayaran' },
  invoice: { en: 'invoice', ms: 'invois' },
  credit_note: { en: 'credit note', ms: 'nota kredit' },
  household: { en: 'household', ms: 'keluarga' },
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
  reason: { en: 'Reason', ms: 'Sebab' },
  instalment: { en: 'Instalment {number}', ms: 'Ansuran {number}' },
} satisfies Record<string, Words>;

/** A type of fee as it is printed: one that no school has named in the words of the language. */
export const saidFee = saidFreely({ late_fee: { en: 'Late payment fee', ms: 'Caj lewat bayar' } });

/** The reason of a discount as it is printed: a rule in the words of the language, any other as it was given. */
export const saidReason = saidFreely({
  part_of_period: { en: 'Part of the period', ms: 'Sebahagian tempoh' },
  sibling_discount: { en: 'Sibling discount', ms: 'Diskaun adik-beradik' },
});

/** What entries of an account are, where their number does not tell. */
export const statementWords = {
  void: { en: 'Void payment', ms: 'Bayaran dibatalkan' },
  cancelled: { en: 'Invoice cancelled', ms: 'Invois dibatalkan' },
  credit: { en: 'Credit note', ms: 'Nota kredit' },
  refund: { en: 'Refund on withdrawal', ms: 'Bayaran balik penarikan diri' },
} satisfies Record<string, Words>;

const weekdayWords: Readonly<Record<Weekday, Words>> = {
  monday: { en: 'Monday', ms: 'Isnin' },
  tuesday: { en: 'Tuesday', ms: 'Selasa' },
  wednesday: { en: 'Wednesday', ms: 'Rabu' },
  thursday: { en: 'Thursday', ms: 'Khamis' },
  friday: { en: 'Friday', ms: 'Jumaat' },
  saturday: { en: 'Saturday', ms: 'Sabtu' },
  sunday: { en: 'Sunday', ms: 'Ahad' },
};

/** A lesson that is in the way: of which class, and when. */
interface OtherLesson {
  name: string;
  weekday: Weekday;
  hours: string;
}

export const messages = messagesOf({
  tooManyCards: {
    en: ({ most }: { most: number }) => `A file holds the report cards of at most ${most} students`,
    ms: ({ most }) => `Satu fail memuatkan kad laporan bagi paling banyak ${most} pelajar`,
  },
  currencyWrong: {
    en: 'currency must have three letters, such as MYR',
    ms: 'currency mestilah tiga huruf, contohnya MYR',
  },
  paymentVoid: {
    en: 'This payment is already void',
    ms: 'Bayaran ini telah dibatalkan',
  },
  paymentReturned: {
    en: 'Money of this payment was given back by its payment request',
    ms: 'Wang bayaran ini telah dibayar balik melalui permintaan bayarannya',
  },
  invoiceCancelled: {
    en: 'This invoice is cancelled',
    ms: 'Invois ini telah dibatalkan',
  },
  creditBeyond: {
    en: ({ left }: { left: number }) => `At most ${left.toFixed(2)} can be credited on this invoice`,
    ms: ({ left }) => `Paling banyak ${left.toFixed(2)} boleh dikreditkan bagi invois ini`,
  },
  creditExactlyOne: {
    en: 'Give either amount or lines',
    ms: 'Berikan sama ada amount atau lines',
  },
  creditLine: {
    en: 'This invoice has one line that can be credited: line 1',
    ms: 'Invois ini mempunyai satu baris yang boleh dikreditkan: baris 1',
  },
  discountExactlyOne: {
    en: 'Give exactly one of amount and percent',
    ms: 'Berikan salah satu sahaja daripada amount dan percent',
  },
  discountBeyondFee: {
    en: ({ fee_amount }: { fee_amount: number }) => `The discount must not exceed the fee of ${fee_amount.toFixed(2)}`,
    ms: ({ fee_amount }) => `Diskaun tidak boleh melebihi yuran sebanyak ${fee_amount.toFixed(2)}`,
  },
  dayNotCome: {
    en: ({ date }: { date: string }) => `date ${date} has not come yet (UTC+8)`,
    ms: ({ date }) => `date ${date} belum tiba (UTC+8)`,
  },
  dueExactlyOne: {
    en: 'Give exactly one of due_date and payment_plan',
    ms: 'Berikan salah satu sahaja daripada due_date dan payment_plan',
  },
  planTooLong: {
    en: 'The last instalment must be due by 9999-12-31',
    ms: 'Ansuran terakhir mestilah selewat-lewatnya pada 9999-12-31',
  },
  householdTooLarge: {
    en: ({ most }: { most: number }) => `A household has at most ${most} students`,
    ms: ({ most }) => `Satu keluarga mempunyai paling banyak ${most} pelajar`,
  },
  tooManyGuardians: {
    en: ({ most }: { most: number }) => `A household has at most ${most} guardians`,
    ms: ({ most }) => `Satu keluarga mempunyai paling banyak ${most} penjaga`,
  },
  statementTooLong: {
    en: ({ lines, most }: { lines: number; most: number }) =>
      `The period has ${lines} lines, and a printed statement has at most ${most}: send a later date_from`,
    ms: ({ lines, most }) =>
      `Tempoh ini mempunyai ${lines} baris, dan penyata bercetak mempunyai paling banyak ${most}: hantar date_from yang lebih lewat`,
  },
  billTooLong: {
    en: ({ most }: { most: number }) => `A bill lists at most ${most} open invoices`,
    ms: ({ most }) => `Satu bil menyenaraikan paling banyak ${most} invois terbuka`,
  },
  notInTwoHouseholds: {
    en: ({ field }: { field: string }) => `${field} names a student of another household`,
    ms: ({ field }) => `${field} menamakan pelajar dalam keluarga lain`,
  },
  invoicedExactlyOne: {
    en: 'Give exactly one of student_ids, class_id and grade_level',
    ms: 'Berikan salah satu sahaja daripada student_ids, class_id dan grade_level',
  },
  noHours: {
    en: ({ field }: { field: string }) => `${field} must be a list of hours like 19:30-21:00`,
    ms: ({ field }) => `${field} mestilah senarai waktu seperti 19:30-21:00`,
  },
  endsBeforeItBegins: {
    en: ({ field, hours }: { field: string; hours: string }) => `${field} must end after it begins, unlike ${hours}`,
    ms: ({ field, hours }) => `${field} mesti berakhir selepas masa mulanya, tidak seperti ${hours}`,
  },
  teacherBusy: {
    en: ({ teacher_id, name, weekday, hours }: OtherLesson & { teacher_id: string }) =>
      `Teacher ${teacher_id} has class ${name} on ${weekdayWords[weekday].en}, ${hours}`,
    ms: ({ teacher_id, name, weekday, hours }) =>
      `Guru ${teacher_id} mengajar kelas ${name} pada hari ${weekdayWords[weekday].ms}, ${hours}`,
  },
  roomBusy: {
    en: ({ room_number, name, weekday, hours }: OtherLesson & { room_number: string }) =>
      `Room ${room_number} is taken by class ${name} on ${weekdayWords[weekday].en}, ${hours}`,
    ms: ({ room_number, name, weekday, hours }) =>
      `Bilik ${room_number} digunakan oleh kelas ${name} pada hari ${weekdayWords[weekday].ms}, ${hours}`,
  },
  studentBusy: {
    en: ({ name, weekday, hours }: OtherLesson) =>
      `The student has class ${name} on ${weekdayWords[weekday].en}, ${hours}`,
    ms: ({ name, weekday, hours }) =>
      `Pelajar ini menghadiri kelas ${name} pada hari ${weekdayWords[weekday].ms}, ${hours}`,
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
      `Status pendaftaran ini ialah ${status.ms}: penarikan diri hanya boleh direkodkan bagi pendaftaran yang aktif`,
  },
});
