import { saidFreely, type Words } from '@usaha/shared';

/** Payment methods that are often named, as documents say them; names of companies and networks are in no language. */
const methods: Readonly<Record<string, Words>> = {
  cash: { en: 'Cash', ms: 'Tunai' },
  card: { en: 'Card', ms: 'Kad' },
  credit_card: { en: 'Credit card', ms: 'Kad kredit' },
  debit_card: { en: 'Debit card', ms: 'Kad debit' },
  e_wallet: { en: 'E-wallet', ms: 'E-dompet' },
  ewallet: { en: 'E-wallet', ms: 'E-dompet' },
  fpx: { en: 'FPX', ms: 'FPX' },
  bank_transfer: { en: 'Bank transfer', ms: 'Pindahan bank' },
  cheque: { en: 'Cheque', ms: 'Cek' },
  duitnow: { en: 'DuitNow', ms: 'DuitNow' },
  duitnow_qr: { en: 'DuitNow QR', ms: 'DuitNow QR' },
  touch_n_go: { en: "Touch 'n Go eWallet", ms: "Touch 'n Go eWallet" },
  grabpay: { en: 'GrabPay', ms: 'GrabPay' },
  cod: { en: 'Cash on delivery', ms: 'Bayaran semasa terima' },
};

/** A payment method, named freely, in the words of a document; one that is not known as it was sent. */
export const saidMethod = saidFreely(methods);
