import fc from 'fast-check';
import { crcOf, hasRightCrc, readEmvFields, writeEmvCode, writeEmvFields } from './emv-fields.js';

const tag = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'));
const value = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 24 }).filter((text) => [...text].length <= 99);
const fields = fc.uniqueArray(fc.record({ tag, value }), { selector: (field) => field.tag, maxLength: 12 });

describe('objects of an EMV code', () => {
  it('CRC-16/CCITT-FALSE has its check value', () => {
    expect(crcOf('123456789')).toBe('29B1');
    expect(crcOf('')).toBe('FFFF');
  });

  it('any objects are read back as they were written, in their order', () => {
    fc.assert(fc.property(fields, (written) => expect(readEmvFields(writeEmvFields(written))).toEqual(written)));
  });

  it('a value of other scripts counts by its characters, and the CRC by its bytes', () => {
    const written = [{ tag: '59', value: '陳美玲🏪' }];
    expect(writeEmvFields(written)).toBe('5904陳美玲🏪');
    expect(readEmvFields('5904陳美玲🏪')).toEqual(written);
    expect(hasRightCrc(writeEmvCode(written))).toBe(true);
  });

  it('a code that is cut off anywhere, or has one other character, is refused', () => {
    const code = writeEmvCode([
      { tag: '00', value: '01' },
      { tag: '59', value: 'KEDAI PAK DIN' },
    ]);
    for (let end = 1; end < code.length; end += 1) {
      const cut = code.slice(0, end);
      expect([cut, readEmvFields(cut) !== null && hasRightCrc(cut)]).toEqual([cut, false]);
    }
    fc.assert(
      fc.property(fc.nat(code.length - 1), fc.constantFrom(...'0123456789ABCXYZ '), (at, other) => {
        const changed = code.slice(0, at) + other + code.slice(at + 1);
        expect(changed === code || !hasRightCrc(changed)).toBe(true);
      }),
    );
  });

  it.each(['0', '00', '000', '0000', '0002A', '00AB01', 'A00201', '000201000202', '00-1x', '00 201'])(
    '%j is no list of objects',
    (text) => expect(readEmvFields(text)).toBeNull(),
  );

  it('a value of none or of more than 99 characters cannot be written', () => {
    expect(() => writeEmvFields([{ tag: '59', value: '' }])).toThrow(RangeError);
    expect(() => writeEmvFields([{ tag: '59', value: 'x'.repeat(100) }])).toThrow(RangeError);
  });
});
