import { messagesOf, type Words } from '@usaha/shared';

/** What letters of logistics say. */
export const sentences = messagesOf({
  inTransit: { en: 'Your shipment is on its way to you.', ms: 'Penghantaran anda sedang dalam perjalanan.' },
  delivered: {
    en: ({ at }: { at: string }) => `Your shipment was delivered on ${at}.`,
    ms: ({ at }) => `Penghantaran anda telah diserahkan pada ${at}.`,
  },
  number: {
    en: ({ number }: { number: string }) => `Tracking number: ${number}`,
    ms: ({ number }) => `Nombor penjejakan: ${number}`,
  },
  expected: {
    en: ({ when }: { when: Words }) => `Expected: ${when.en}`,
    ms: ({ when }) => `Jangkaan tiba: ${when.ms}`,
  },
  cash: {
    en: ({ amount }: { amount: string }) => `Please have ready for the driver: ${amount}`,
    ms: ({ amount }) => `Sila sediakan untuk pemandu: ${amount}`,
  },
  follow: {
    en: ({ link }: { link: string }) => `Follow it here: ${link}`,
    ms: ({ link }) => `Jejaki di sini: ${link}`,
  },
  question: {
    en: ({ reached }: { reached: string }) => `If you have a question, please contact us${reached && `: ${reached}`}.`,
    ms: ({ reached }) => `Jika ada pertanyaan, sila hubungi kami${reached && `: ${reached}`}.`,
  },
  due: {
    en: 'These documents and services are due soon, or past. Each is told once, until it is renewed.',
    ms: 'Dokumen dan servis berikut hampir atau telah melepasi tarikhnya. Setiap satu dimaklumkan sekali sahaja, sehingga diperbaharui.',
  },
  more: {
    en: ({ count }: { count: number }) => `and ${count} more`,
    ms: ({ count }) => `dan ${count} lagi`,
  },
});

/** Subjects. */
export const subjects = {
  in_transit: { en: 'On its way', ms: 'Dalam perjalanan' },
  delivered: { en: 'Delivered', ms: 'Telah diserahkan' },
  alerts: { en: 'Documents and services', ms: 'Dokumen dan servis' },
} satisfies Record<string, Words>;
