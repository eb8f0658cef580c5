import { messagesOf } from '@usaha/shared';

/** Of payments by CHIP. */
export const messages = messagesOf({
  cardsAtGateway: {
    en: 'This gateway takes no card numbers: a card is kept where it pays',
    ms: 'Gerbang pembayaran ini tidak menerima nombor kad: kad disimpan semasa bayaran dibuat',
  },
});
