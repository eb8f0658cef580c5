import { nounsOf } from '@usaha/shared';

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
