import { messagesOf, type Words } from '@usaha/shared';

/** What the letters say. */
export const sentences = messagesOf({
  greeting: {
    en: ({ name }: { name: string }) => `Dear ${name},`,
    ms: ({ name }) => `Salam ${name},`,
  },
  absent: {
    en: ({ student, day }: { student: string; day: string }) => `${student} was recorded absent on ${day}.`,
    ms: ({ student, day }) => `${student} direkodkan tidak hadir pada ${day}.`,
  },
  overdue: {
    en: ({ student }: { student: string }) => `These invoices for ${student} are past their due date:`,
    ms: ({ student }) => `Invois berikut bagi ${student} telah melepasi tarikh akhir bayaran:`,
  },
  invoice: {
    en: ({ number, period, day, amount }: { number: string; period: string; day: string; amount: string }) =>
      `${number}, ${period}, due on ${day}: ${amount}`,
    ms: ({ number, period, day, amount }) => `${number}, ${period}, tarikh akhir ${day}: ${amount}`,
  },
  more: {
    en: ({ count }: { count: number }) => `and ${count} more`,
    ms: ({ count }) => `dan ${count} lagi`,
  },
  total: {
    en: ({ amount }: { amount: string }) => `Total: ${amount}`,
    ms: ({ amount }) => `Jumlah: ${amount}`,
  },
  question: {
    en: ({ reached }: { reached: string }) => `If you have a question, please contact us${reached && `: ${reached}`}.`,
    ms: ({ reached }) => `Jika ada pertanyaan, sila hubungi kami${reached && `: ${reached}`}.`,
  },
  paid: {
    en: 'If you have paid in the last days, please disregard this letter.',
    ms: 'Jika bayaran telah dibuat baru-baru ini, sila abaikan surat ini.',
  },
});

/** Subjects and labels. */
export const labels = {
  absence: { en: 'Absence', ms: 'Ketidakhadiran' },
  overdue: { en: 'Overdue fees', ms: 'Yuran tertunggak' },
  classes: { en: 'Class', ms: 'Kelas' },
  guardian: { en: 'parent or guardian', ms: 'ibu bapa atau penjaga' },
} satisfies Record<string, Words>;
