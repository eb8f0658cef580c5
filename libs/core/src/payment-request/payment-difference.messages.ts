import { messagesOf, type Words } from '@usaha/shared';
import type { DifferenceKind } from './payment-difference.entity.js';

/** The kinds of differences, as letters say them. */
export const kindWords: Readonly<Record<DifferenceKind, Words>> = {
  unapplied: { en: 'the document could not take the money', ms: 'dokumen tidak dapat menerima wang itu' },
  amount_differs: {
    en: 'another amount came than was asked for',
    ms: 'amaun yang diterima berbeza daripada yang diminta',
  },
  not_at_gateway: {
    en: 'the payment is booked, and the gateway does not have it',
    ms: 'bayaran telah direkodkan, tetapi tiada di gerbang bayaran',
  },
  refund_differs: {
    en: 'the gateway has refunded another amount',
    ms: 'gerbang bayaran telah memulangkan amaun yang berbeza',
  },
  chargeback: {
    en: 'the bank of the payer has taken the money back',
    ms: 'bank pembayar telah menarik balik wang itu',
  },
};

/** Of letters about differences. */
export const letterSentences = messagesOf({
  opened: {
    en: 'Payments at the gateway differ from the books, and wait for a decision.',
    ms: 'Bayaran di gerbang berbeza daripada buku akaun, dan menunggu keputusan.',
  },
  difference: {
    en: ({ document_number, amount, kind }: { document_number: string; amount: string; kind: Words }) =>
      `${document_number}, RM ${amount}: ${kind.en}`,
    ms: ({ document_number, amount, kind }) => `${document_number}, RM ${amount}: ${kind.ms}`,
  },
  more: {
    en: ({ count }: { count: number }) => `and ${count} more`,
    ms: ({ count }) => `dan ${count} lagi`,
  },
  whatToDo: {
    en: 'Open the payment differences, and note what was done about each.',
    ms: 'Buka senarai perbezaan bayaran, dan catat tindakan bagi setiap satu.',
  },
});
