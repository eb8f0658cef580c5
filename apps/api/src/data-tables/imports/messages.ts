import { messagesOf } from '@usaha/shared';

/** Why a file is no import. */
export const messages = messagesOf({
  emptyFile: { en: 'The file has no header', ms: 'Fail ini tiada pengepala' },
  noColumns: {
    en: 'The header names no field of this resource',
    ms: 'Pengepala tidak menamakan sebarang medan sumber ini',
  },
  unknownColumns: {
    en: 'The header has columns that are no fields: see unknown_columns',
    ms: 'Pengepala mempunyai lajur yang bukan medan: lihat unknown_columns',
  },
  repeatedColumns: {
    en: ({ names }: { names: readonly string[] }) => `Several columns hold the same field: ${names.join(', ')}`,
    ms: ({ names }) => `Beberapa lajur memegang medan yang sama: ${names.join(', ')}`,
  },
  tooManyColumns: {
    en: ({ most }: { most: number }) => `A file may have at most ${most} columns`,
    ms: ({ most }) => `Satu fail tidak boleh melebihi ${most} lajur`,
  },
  tooManyRows: {
    en: ({ most }: { most: number }) => `A file may have at most ${most} rows`,
    ms: ({ most }) => `Satu fail tidak boleh melebihi ${most} baris`,
  },
  keyWithoutColumn: {
    en: ({ key }: { key: string }) => `The file has no column ${key}, by which records are found`,
    ms: ({ key }) => `Fail ini tiada lajur ${key}, yang digunakan untuk mencari rekod`,
  },
  wrongRows: {
    en: ({ count }: { count: number }) => `Nothing is written: ${count} rows are wrong`,
    ms: ({ count }) => `Tiada apa-apa ditulis: ${count} baris tidak betul`,
  },
  fileGone: {
    en: 'The file of the import was deleted',
    ms: 'Fail bagi import ini telah dipadam',
  },
});
