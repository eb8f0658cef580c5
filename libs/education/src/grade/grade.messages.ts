import { messagesOf } from '@usaha/shared';

/** Of attendance, grades and report cards. */
export const messages = messagesOf({
  maxScoreTooSmall: {
    en: ({ max_score }: { max_score: number }) => `max_score must be at least 0.01, not ${max_score}`,
    ms: ({ max_score }) => `max_score mestilah sekurang-kurangnya 0.01, bukan ${max_score}`,
  },
  scoreNeeded: {
    en: 'score is required, unless the student was absent',
    ms: 'score diperlukan, kecuali jika pelajar tidak hadir',
  },
  scoreBeyond: {
    en: ({ score, max_score }: { score: number; max_score: number }) =>
      `score must be from 0 to max_score, which is ${max_score}; it is ${score}`,
    ms: ({ score, max_score }) => `score mestilah dari 0 hingga max_score, iaitu ${max_score}; nilainya ${score}`,
  },
  studentTwice: {
    en: 'This student is named twice; one line for each student',
    ms: 'Pelajar ini dinamakan dua kali; satu baris bagi setiap pelajar',
  },
  yearUnreadable: {
    en: ({ year }: { year: string }) => `year must be YYYY, YYYY/YYYY or YYYY-YYYY, not ${year}`,
    ms: ({ year }) => `year mestilah YYYY, YYYY/YYYY atau YYYY-YYYY, bukan ${year}`,
  },
});
