import { messagesOf } from '@usaha/shared';

/** Of API keys. */
export const messages = messagesOf({
  tooManyKeys: {
    en: ({ most }: { most: number }) => `A tenant may have at most ${most} API keys; delete one first`,
    ms: ({ most }) => `Satu perniagaan boleh mempunyai paling banyak ${most} kunci API; padamkan satu dahulu`,
  },
  expiryPast: {
    en: 'expires_at must be in the future',
    ms: 'expires_at mestilah pada masa hadapan',
  },
  expiredRotation: {
    en: 'This key has expired: state a new expires_at to rotate it',
    ms: 'Kunci ini telah tamat tempoh: nyatakan expires_at baharu untuk menggantikannya',
  },
  makerNotAdministrator: {
    en: 'Your account is not that of an active administrator any more',
    ms: 'Akaun anda bukan lagi akaun pentadbir yang aktif',
  },
});
