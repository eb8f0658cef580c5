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
  methodNotOffered: {
    en: ({ method }: { method: string }) => `${method} is not a way in which this business can be paid now`,
    ms: ({ method }) => `${method} bukan cara membayar perniagaan ini sekarang`,
  },
  paymentsNotSetUp: {
    en: 'This business has no account at a payment gateway and no DuitNow QR',
    ms: 'Perniagaan ini tidak mempunyai akaun di get laluan pembayaran atau DuitNow QR',
  },
  linksUnavailable: {
    en: 'The operator has not set the public address of the service: no link would lead to it',
    ms: 'Pengendali belum menetapkan alamat awam perkhidmatan ini: tiada pautan akan sampai kepadanya',
  },
  attemptProcessing: {
    en: 'A payment is being processed already; look again in a moment',
    ms: 'Satu bayaran sedang diproses; semak semula sebentar lagi',
  },
  tooManyAttempts: {
    en: ({ most }: { most: number }) => `${most} payments were begun within an hour; try again later`,
    ms: ({ most }) => `${most} bayaran telah dimulakan dalam masa sejam; cuba lagi kemudian`,
  },
  gatewaySilent: {
    en: 'The payment gateway does not respond; try again',
    ms: 'Get laluan pembayaran tidak memberikan jawapan; cuba lagi',
  },
  nothingCame: {
    en: 'No money has come by this payment request',
    ms: 'Tiada wang diterima melalui permintaan bayaran ini',
  },
  nothingToRefund: {
    en: 'Nothing of this payment request remains to be given back',
    ms: 'Tiada baki permintaan bayaran ini yang boleh dibayar balik',
  },
  refundBeyond: {
    en: ({ amount, most }: { amount: number; most: number }) =>
      `amount ${amount.toFixed(2)} is more than can be given back now, ${most.toFixed(2)}`,
    ms: ({ amount, most }) =>
      `amount ${amount.toFixed(2)} melebihi jumlah yang boleh dibayar balik, ${most.toFixed(2)}`,
  },
  refundNotSupported: {
    en: 'The payment gateway cannot give this money back; record a transfer',
    ms: 'Get laluan pembayaran tidak dapat membayar balik wang ini; rekodkan pindahan',
  },
  transferNeedsReference: {
    en: 'A transfer needs the reference of the bank',
    ms: 'Pindahan memerlukan rujukan bank',
  },
  unappliedRefunded: {
    en: 'Given back',
    ms: 'Telah dibayar balik',
  },
  administratorsAsk: {
    en: 'Only administrators ask for the payment of a subscription',
    ms: 'Hanya pentadbir boleh meminta bayaran bagi langganan',
  },
  keepsNoCard: {
    en: 'keep_card is for subscriptions alone',
    ms: 'keep_card hanyalah untuk langganan',
  },
  paidToPlatform: {
    en: 'The platform is paid for a subscription: the business cannot confirm that money came',
    ms: 'Langganan dibayar kepada platform: perniagaan tidak boleh mengesahkan penerimaan wang',
  },
  differenceResolved: {
    en: 'The difference is resolved already',
    ms: 'Perbezaan ini sudah diselesaikan',
  },
  paidLater: {
    en: 'paid_at must not be in the future',
    ms: 'paid_at tidak boleh pada masa hadapan',
  },
});
