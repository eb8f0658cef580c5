import { collectsCash, isCashOnDelivery } from './cash-on-delivery.js';

it.each([
  'cod',
  'COD',
  ' Cod ',
  'cod-',
  '\tcod',
  'COD (tunai)',
  'Kurier: cod_tunai',
  'C.O.D.',
  'c.o.d',
  'cash_on_delivery',
  'Cash on delivery',
  'cash-on-delivery',
  'CASH  ON -DELIVERY',
  'Bayar semasa hantar',
  'bayar semasa terima',
  'Bayaran semasa terima (RM)',
])('A-290, A-381: %j is collected for the sender', (method) => expect(isCashOnDelivery(method)).toBe(true));

it.each([null, '', 'cash', 'codx', 'codex', 'encod', 'c o d', 'cods', 'delivery', 'bayar dahulu', 'bayar semasa'])(
  'A-290, A-381: %j is not',
  (method) => expect(isCashOnDelivery(method)).toBe(false),
);

it('A-381: what is stated prevails over the words', () => {
  const cases = [
    [null, 'cod', true],
    [null, 'card', false],
    [null, null, false],
    [true, 'card', true],
    [true, null, true],
    [false, 'cod', false],
  ] as const;
  for (const [cod, payment_method, expected] of cases) expect(collectsCash({ cod, payment_method })).toBe(expected);
});
