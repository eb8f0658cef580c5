import { messagesOf } from '@usaha/shared';
import type { Words } from '@usaha/shared';

const statusWords = {
  open: { en: 'open', ms: 'terbuka' },
  paid: { en: 'paid', ms: 'sudah dibayar' },
  expired: { en: 'expired', ms: 'tamat tempoh' },
  cancelled: { en: 'cancelled', ms: 'dibatalkan' },
} satisfies Record<string, Words>;

/** Of payment requests. */
export const messages = messagesOf({
  requestOpen: {
    en: 'There is an open payment request of this already; replace or cancel it',
    ms: 'Sudah ada permintaan bayaran yang terbuka bagi perkara ini; gantikan atau batalkannya',
  },
  nothingOpen: {
    en: ({ number }: { number: string }) => `Nothing of ${number} remains to be paid`,
    ms: ({ number }) => `Tiada baki yang perlu dibayar bagi ${number}`,
  },
  subjectCancelled: {
    en: ({ number }: { number: string }) => `${number} is cancelled`,
    ms: ({ number }) => `${number} telah dibatalkan`,
  },
  otherCurrency: {
    en: ({ currency }: { currency: string }) => `Payment requests are in MYR, and this is in ${currency}`,
    ms: ({ currency }) => `Permintaan bayaran adalah dalam MYR, tetapi perkara ini dalam ${currency}`,
  },
  amountBeyondOpen: {
    en: ({ amount, open }: { amount: number; open: number }) =>
      `amount ${amount.toFixed(2)} is more than what remains to be paid, ${open.toFixed(2)}`,
    ms: ({ amount, open }) => `amount ${amount.toFixed(2)} melebihi baki yang perlu dibayar, ${open.toFixed(2)}`,
  },
  amountTooSmall: {
    en: ({ least }: { least: number }) => `A payment request is of at least ${least.toFixed(2)}`,
    ms: ({ least }) => `Permintaan bayaran mestilah sekurang-kurangnya ${least.toFixed(2)}`,
  },
  expiryOutside: {
    en: 'expires_at must be in 15 minutes to 90 days',
    ms: 'expires_at mestilah dalam 15 minit hingga 90 hari',
  },
  requestEnded: {
    en: ({ status }: { status: keyof typeof statusWords }) => `The payment request is ${statusWords[status].en}`,
    ms: ({ status }) => `Permintaan bayaran ini ${statusWords[status].ms}`,
  },
  referenceUsed: {
    en: 'A payment with this reference is recorded already',
    ms: 'Bayaran dengan rujukan ini sudah direkodkan',
  },
  paidLater: {
    en: 'paid_at must not be in the future',
    ms: 'paid_at tidak boleh pada masa hadapan',
  },
});
