import { messagesOf } from '@usaha/shared';

/** Of webhook endpoints and their deliveries. */
export const messages = messagesOf({
  tooManyEndpoints: {
    en: ({ most }: { most: number }) => `A tenant may have at most ${most} webhooks; delete one first`,
    ms: ({ most }) => `Satu perniagaan boleh mempunyai paling banyak ${most} webhook; padamkan satu dahulu`,
  },
  notPattern: {
    en: ({ field, text }: { field: string; text: string }) =>
      `${field} must have event types, "*", "<context>.*" or "<context>.<noun>.*" (GET webhooks/event-types/), not "${text}"`,
    ms: ({ field, text }) =>
      `${field} mestilah jenis peristiwa, "*", "<context>.*" atau "<context>.<noun>.*" (GET webhooks/event-types/), bukan "${text}"`,
  },
  tooManyHeaders: {
    en: ({ most }: { most: number }) => `headers may have at most ${most} headers`,
    ms: ({ most }) => `headers tidak boleh melebihi ${most} pengepala`,
  },
  notHeaderName: {
    en: ({ name }: { name: string }) =>
      `Names in headers must have 1 to 64 letters, digits and hyphens, which ${JSON.stringify(name)} has not`,
    ms: ({ name }) =>
      `Nama dalam headers mestilah 1 hingga 64 huruf, angka dan sengkang, tetapi ${JSON.stringify(name)} bukan demikian`,
  },
  reservedHeader: {
    en: ({ name }: { name: string }) => `headers may not have ${name}, which the service or the connection sets`,
    ms: ({ name }) => `headers tidak boleh mengandungi ${name}, yang ditetapkan oleh perkhidmatan atau sambungan`,
  },
  headerTwice: {
    en: ({ name }: { name: string }) => `headers has ${name} twice`,
    ms: ({ name }) => `headers mengandungi ${name} dua kali`,
  },
  notHeaderValue: {
    en: ({ name }: { name: string }) => `${name} in headers must be a text of 1 to 1024 printable ASCII characters`,
    ms: ({ name }) => `${name} dalam headers mestilah teks 1 hingga 1024 aksara ASCII yang boleh dicetak`,
  },
  disabled: {
    en: 'This webhook is disabled; enable it first',
    ms: 'Webhook ini tidak aktif; aktifkannya dahulu',
  },
  tooManyTests: {
    en: ({ most }: { most: number }) => `A tenant may test its webhooks ${most} times a minute; try again later`,
    ms: ({ most }) => `Satu perniagaan boleh menguji webhook ${most} kali seminit; cuba lagi kemudian`,
  },
  sinceTooEarly: {
    en: 'since must be within the last 7 days: events are kept as long',
    ms: 'since mestilah dalam 7 hari yang lalu: peristiwa disimpan selama itu',
  },
  sinceNotBefore: {
    en: 'since must be before until, and before now',
    ms: 'since mestilah sebelum until, dan sebelum waktu sekarang',
  },
});
