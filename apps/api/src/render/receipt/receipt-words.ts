import type { Language, Words } from '@usaha/shared';
import type { SalesDocumentKind } from '@usaha/core';

/** What a document of a kind is called. */
export const titles: Readonly<Record<SalesDocumentKind, Words>> = {
  invoice: { en: 'Invoice', ms: 'Invois' },
  receipt: { en: 'Receipt', ms: 'Resit' },
  bill: { en: 'Bill', ms: 'Bil' },
  credit_note: { en: 'Credit note', ms: 'Nota kredit' },
};

/** Words of invoices, receipts, bills and credit notes. */
export const words = {
  number: { en: 'No.', ms: 'No.' },
  date: { en: 'Date', ms: 'Tarikh' },
  refers_to: { en: 'For invoice', ms: 'Bagi invois' },
  registration: { en: 'Registration No.', ms: 'No. pendaftaran' },
  sst_registration: { en: 'SST registration No.', ms: 'No. pendaftaran SST' },
  telephone: { en: 'Tel.', ms: 'Tel.' },
  due_date: { en: 'Due by', ms: 'Tarikh akhir bayaran' },
  description: { en: 'Description', ms: 'Perihal' },
  quantity: { en: 'Qty', ms: 'Kuantiti' },
  unit_price: { en: 'Unit price', ms: 'Harga seunit' },
  discount_rate: { en: 'Disc. %', ms: 'Diskaun %' },
  tax_rate: { en: 'SST %', ms: 'SST %' },
  amount: { en: 'Amount ({currency})', ms: 'Jumlah ({currency})' },
  subtotal: { en: 'Subtotal', ms: 'Jumlah kecil' },
  discount: { en: 'Discount', ms: 'Diskaun' },
  taxed: { en: 'SST {rate} % on {amount}', ms: 'SST {rate} % atas {amount}' },
  taxed_within: { en: 'Includes SST {rate} % on {amount}', ms: 'Termasuk SST {rate} % atas {amount}' },
  total: { en: 'Total', ms: 'Jumlah' },
  rounding: { en: 'Rounding (5 sen)', ms: 'Pembundaran (5 sen)' },
  payable: { en: 'Amount payable', ms: 'Jumlah perlu dibayar' },
  tendered: { en: 'Tendered', ms: 'Wang diterima' },
  change: { en: 'Change', ms: 'Wang baki' },
  paid: { en: 'Amount paid', ms: 'Jumlah dibayar' },
  balance: { en: 'Balance due', ms: 'Baki perlu dibayar' },
  in_credit: { en: 'In credit', ms: 'Lebihan bayaran' },
  refunded: { en: 'Amount refunded', ms: 'Jumlah dibayar balik' },
  paid_by: { en: 'Paid by', ms: 'Dibayar dengan' },
  payment_method: { en: 'Payment method', ms: 'Cara bayaran' },
  refunded_by: { en: 'Refunded by', ms: 'Dibayar balik dengan' },
  notes: { en: 'Notes', ms: 'Catatan' },
  copy: { en: 'Copy', ms: 'Salinan' },
  reprinted: { en: 'Reprinted', ms: 'Dicetak semula' },
  void: { en: 'VOID', ms: 'BATAL' },
  voided: { en: 'Void since', ms: 'Batal sejak' },
  void_reason: { en: 'Reason', ms: 'Sebab' },
  cancelled: { en: 'CANCELLED', ms: 'DIBATALKAN' },
  computer: {
    en: 'This is a computer-generated document; no signature is required.',
    ms: 'Dokumen ini dijana oleh komputer; tandatangan tidak diperlukan.',
  },
} satisfies Record<string, Words>;

export const say = (name: keyof typeof words, language: Language, values: Record<string, string> = {}): string =>
  words[name][language].replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
