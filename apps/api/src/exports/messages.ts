import { messagesOf } from '@usaha/shared';

/** Refusals of exports. */
export const messages = messagesOf({
  tooManyRows: {
    en: ({ most }: { most: number }) => `A workbook has at most ${most} rows: use format csv, or filters`,
    ms: ({ most }) => `Buku kerja mempunyai paling banyak ${most} baris: gunakan format csv, atau penapis`,
  },
  allRows: {
    en: ({ name }: { name: string }) => `An export has all rows: leave ${name} out`,
    ms: ({ name }) => `Eksport mempunyai semua baris: tinggalkan ${name}`,
  },
  tooManyExports: {
    en: 'Too many exports are running at the moment',
    ms: 'Terlalu banyak eksport sedang berjalan pada masa ini',
  },
});
