import { messagesOf, type Words } from '@usaha/shared';

export const subjects = {
  attention: { en: 'E-invoices that are not sent', ms: 'E-invois yang tidak dihantar' },
  certificate: { en: 'The certificate of your e-invoices ends', ms: 'Sijil e-invois anda akan tamat' },
} satisfies Record<string, Words>;

/** Of letters about e-invoices. */
export const letterSentences = messagesOf({
  notSent: {
    en: 'These e-invoices are blocked, or MyInvois found them invalid. Buyers have none until they are corrected.',
    ms: 'E-invois ini tersekat, atau MyInvois mendapatinya tidak sah. Pembeli tidak menerimanya sehingga dibetulkan.',
  },
  document: {
    en: ({ number, why }: { number: string; why: string }) => `${number}: ${why}`,
    ms: ({ number, why }) => `${number}: ${why}`,
  },
  noReason: { en: 'no reason was given', ms: 'tiada sebab diberikan' },
  more: {
    en: ({ count }: { count: number }) => `and ${count} more`,
    ms: ({ count }) => `dan ${count} lagi`,
  },
  correct: {
    en: 'Correct what each line names, and send the e-invoice again; or discard it.',
    ms: 'Betulkan perkara yang dinyatakan pada setiap baris dan hantar semula e-invois itu; atau buangnya.',
  },
  certificateEnds: {
    en: ({ day }: { day: string }) =>
      `The certificate that signs your e-invoices ends on ${day}. Afterwards e-invoices are blocked.`,
    ms: ({ day }) => `Sijil yang menandatangani e-invois anda tamat pada ${day}. Selepas itu e-invois akan tersekat.`,
  },
  nextCertificate: {
    en: 'Ask the authority that issued it for the next one, and set it in the settings of e-invoices.',
    ms: 'Minta sijil baharu daripada pihak berkuasa yang mengeluarkannya, dan tetapkannya dalam tetapan e-invois.',
  },
});
