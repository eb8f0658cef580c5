import { messagesOf } from '@usaha/shared';

/** Why a file cannot be read. */
export const messages = messagesOf({
  notText: {
    en: 'The file is not text in UTF-8: save it as "CSV UTF-8"',
    ms: 'Fail ini bukan teks UTF-8: simpan sebagai "CSV UTF-8"',
  },
  notCsv: {
    en: ({ line }: { line: number }) =>
      `Line ${line} cannot be read as CSV: a quote is not closed, or stands within a text`,
    ms: ({ line }) =>
      `Baris ${line} tidak dapat dibaca sebagai CSV: tanda petikan tidak ditutup, atau berada di tengah teks`,
  },
  rowTooLong: {
    en: ({ line }: { line: number }) => `Line ${line} is too long, or a quote before it is not closed`,
    ms: ({ line }) => `Baris ${line} terlalu panjang, atau tanda petikan sebelumnya tidak ditutup`,
  },
  notWorkbook: {
    en: 'The file cannot be read as an XLSX workbook',
    ms: 'Fail ini tidak dapat dibaca sebagai buku kerja XLSX',
  },
  tooManyParts: {
    en: ({ most }: { most: number }) => `The workbook has more than ${most} parts`,
    ms: ({ most }) => `Buku kerja ini mempunyai lebih daripada ${most} bahagian`,
  },
  tooLargeUnpacked: {
    en: ({ megabytes }: { megabytes: number }) =>
      `The workbook is larger than ${megabytes} MB once it is unpacked: save the sheet as CSV`,
    ms: ({ megabytes }) => `Buku kerja ini melebihi ${megabytes} MB apabila dinyahmampat: simpan helaian sebagai CSV`,
  },
  tooMuchPacked: {
    en: ({ most }: { most: number }) =>
      `The workbook unpacks to more than ${most} times its size: save the sheet as CSV`,
    ms: ({ most }) => `Buku kerja ini mengembang lebih ${most} kali ganda saiznya: simpan helaian sebagai CSV`,
  },
  tooMuchWork: {
    en: 'The workbook takes too long, or too much memory, to be read: save the sheet as CSV',
    ms: 'Buku kerja ini mengambil masa terlalu lama atau memori terlalu banyak untuk dibaca: simpan helaian sebagai CSV',
  },
  tooManyColumns: {
    en: ({ most }: { most: number }) => `A file may have at most ${most} columns`,
    ms: ({ most }) => `Satu fail tidak boleh melebihi ${most} lajur`,
  },
});
