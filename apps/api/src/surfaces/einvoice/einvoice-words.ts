import type { IdType, RequestState } from '@usaha/core';
import type { Language, Words } from '@usaha/shared';

/** What the page of a buyer says. */
const words = {
  title: { en: 'E-invoice', ms: 'E-invois' },
  from: { en: 'From', ms: 'Daripada' },
  number: { en: 'Document', ms: 'Dokumen' },
  date: { en: 'Date', ms: 'Tarikh' },
  until: { en: 'Can be asked for until', ms: 'Boleh diminta sehingga' },
  ask: { en: 'Ask for an e-invoice', ms: 'Minta e-invois' },
  hint: {
    en: 'Give your TIN, or the number of your identity card, passport or army card. A business gives its TIN and registration number.',
    ms: 'Berikan TIN anda, atau nombor kad pengenalan, pasport atau kad tentera. Perniagaan memberikan TIN dan nombor pendaftaran.',
  },
  optional: { en: 'optional', ms: 'pilihan' },
  none: { en: 'None', ms: 'Tiada' },
  abroad: { en: 'Outside Malaysia', ms: 'Luar Malaysia' },
  again: {
    en: 'Nothing was sent. What you entered is not kept: fill in the form again.',
    ms: 'Tiada apa-apa dihantar. Maklumat anda tidak disimpan: isi borang semula.',
  },
  clock: { en: 'Times are those of Malaysia (UTC+8).', ms: 'Waktu ialah waktu Malaysia (UTC+8).' },
  gone: { en: 'Nothing to show', ms: 'Tiada apa-apa untuk dipaparkan' },
  gone_why: {
    en: 'This link does not exist or has ended. Ask the business.',
    ms: 'Pautan ini tidak wujud atau telah tamat. Hubungi perniagaan.',
  },
  too_large: { en: 'The body is too large', ms: 'Kandungan permintaan terlalu besar' },
  malformed: {
    en: 'The body must be a form or a JSON object',
    ms: 'Kandungan permintaan mestilah borang atau objek JSON',
  },
} satisfies Record<string, Words>;

const states: Readonly<Record<RequestState, Words>> = {
  open: { en: 'Not asked for yet', ms: 'Belum diminta' },
  asked: { en: 'The e-invoice has been asked for', ms: 'E-invois telah diminta' },
  issued: { en: 'The e-invoice is issued', ms: 'E-invois telah dikeluarkan' },
  closed: { en: 'It can no longer be asked for', ms: 'Tidak boleh diminta lagi' },
};

const fields = {
  name: { en: 'Name', ms: 'Nama' },
  email: { en: 'E-mail', ms: 'E-mel' },
  phone: { en: 'Telephone', ms: 'Telefon' },
  tin: { en: 'TIN', ms: 'TIN' },
  id_type: { en: 'Kind of identity', ms: 'Jenis pengenalan' },
  id_value: { en: 'Number of identity', ms: 'Nombor pengenalan' },
  sst_number: { en: 'SST number', ms: 'Nombor SST' },
  line1: { en: 'Address', ms: 'Alamat' },
  line2: { en: 'Address, second line', ms: 'Alamat, baris kedua' },
  line3: { en: 'Address, third line', ms: 'Alamat, baris ketiga' },
  postcode: { en: 'Postcode', ms: 'Poskod' },
  city: { en: 'City or town', ms: 'Bandar' },
  state: { en: 'State', ms: 'Negeri' },
  country: { en: 'Country', ms: 'Negara' },
} satisfies Record<string, Words>;

const kinds: Readonly<Record<IdType, Words>> = {
  NRIC: { en: 'Identity card', ms: 'Kad pengenalan' },
  PASSPORT: { en: 'Passport', ms: 'Pasport' },
  BRN: { en: 'Registration of a business', ms: 'Pendaftaran perniagaan' },
  ARMY: { en: 'Army card', ms: 'Kad tentera' },
};

export type PageField = keyof typeof fields;
export const sayEinvoice = (name: keyof typeof words, language: Language): string => words[name][language];
export const sayState = (state: RequestState, language: Language): string => states[state][language];
export const sayField = (name: PageField, language: Language): string => fields[name][language];
export const sayKind = (kind: IdType, language: Language): string => kinds[kind][language];
