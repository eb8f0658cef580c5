import fc from 'fast-check';
import { withoutCardData, withoutCards } from './card-data.js';

const PAN = '4111111111111111';
const MASKED = '•••• 1111';

describe('A-168: an open object without card data', () => {
  it('has none of the keys under which cards are sent, in any spelling and however deep they lie', () => {
    const sent = {
      cvv: '123',
      deep: [{ 'Card-Number': PAN, cardNumber: 1, PAN: 1, pin: '1', track_2_data: 'x', kept: 1 }],
    };
    expect(withoutCardData(sent)).toEqual({ deep: [{ kept: 1 }] });
  });

  it('has no number of a card in a text, a number, a list or a key', () => {
    const sent = { note: `Kad ${PAN}`, number: Number(PAN), list: [[PAN]], [PAN]: true };
    expect(withoutCardData(sent)).toEqual({ note: `Kad ${MASKED}`, number: MASKED, list: [[MASKED]], [MASKED]: true });
  });

  it('keeps barcodes, telephone and transaction numbers under their keys', () => {
    const sent = { transaction_id: PAN, Barcode: PAN, deep: { phone_number: PAN } };
    expect(withoutCardData(sent)).toBe(sent);
  });

  it('keeps all other entries in their order, wherever the card lies', () => {
    const keys = fc.uniqueArray(fc.stringMatching(/^[a-z]{4}$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(keys, fc.nat(), (names, place) => {
        const entries: [string, unknown][] = names.map((name, i) => [name, i]);
        const with_card = entries.toSpliced(place % (names.length + 1), 0, ['cvv', '123'], ['note', PAN]);
        const kept = with_card
          .filter(([name]) => name !== 'cvv')
          .map(([name, held]) => [name, name === 'note' ? MASKED : held]);
        fc.pre(!names.includes('note'));
        expect(Object.entries(withoutCardData(Object.fromEntries(with_card)) as object)).toEqual(kept);
      }),
    );
  });

  it('keeps numbers of fewer digits than a card, and cuts the smallest that has as many', () => {
    expect(withoutCardData([999_999_999_999, -1, 1.5, 4_222_222_222_222])).toEqual([
      999_999_999_999,
      -1,
      1.5,
      '•••• 2222',
    ]);
  });

  it('is the very object where there is nothing to take out', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!/\d{13}|cvv|cvc|pan|pin|track|card/i.test(JSON.stringify(value)));
        expect(withoutCardData(value)).toBe(value);
      }),
    );
  });
});

describe('a text without cards', () => {
  it.each([
    ['CVV 123', 'CVV •••'],
    ['cvv: 1234, esok', 'cvv: •••, esok'],
    [`${PAN} cvc 123`, `${MASKED} cvc •••`],
  ])('%s → %s', (text, kept) => expect(withoutCards(text)).toBe(kept));

  it.each(['CVC 120 mm', 'PIN 50450', 'cvv', 'CVV 12345'])('%s stays', (text) => expect(withoutCards(text)).toBe(text));
});
