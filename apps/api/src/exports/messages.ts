import { messagesOf } from '@usaha/shared';

/** Refusals of exports. */
export const messages = messagesOf({
  tooManyRows: {
    en: ({ most }: { most: number }) => `A workbook has at most ${most} rows: use format csv, or filters`,
    ms: ({ most }) => `Buku kerja mempunyai paling banyak ${most} baris: gunakan format csv, atau penapis`,
  },
  cellTooLong: {
    en: ({ name, most }: { name: string; most: number }) =>
      `A cell of a workbook has at most ${most} characters, which a ${name} exceeds: use format csv`,
    ms: ({ name, most }) =>
      `Sel buku kerja mempunyai paling banyak ${most} aksara, dan satu ${name} melebihinya: gunakan format csv`,
  },
  tooLarge: {
    en: 'This list is too large for a workbook: use format csv, or filters and fields',
    ms: 'Senarai ini terlalu besar untuk buku kerja: gunakan format csv, atau penapis dan fields',
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
