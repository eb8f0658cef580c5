import { saidMethod } from './payment-methods.js';

it.each([
  ['cash', 'Cash', 'Tunai'],
  ['card', 'Card', 'Kad'],
  ['credit_card', 'Credit card', 'Kad kredit'],
  ['debit_card', 'Debit card', 'Kad debit'],
  ['e_wallet', 'E-wallet', 'E-dompet'],
  ['fpx', 'FPX', 'FPX'],
  ['bank_transfer', 'Bank transfer', 'Pindahan bank'],
  ['cheque', 'Cheque', 'Cek'],
  ['duitnow', 'DuitNow', 'DuitNow'],
  ['touch_n_go', "Touch 'n Go eWallet", "Touch 'n Go eWallet"],
  ['grabpay', 'GrabPay', 'GrabPay'],
  ['cod', 'Cash on delivery', 'Bayaran semasa terima'],
])('%s is said as %s and %s', (name, en, ms) => {
  expect([saidMethod(name, 'en'), saidMethod(name, 'ms')]).toEqual([en, ms]);
});

it.each([
  ['CASH ', 'Tunai'],
  ['Tunai', 'Tunai'],
  ['Credit Card', 'Kad kredit'],
  ['credit-card', 'Kad kredit'],
  ['kad kredit', 'Kad kredit'],
  ['eWallet', 'E-dompet'],
  ['E-Wallet', 'E-dompet'],
  ['Duit Now', 'DuitNow'],
  ["Touch 'n Go", "Touch 'n Go eWallet"],
  ['Cash on delivery', 'Bayaran semasa terima'],
])('is known in any case, and with spaces, hyphens or underscores: %s', (sent, ms) => {
  expect(saidMethod(sent, 'ms')).toBe(ms);
});

it.each(['kad •••• 1111', 'cash and card', 'constructor', '__proto__', '  ', 'Boost'])(
  'is as sent where it is not known: %s',
  (sent) => {
    expect(saidMethod(sent, 'ms')).toBe(sent);
  },
);
