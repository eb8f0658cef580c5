import { aliasKeySql, type Aliases } from '../report/text-groups.js';

/** Ways of paying by the name that documents know them by, with other names that people write, in English and Malay. */
export const paymentMethodAliases: Aliases = {
  cash: ['tunai'],
  card: ['kad'],
  credit_card: ['credit', 'kad kredit'],
  debit_card: ['debit', 'kad debit'],
  e_wallet: ['wallet', 'e-dompet'],
  fpx: [],
  bank_transfer: ['transfer', 'online transfer', 'pindahan bank', 'pemindahan bank'],
  cheque: ['check', 'cek'],
  duitnow: ['duitnow qr', 'duitnow transfer'],
  touch_n_go: ['tng', 'tngo', 'touch and go', 'touch n go ewallet', 'tng ewallet'],
  grabpay: ['grab'],
  cod: ['c.o.d.', 'cash on delivery', 'bayaran semasa terima', 'bayar semasa terima', 'bayaran semasa hantar'],
};

/** SQL: what payment methods are grouped by in reports; documents and records show them as they were sent. */
export const paymentMethodKeySql = aliasKeySql(paymentMethodAliases);
