import { capitalised, messagesOf, type Words } from './words.js';

/** What several contexts say of a field. Field names are the wire's own, in every language. */
export const fieldMessages = messagesOf({
  mustNotBeEmpty: {
    en: ({ field }: { field: string }) => `${field} must not be empty`,
    ms: ({ field }) => `${field} mesti diisi`,
  },
  mustBeString: {
    en: ({ field }: { field: string }) => `${field} must be a string`,
    ms: ({ field }) => `${field} mestilah teks`,
  },
  mustBeObject: {
    en: ({ field }: { field: string }) => `${field} must be an object`,
    ms: ({ field }) => `${field} mestilah objek`,
  },
  mustBeBoolean: {
    en: ({ field }: { field: string }) => `${field} must be a boolean value`,
    ms: ({ field }) => `${field} mestilah nilai boolean (true atau false)`,
  },
  mustBeMoreThanZero: {
    en: ({ field }: { field: string }) => `${field} must be more than 0`,
    ms: ({ field }) => `${field} mestilah lebih daripada 0`,
  },
  mustComeToNoMoreThan: {
    en: ({ field, most }: { field: string; most: number }) => `${field} must not exceed ${most}`,
    ms: ({ field, most }) => `Jumlah ${field} tidak boleh melebihi ${most}`,
  },
  mustComeToAmount: {
    en: ({ field, most, amount }: { field: string; most: number; amount: number }) =>
      `${field} must come to an amount from 0 to ${most}, not ${amount}`,
    ms: ({ field, most, amount }) => `Jumlah ${field} mestilah antara 0 hingga ${most}, bukan ${amount}`,
  },
  refersToNothing: {
    en: ({ field, noun }: { field: string; noun: Words }) =>
      `${field} does not refer to any ${noun.en} of this business`,
    ms: ({ field, noun }) => `${field} tidak merujuk kepada mana-mana ${noun.ms} perniagaan ini`,
  },
});

export const messages = messagesOf({
  cursorUnknown: {
    en: 'cursor must be * or the next_cursor of this list with the same filters and the same sort',
    ms: 'cursor mestilah * atau next_cursor senarai ini dengan penapis dan sort yang sama',
  },
  changesOfPart: {
    en: 'updated_since is for callers who see the whole list of one business; here rows may leave the list without a notice',
    ms: 'updated_since hanya untuk pemanggil yang melihat keseluruhan senarai satu perniagaan; di sini baris boleh keluar daripada senarai tanpa dimaklumkan',
  },
  notFound: {
    en: ({ noun }: { noun: Words }) => `${capitalised(noun.en)} not found`,
    ms: ({ noun }) => `${capitalised(noun.ms)} tidak ditemui`,
  },
  changedSinceRead: {
    en: ({ noun }: { noun: Words }) => `This ${noun.en} has been changed since you read it`,
    ms: ({ noun }) => `${capitalised(noun.ms)} ini telah diubah sejak anda membacanya`,
  },
  changedMeanwhile: {
    en: ({ noun }: { noun: Words }) => `This ${noun.en} was changed by another request; try again`,
    ms: ({ noun }) => `${capitalised(noun.ms)} ini telah diubah sebentar tadi; cuba lagi`,
  },
  verbNotNow: {
    en: ({ noun, status, verb, from }: { noun: Words; status: Words; verb: Words; from: readonly Words[] }) =>
      `This ${noun.en} is ${status.en}; "${verb.en}" requires the status ${from.map(({ en }) => en).join(' or ')}`,
    ms: ({ noun, status, verb, from }) =>
      `Status ${noun.ms} ini ialah ${status.ms}; "${verb.ms}" hanya untuk yang berstatus ${from.map(({ ms }) => ms).join(' atau ')}`,
  },
  keyUsedWithAnotherBody: {
    en: 'This Idempotency-Key was used with another body; use a new one',
    ms: 'Idempotency-Key ini telah digunakan dengan kandungan lain; gunakan kunci baharu',
  },
  alreadyInUse: {
    en: ({ field }: { field: string }) => `This ${field} is already in use`,
    ms: ({ field }) => `${field} ini sudah digunakan`,
  },
  refersToNothingThere: {
    en: ({ field }: { field: string }) => `${field} refers to a record that does not exist`,
    ms: ({ field }) => `${field} merujuk kepada sesuatu yang tidak wujud`,
  },
  databaseUnreachable: {
    en: 'The database cannot be reached',
    ms: 'Pangkalan data tidak dapat dihubungi',
  },
  tooManyReports: {
    en: 'Too many reports are being worked out; try again when one of them is done',
    ms: 'Terlalu banyak laporan sedang disediakan; cuba lagi apabila salah satu selesai',
  },
  databaseBusy: {
    en: 'The database is busy; try again',
    ms: 'Pangkalan data tidak dapat memberikan jawapan buat masa ini',
  },
  tookTooLong: {
    en: 'The request took too long',
    ms: 'Permintaan ini mengambil masa terlalu lama',
  },
  sealKeyMissing: {
    en: ({ key }: { key: string }) => `A sealed field cannot be opened: key "${key}" is not configured`,
    ms: ({ key }) => `Medan yang disulitkan tidak dapat dibuka: kunci "${key}" tidak dikonfigurasikan`,
  },
  sealedOtherwise: {
    en: ({ key }: { key: string }) => `A sealed field cannot be opened: it was not sealed with key "${key}"`,
    ms: ({ key }) => `Medan yang disulitkan tidak dapat dibuka: medan itu tidak disulitkan dengan kunci "${key}"`,
  },
  groupingOfOthers: {
    en: ({ parameter, grouping }: { parameter: string; grouping: string }) =>
      `You are not allowed to choose ${grouping} as ${parameter}`,
    ms: ({ parameter, grouping }) => `Anda tidak dibenarkan memilih ${grouping} sebagai ${parameter}`,
  },
  reportTooLong: {
    en: ({ most }: { most: number }) =>
      `This report has more than the ${most} rows that this format holds: ask for csv`,
    ms: ({ most }) => `Laporan ini melebihi ${most} baris yang dapat dimuatkan dalam format ini: pilih csv`,
  },
});
