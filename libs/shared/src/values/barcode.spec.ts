import fc from 'fast-check';
import { isValidBarcode } from './barcode.js';

it.each(['9556000000010', '9555123456780', '4006381333931', '036000291452', '73513537', '00012345600012'])(
  'the check digit of %s is right',
  (barcode) => expect(isValidBarcode(barcode)).toBe(true),
);

it.each(['9556000000011', '4006381333932', '036000291453'])('the check digit of %s is wrong', (barcode) =>
  expect(isValidBarcode(barcode)).toBe(false),
);

it.each([null, '', '12345', 'SHELF-7', '95560000000101234'])('%s carries no check digit', (barcode) =>
  expect(isValidBarcode(barcode)).toBeNull(),
);

it('one digit changed in a valid number makes it wrong', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 9 }), (place, by) => {
      const digits = [...'9555123456780'].map(Number);
      digits[place] = ((digits[place] as number) + by) % 10;
      return isValidBarcode(digits.join('')) === false;
    }),
  );
});
