import { messagesOf } from '@usaha/shared';

type OfPath = { path: string };

/** What keeps a document from being sent, as it is found before the service is asked. */
export const checkMessages = messagesOf({
  missing: {
    en: ({ path }: OfPath) => `${path} is missing`,
    ms: ({ path }) => `${path} tiada`,
  },
  wrongForm: {
    en: ({ path }: OfPath) => `${path} has a form that MyInvois does not take`,
    ms: ({ path }) => `${path} dalam bentuk yang tidak diterima MyInvois`,
  },
  tooLong: {
    en: ({ path, most }: OfPath & { most: number }) => `${path} must have at most ${most} characters`,
    ms: ({ path, most }) => `${path} mestilah paling banyak ${most} aksara`,
  },
  notListed: {
    en: ({ path }: OfPath) => `${path} is in no list of MyInvois`,
    ms: ({ path }) => `${path} tiada dalam senarai MyInvois`,
  },
  tooLarge: {
    en: ({ most }: { most: number }) => `the document must have at most ${most} bytes`,
    ms: ({ most }) => `dokumen mestilah paling banyak ${most} bait`,
  },
  noExchangeRate: {
    en: () => 'a document in another currency than MYR must have an exchange rate',
    ms: () => 'dokumen dalam mata wang selain MYR mesti mempunyai kadar pertukaran',
  },
  noOriginal: {
    en: () => 'a note must name the valid document that it changes',
    ms: () => 'nota mesti menamakan dokumen sah yang diubahnya',
  },
  sumsDiffer: {
    en: ({ path }: OfPath) => `${path} is not the sum that MyInvois computes`,
    ms: ({ path }) => `${path} bukan jumlah yang dikira oleh MyInvois`,
  },
});
