import { messagesOf, type Words } from '@usaha/shared';
import type { SandboxStatus } from './sandbox-payment.entity.js';

/** What people are told of a gateway's reasons for a refusal. */
export const refusalWords = {
  declined: { en: 'it was declined', ms: 'bayaran ditolak' },
  insufficient_funds: { en: 'there are not enough funds', ms: 'baki tidak mencukupi' },
  expired_card: { en: 'the card has expired', ms: 'kad telah tamat tempoh' },
  not_charged: {
    en: 'it was abandoned before any charge was made',
    ms: 'bayaran dihentikan sebelum sebarang wang dipindahkan',
  },
  expired: { en: 'its time passed before it was paid', ms: 'tempohnya tamat sebelum dibayar' },
  amount_not_allowed: {
    en: 'the payment gateway does not take this amount',
    ms: 'get laluan pembayaran tidak menerima jumlah ini',
  },
  amount_differs: {
    en: 'another amount was taken than was asked for',
    ms: 'jumlah yang diambil berlainan daripada yang diminta',
  },
} satisfies Record<string, Words>;

const refusedSomehow: Words = { en: 'it was refused', ms: 'bayaran tidak diterima' };

/** A reason in words; of one that is not in the table, only that there was one. */
export const wordsOfRefusal = (reason: string): Words =>
  Object.hasOwn(refusalWords, reason) ? refusalWords[reason as keyof typeof refusalWords] : refusedSomehow;

/** States of a payment at the sandbox. */
export const sandboxWords: Readonly<Record<SandboxStatus, Words>> = {
  waiting: { en: 'waiting', ms: 'menunggu' },
  paid: { en: 'paid', ms: 'dibayar' },
  refused: { en: 'refused', ms: 'ditolak' },
  expired: { en: 'expired', ms: 'tamat tempoh' },
  abandoned: { en: 'abandoned', ms: 'dihentikan' },
};

export const messages = messagesOf({
  gatewaySilent: {
    en: 'The payment gateway does not respond; the pending payment is settled once it does',
    ms: 'Get laluan pembayaran tidak memberikan jawapan; urusan yang telah bermula akan diselesaikan sebaik sahaja ia pulih',
  },
  sandboxEnded: {
    en: ({ status }: { status: SandboxStatus }) => `This payment has ended already: ${sandboxWords[status].en}`,
    ms: ({ status }) => `Bayaran ini telah berakhir: ${sandboxWords[status].ms}`,
  },
  failed: {
    en: ({ reason }: { reason: Words }) => `The payment failed: ${reason.en}`,
    ms: ({ reason }) => `Pembayaran gagal: ${reason.ms}`,
  },
  currencyWrong: {
    en: 'currency must have three letters, such as MYR',
    ms: 'currency mestilah tiga huruf, contohnya MYR',
  },
  onlyCompletedRefunded: {
    en: ({ status }: { status: Words }) => `This payment is ${status.en}; only a completed payment can be refunded`,
    ms: ({ status }) => `Status bayaran ini ialah ${status.ms}; hanya bayaran yang selesai boleh dibayar balik`,
  },
  paymentOnItsWay: {
    en: 'Another payment for this subscription has not been answered by the payment gateway yet; look at it again',
    ms: 'Satu lagi bayaran bagi langganan ini belum mendapat jawapan get laluan pembayaran; semak semula',
  },
  enoughMethods: {
    en: ({ most }: { most: number }) => `A business keeps at most ${most} payment methods; delete one first`,
    ms: ({ most }) =>
      `Sesebuah perniagaan boleh menyimpan paling banyak ${most} kaedah pembayaran; padamkan satu dahulu`,
  },
  nothingRemains: {
    en: 'The remainder of this payment is already being refunded',
    ms: 'Kesemua baki bayaran ini sedang dibayar balik',
  },
  moreThanRemains: {
    en: ({ remaining, wanted }: { remaining: number; wanted: number }) =>
      `amount must be at most ${remaining}, which is what remains, not ${wanted}`,
    ms: ({ remaining, wanted }) => `amount tidak boleh melebihi baki sebanyak ${remaining}, bukan ${wanted}`,
  },
  cardNeeds: {
    en: ({ field }: { field: string }) => `${field} is required for a card`,
    ms: ({ field }) => `${field} diperlukan bagi kad`,
  },
  cardNumberDigits: {
    en: 'card_number must have 12 to 19 digits; spaces and hyphens are allowed',
    ms: 'card_number mesti mempunyai 12 hingga 19 digit; ruang dan tanda sempang boleh digunakan di antaranya',
  },
  cardMonth: {
    en: 'expiry_month must be from 1 to 12',
    ms: 'expiry_month mestilah antara 1 hingga 12',
  },
  cardYear: {
    en: 'expiry_year must be a year in four digits',
    ms: 'expiry_year mestilah tahun dalam empat digit',
  },
  cardExpired: {
    en: 'The card has expired: expiry_month and expiry_year are past',
    ms: 'Kad telah tamat tempoh: expiry_month dan expiry_year telah berlalu',
  },
  cardCode: {
    en: 'cvv must have 3 or 4 digits',
    ms: 'cvv mestilah 3 atau 4 digit',
  },
});
