import { messagesOf } from '@usaha/shared';

/** What every letter says at its end: whose it is, and how no more of them come (A-394). */
export const stopSentences = messagesOf({
  byLink: {
    en: ({ business, url }: { business: string; url: string }) =>
      `This letter was sent for ${business}. To get no more letters of ${business}: ${url}`,
    ms: ({ business, url }) =>
      `Surat ini dihantar bagi pihak ${business}. Untuk tidak lagi menerima surat ${business}: ${url}`,
  },
  byAsking: {
    en: ({ business, reached }: { business: string; reached: string }) =>
      `This letter was sent for ${business}. To get no more letters of ${business}, please tell them${reached && `: ${reached}`}.`,
    ms: ({ business, reached }) =>
      `Surat ini dihantar bagi pihak ${business}. Untuk tidak lagi menerima surat ${business}, sila maklumkan kepada mereka${reached && `: ${reached}`}.`,
  },
});
