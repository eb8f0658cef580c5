import type { EinvoiceStatus } from '@usaha/core';
import type { Language, Words } from '@usaha/shared';

/** Titles of printed e-invoices, by type. */
const titles: Readonly<Record<'01' | '02' | '04', Words>> = {
  '01': { en: 'E-invoice', ms: 'E-invois' },
  '02': { en: 'E-invoice · Credit note', ms: 'E-invois · Nota kredit' },
  '04': { en: 'E-invoice · Refund note', ms: 'E-invois · Nota bayaran balik' },
};

/** Marks below the title of an e-invoice that is not valid. */
const marks: Readonly<Record<Exclude<EinvoiceStatus, 'valid'>, Words>> = {
  draft: { en: 'NOT VALID YET', ms: 'BELUM SAH' },
  queued: { en: 'NOT VALID YET', ms: 'BELUM SAH' },
  sending: { en: 'NOT VALID YET', ms: 'BELUM SAH' },
  submitted: { en: 'NOT VALID YET', ms: 'BELUM SAH' },
  blocked: { en: 'NOT VALID YET', ms: 'BELUM SAH' },
  invalid: { en: 'INVALID', ms: 'TIDAK SAH' },
  cancelled: { en: 'CANCELLED', ms: 'DIBATALKAN' },
  discarded: { en: 'DISCARDED', ms: 'DIGUGURKAN' },
};

/** Words of printed e-invoices. */
const words = {
  simulation: { en: 'SIMULATION', ms: 'SIMULASI (SIMULATION)' },
  number: { en: 'No.', ms: 'No.' },
  version: { en: 'Type and version', ms: 'Jenis dan versi' },
  issued: { en: 'Issued', ms: 'Dikeluarkan' },
  period: { en: 'Period', ms: 'Tempoh' },
  refers_to: { en: 'Refers to', ms: 'Merujuk kepada' },
  uuid: { en: 'Unique identifier (LHDN)', ms: 'Pengecam unik (LHDN)' },
  validated: { en: 'Validated', ms: 'Disahkan' },
  cancelled: { en: 'Cancelled', ms: 'Dibatalkan' },
  rate: { en: 'Exchange rate', ms: 'Kadar pertukaran' },
  seller: { en: 'Supplier', ms: 'Pembekal' },
  buyer: { en: 'Buyer', ms: 'Pembeli' },
  sst: { en: 'SST registration No.', ms: 'No. pendaftaran SST' },
  telephone: { en: 'Tel.', ms: 'Tel.' },
  description: { en: 'Description', ms: 'Keterangan' },
  classification: { en: 'Class', ms: 'Kelas' },
  quantity: { en: 'Qty', ms: 'Kuantiti' },
  unit_price: { en: 'Unit price', ms: 'Harga seunit' },
  discount: { en: 'Discount', ms: 'Diskaun' },
  charge: { en: 'Charge', ms: 'Caj' },
  tax_rate: { en: 'Tax %', ms: 'Cukai %' },
  tax: { en: 'Tax', ms: 'Cukai' },
  amount: { en: 'Amount ({currency})', ms: 'Amaun ({currency})' },
  excluding: { en: 'Total excluding tax', ms: 'Jumlah tidak termasuk cukai' },
  total_tax: { en: 'Total tax', ms: 'Jumlah cukai' },
  including: { en: 'Total including tax', ms: 'Jumlah termasuk cukai' },
  rounding: { en: 'Rounding', ms: 'Pelarasan pembundaran' },
  payable: { en: 'Amount payable', ms: 'Amaun perlu dibayar' },
  no_text: {
    en: 'It has no lines, since it could not be built.',
    ms: 'Tiada baris, kerana ia tidak dapat dibina.',
  },
} satisfies Record<string, Words>;

export const titleOf = (type: '01' | '02' | '04', language: Language): string => titles[type][language];
/** null for a valid one. */
export const markOf = (status: EinvoiceStatus, language: Language): string | null =>
  status === 'valid' ? null : marks[status][language];
export const say = (name: keyof typeof words, language: Language, values: Record<string, string> = {}): string =>
  words[name][language].replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
