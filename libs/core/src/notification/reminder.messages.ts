import { messagesOf, type Words } from '@usaha/shared';

/** What the letter says. */
export const sentences = messagesOf({
  greeting: {
    en: ({ name }: { name: string }) => `Dear ${name},`,
    ms: ({ name }) => `Salam ${name},`,
  },
  reminder: {
    en: 'This is a reminder of your appointment.',
    ms: 'Ini ialah peringatan tentang janji temu anda.',
  },
  time: {
    en: ({ time }: { time: string }) => `${time} (Malaysian time)`,
    ms: ({ time }) => `${time} (waktu Malaysia)`,
  },
  ifUnable: {
    en: ({ told, reached }: { told: Words; reached: string }) =>
      `If you cannot come, please tell ${told.en}${reached && `: ${reached}`}.`,
    ms: ({ told, reached }) =>
      `Jika anda tidak dapat hadir, sila maklumkan kepada ${told.ms}${reached && `: ${reached}`}.`,
  },
});

/** Names of its lines. */
export const labels = {
  subject: { en: 'Appointment reminder', ms: 'Peringatan janji temu' },
  date: { en: 'Date', ms: 'Tarikh' },
  time: { en: 'Time', ms: 'Masa' },
} satisfies Record<string, Words>;
