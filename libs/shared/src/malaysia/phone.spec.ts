import fc from 'fast-check';
import { carrierBlocks } from './phone-carriers.js';
import { validatePhone } from './phone.js';

const INVALID = { is_valid: false, normalized_format: '', type: 'unknown', carrier: 'unknown' };

describe('a telephone number', () => {
  it.each([
    ['012-345 6789', '+60123456789', 'mobile', 'Maxis'],
    ['+60123456789', '+60123456789', 'mobile', 'Maxis'],
    ['60123456789', '+60123456789', 'mobile', 'Maxis'],
    ['0060123456789', '+60123456789', 'mobile', 'Maxis'],
    [' +60 (0)12-345 6789 ', '+60123456789', 'mobile', 'Maxis'],
    ['011-1234 5678', '+601112345678', 'mobile', 'Maxis'],
    ['0132345678', '+60132345678', 'mobile', 'CelcomDigi (Celcom)'],
    ['0162345678', '+60162345678', 'mobile', 'CelcomDigi (Digi)'],
    ['0182345678', '+60182345678', 'mobile', 'U Mobile'],
    ['01133456789', '+601133456789', 'mobile', 'CelcomDigi (Digi)'],
    ['01110123456', '+601110123456', 'mobile', 'unifi Mobile (TM)'],
    ['01143456789', '+601143456789', 'mobile', 'unknown'],
    // Published examples call these fixed_line; here it is landline (A-86).
    ['03-2123 4567', '+60321234567', 'landline', 'unknown'],
    ['(03) 2123 4567', '+60321234567', 'landline', 'unknown'],
    ['04-261 2345', '+6042612345', 'landline', 'unknown'],
    ['082-244123', '+6082244123', 'landline', 'unknown'],
    ['1800-88-1234', '+601800881234', 'toll_free', 'unknown'],
    ['1300-88-1234', '+601300881234', 'toll_free', 'unknown'],
    ['1-600-12-3456', '+601600123456', 'premium_rate', 'unknown'],
    ['01548012345', '+601548012345', 'voip', 'unknown'],
  ])('%s is %s, %s of %s', (text, normalized_format, type, carrier) => {
    expect(validatePhone(text)).toEqual({ is_valid: true, normalized_format, type, carrier });
  });

  // Published examples refuse these, since no such block is in use; their form is valid (A-86).
  it.each([
    ['0111234567', '+60111234567', 'mobile', 'Maxis'],
    ['0141234567', '+60141234567', 'mobile', 'unknown'],
    ['03-12345678', '+60312345678', 'landline', 'unknown'],
    ['+60 3-1234 5678', '+60312345678', 'landline', 'unknown'],
    ['03-1234567', '+6031234567', 'landline', 'unknown'],
  ])('%s has the form of %s', (text, normalized_format, type, carrier) => {
    expect(validatePhone(text)).toEqual({ is_valid: true, normalized_format, type, carrier });
  });

  it.each([
    '999',
    'abc',
    '',
    ' ',
    '12345',
    '123456789',
    '02-1234567',
    '012-34567',
    '012-345 678901',
    '+60 12',
    'call 012-345 6789',
    '0'.repeat(1_000),
    '012345678９９９',
    // A published example accepts a number of Singapore; valid are +60, 60 and 0 (A-86).
    '+6591234567',
    '90123456',
    '60312345',
    '+1 212 555 0123',
  ])('%j is none', (text) => {
    expect(validatePhone(text)).toEqual(INVALID);
  });

  it('is the same however it is written', () => {
    const national = fc.oneof(
      fc.stringMatching(/^1[0-9][2-9]\d{6}$/),
      fc.stringMatching(/^11\d{8}$/),
      fc.stringMatching(/^[3-9]\d{7,8}$/),
    );
    fc.assert(
      fc.property(national, fc.integer({ min: 1, max: 6 }), (digits, at) => {
        const spaced = `${digits.slice(0, at)}-${digits.slice(at, at + 2)} ${digits.slice(at + 2)}`;
        const expected = validatePhone(`0${digits}`);
        expect(expected.is_valid).toBe(true);
        for (const written of [
          `+60${digits}`,
          `60${digits}`,
          `0${spaced}`,
          `+60 ${spaced}`,
          expected.normalized_format,
        ])
          expect(validatePhone(written)).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('judges any text, and tells nothing of what is none', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.stringMatching(/^[+0-9 ()-]{0,20}$/)),
        (text) => {
          const result = validatePhone(text);
          if (result.is_valid) expect(result.normalized_format).toMatch(/^\+60\d{8,10}$/);
          else expect(result).toEqual(INVALID);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('is of the operator of the longest block that fits', () => {
    const blocks = Object.entries(carrierBlocks).flatMap(([carrier, all]) =>
      all.map((block) => [String(block), carrier] as const),
    );
    expect(blocks).toHaveLength(new Set(blocks.map(([block]) => block)).size);
    expect(blocks).toHaveLength(339);
    for (const [block, carrier] of blocks) {
      // The digit that follows must not lead into a longer block.
      const next = '9876543210'
        .split('')
        .find((digit) => !blocks.some(([other]) => other.startsWith(`${block}${digit}`)));
      const length = block.startsWith('11') ? 10 : 9;
      const found = validatePhone(`0${`${block}${next}`.padEnd(length, '5')}`);
      if (found.type === 'mobile') expect([block, found.carrier]).toEqual([block, carrier]);
    }
  });
});
