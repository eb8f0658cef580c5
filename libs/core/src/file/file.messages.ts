import { messagesOf } from '@usaha/shared';

const MIB = 1_048_576;
const inMib = (bytes: number): string => `${Math.round((bytes / MIB) * 10) / 10} MiB`;

/** Of files. */
export const messages = messagesOf({
  quotaExceeded: {
    en: ({ bytes, files }: { bytes: number; files: number }) =>
      `The files of a business may have ${inMib(bytes)} and number ${files}; delete some first`,
    ms: ({ bytes, files }) =>
      `Fail sesebuah perniagaan tidak boleh melebihi ${inMib(bytes)} dan ${files} fail; padamkan sebahagiannya dahulu`,
  },
  contentDamaged: {
    en: ({ file_id }: { file_id: string }) => `The content of file ${file_id} cannot be read: it is damaged`,
    ms: ({ file_id }) => `Kandungan fail ${file_id} tidak dapat dibaca: ia telah rosak`,
  },
  picturedTwice: {
    en: 'This picture is named twice',
    ms: 'Gambar ini dinamakan dua kali',
  },
  pictureNeeded: {
    en: 'The file must be a JPEG, PNG or WebP picture that is ready',
    ms: 'Fail ini mestilah gambar JPEG, PNG atau WebP yang sudah sedia',
  },
  photographNeeded: {
    en: 'The file must be a JPEG or PNG picture that is ready',
    ms: 'Fail ini mestilah gambar JPEG atau PNG yang sudah sedia',
  },
  ofAnotherPerson: {
    en: 'The file belongs to a record of another person',
    ms: 'Fail ini milik rekod orang lain',
  },
  ofAnotherRecord: {
    en: 'The file belongs to another record',
    ms: 'Fail ini milik rekod lain',
  },
  resourceUnknown: {
    en: ({ resources }: { resources: readonly string[] }) => `resource must be one of ${resources.join(', ')}`,
    ms: ({ resources }) => `resource mestilah salah satu daripada ${resources.join(', ')}`,
  },
  recordHalf: {
    en: 'resource and record_id are sent together, or neither is',
    ms: 'resource dan record_id dihantar bersama, atau kedua-duanya tidak dihantar',
  },
  attachedAlready: {
    en: 'The file belongs to a record already, and stays with it',
    ms: 'Fail ini sudah menjadi milik suatu rekod dan kekal padanya',
  },
  namedByRecord: {
    en: 'A record names the file: take it off the record first',
    ms: 'Suatu rekod menamakan fail ini: keluarkan fail daripada rekod itu dahulu',
  },
  ofExport: {
    en: 'This file is the archive of an export: it is deleted with its export, after seven days',
    ms: 'Fail ini ialah arkib eksport: ia dipadamkan bersama eksportnya, selepas tujuh hari',
  },
  logoNeeded: {
    en: 'The file must be one of the purpose logo that is ready and belongs to no other record',
    ms: 'Fail ini mestilah fail bertujuan logo yang sudah sedia dan bukan milik rekod lain',
  },
  isPrinted: {
    en: 'The file is the logo of issued documents, which are printed with it again',
    ms: 'Fail ini ialah logo dokumen yang telah dikeluarkan, yang dicetak semula dengannya',
  },
  notReady: {
    en: 'The file is not ready: its content can be read once it was scanned for viruses',
    ms: 'Fail ini belum sedia: kandungannya boleh dibaca selepas ia diimbas untuk virus',
  },
  rejected: {
    en: 'The file was rejected: a virus was found in it, and its content was deleted',
    ms: 'Fail ini ditolak: virus ditemui di dalamnya, dan kandungannya telah dipadamkan',
  },
});
