import { messagesOf } from '@usaha/shared';

const inBytes = (bytes: number): string => `${bytes} bytes`;

/** Of uploads. */
export const messages = messagesOf({
  fileMissing: {
    en: 'Send one file: as the part file of multipart/form-data, or as the body',
    ms: 'Hantar satu fail: sebagai bahagian file dalam multipart/form-data, atau sebagai kandungan permintaan',
  },
  fileEmpty: { en: 'The file has no content', ms: 'Fail ini tiada kandungan' },
  tooManyFiles: { en: 'Send one file at a time', ms: 'Hantar satu fail sahaja pada satu masa' },
  partUnknown: {
    en: ({ part }: { part: string }) => `The file must be the part file, not ${part}`,
    ms: ({ part }) => `Fail mesti dihantar sebagai bahagian file, bukan ${part}`,
  },
  fileTooLarge: {
    en: ({ most }: { most: number }) => `The file is larger than ${inBytes(most)}`,
    ms: ({ most }) => `Fail ini melebihi ${most} bait`,
  },
  encoded: {
    en: 'Files are taken as they are: send no Content-Encoding',
    ms: 'Fail diterima tanpa pemampatan: jangan hantar Content-Encoding',
  },
  multipartMalformed: {
    en: 'The body is no complete multipart/form-data',
    ms: 'Kandungan permintaan bukan multipart/form-data yang lengkap',
  },
  cut: { en: 'The file did not arrive completely', ms: 'Fail tidak diterima dengan lengkap' },
  purposeUnknown: {
    en: ({ purposes }: { purposes: readonly string[] }) => `purpose must be one of ${purposes.join(', ')}`,
    ms: ({ purposes }) => `purpose mesti salah satu daripada ${purposes.join(', ')}`,
  },
  typeUnknown: {
    en: 'The content is of no type that is taken. Take JPEG, PNG, WebP, PDF, DOCX, XLSX, or text in UTF-8; save texts as UTF-8 ("CSV UTF-8" in spreadsheets)',
    ms: 'Jenis kandungan ini tidak diterima. Gunakan JPEG, PNG, WebP, PDF, DOCX, XLSX, atau teks UTF-8; simpan teks sebagai UTF-8 ("CSV UTF-8" dalam hamparan)',
  },
  typeNotTaken: {
    en: ({ type }: { type: string }) => `Files of the type ${type} are not taken`,
    ms: ({ type }) => `Fail jenis ${type} tidak diterima`,
  },
  dicomOfClinics: {
    en: 'DICOM is taken for records of healthcare alone: name one by resource and record_id',
    ms: 'DICOM hanya diterima untuk rekod penjagaan kesihatan: namakan satu rekod dengan resource dan record_id',
  },
  typeNotForPurpose: {
    en: ({ type, purpose, types }: { type: string; purpose: string; types: readonly string[] }) =>
      `A file of the type ${type} cannot be a ${purpose}; take ${types.join(', ')}`,
    ms: ({ type, purpose, types }) => `Fail jenis ${type} tidak boleh menjadi ${purpose}; gunakan ${types.join(', ')}`,
  },
  typeDiffers: {
    en: ({ declared, type }: { declared: string; type: string }) =>
      `The file was sent as ${declared}, and its content is ${type}`,
    ms: ({ declared, type }) => `Fail dihantar sebagai ${declared}, tetapi kandungannya ialah ${type}`,
  },
  textIsMarkup: {
    en: 'Files that begin with < are not taken: HTML, XML and SVG can hold programs',
    ms: 'Fail yang bermula dengan < tidak diterima: HTML, XML dan SVG boleh mengandungi atur cara',
  },
  pictureIncomplete: {
    en: 'The picture is not complete',
    ms: 'Gambar ini tidak lengkap',
  },
  pictureTooLarge: {
    en: ({ width, height, most }: { width: number; height: number; most: string }) =>
      `The picture has ${width} × ${height} pixels; at most ${most} are taken`,
    ms: ({ width, height, most }) => `Gambar ini mempunyai ${width} × ${height} piksel; paling banyak ${most} diterima`,
  },
  tooManyUploads: {
    en: 'Too many uploads of this business wait; try again later',
    ms: 'Terlalu banyak muat naik perniagaan ini sedang menunggu; cuba lagi kemudian',
  },
});
