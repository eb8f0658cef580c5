import { messagesOf } from '@usaha/shared';

/** Errors of rows that are written many at once. Values are not quoted: many are personal. */
export const messages = messagesOf({
  keyNeeded: {
    en: ({ allowed }: { allowed: readonly string[] }) =>
      `match_on must be one of ${allowed.join(', ')}, or mode must be create: otherwise the same rows sent twice are created twice`,
    ms: ({ allowed }) =>
      `match_on mestilah salah satu daripada ${allowed.join(', ')}, atau mode mestilah create: jika tidak, baris yang dihantar dua kali akan dicipta dua kali`,
  },
  keyUnknown: {
    en: ({ allowed }: { allowed: readonly string[] }) => `match_on must be one of ${allowed.join(', ')}`,
    ms: ({ allowed }) => `match_on mestilah salah satu daripada ${allowed.join(', ')}`,
  },
  resourceUnknown: {
    en: ({ allowed }: { allowed: readonly string[] }) => `resource must be one of ${allowed.join(', ')}`,
    ms: ({ allowed }) => `resource mestilah salah satu daripada ${allowed.join(', ')}`,
  },
  noRecord: {
    en: ({ key }: { key: string }) => `No record has this ${key}`,
    ms: ({ key }) => `Tiada rekod dengan ${key} ini`,
  },
  keyEmpty: {
    en: ({ key }: { key: string }) => `${key} is needed to find the record that is changed`,
    ms: ({ key }) => `${key} diperlukan untuk mencari rekod yang hendak diubah`,
  },
  keyUnreadable: {
    en: ({ key }: { key: string }) => `No record can be found by this ${key}`,
    ms: ({ key }) => `Tiada rekod boleh dicari dengan ${key} ini`,
  },
  severalRecords: {
    en: ({ key, count }: { key: string; count: number }) => `${count} records have this ${key}`,
    ms: ({ key, count }) => `${count} rekod mempunyai ${key} ini`,
  },
  keyAgain: {
    en: ({ key }: { key: string }) => `An earlier row has this ${key} too`,
    ms: ({ key }) => `Baris sebelum ini juga mempunyai ${key} ini`,
  },
  recordExists: {
    en: ({ key }: { key: string }) => `A record with this ${key} exists already`,
    ms: ({ key }) => `Rekod dengan ${key} ini sudah wujud`,
  },
});
