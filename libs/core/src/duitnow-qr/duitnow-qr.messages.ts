import { messagesOf } from '@usaha/shared';

/** Faults of the text of a DuitNow QR. */
export const messages = messagesOf({
  notWhole: {
    en: 'payload is not the whole text of a QR code of EMV: a tag, length or value is missing or doubled',
    ms: 'payload bukan teks penuh kod QR EMV: tag, panjang atau nilai tiada atau berganda',
  },
  wrongCrc: {
    en: 'payload does not match its CRC: a character is missing or wrong',
    ms: 'payload tidak sepadan dengan CRC: ada aksara yang hilang atau salah',
  },
  wrongBegin: {
    en: 'payload must begin with tag 00 (payload format)',
    ms: 'payload mesti bermula dengan tag 00 (format payload)',
  },
  wrongEnd: {
    en: 'payload must end with tag 63 (CRC)',
    ms: 'payload mesti berakhir dengan tag 63 (CRC)',
  },
  notDuitNow: {
    en: 'payload is not a DuitNow QR: tag 26 must have the application identifier A0000006150001',
    ms: 'payload bukan DuitNow QR: tag 26 mesti mempunyai pengenal aplikasi A0000006150001',
  },
  notStatic: {
    en: 'payload must be the text of a static QR: tag 01 must be 11',
    ms: 'payload mesti teks QR statik: tag 01 mesti 11',
  },
  notRinggit: {
    en: 'payload must be in ringgit: tag 53 must be 458',
    ms: 'payload mesti dalam ringgit: tag 53 mesti 458',
  },
  notMalaysian: {
    en: 'payload must be of Malaysia: tag 58 must be MY',
    ms: 'payload mesti dari Malaysia: tag 58 mesti MY',
  },
  amountNotSen: {
    en: 'amount must be from 0.01 to 9999999999.99, in whole sen',
    ms: 'amount mesti dari 0.01 hingga 9999999999.99, dalam sen penuh',
  },
});
