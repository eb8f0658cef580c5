import fc from 'fast-check';
import { isSameRegistration, readRegistrationNumber } from './company-registration.js';

const YEAR = 2026;
const read = (text: string) => readRegistrationNumber(text, YEAR);

describe('a registration number', () => {
  it.each([
    '201901000005',
    '201901000005 (1312525-A)',
    '202003123456',
    '200803090077 (SA0085324-V)',
    '201904000123',
    '128740-P',
    '3813-K',
    '1415158-U',
    '001234567-X',
    'LLP0012345-LGN',
    '202101234567',
    '202301012345',
    'JM0123456-A',
    '1312525a',
    ' 201901000005(1312525-A) ',
    'LLP0012345',
    '993456-D',
    '190001000001',
  ])('%s is one', (text) => {
    expect(read(text)).not.toBeNull();
  });

  it.each([
    '201900000005',
    '201907000005',
    '20190100005',
    '2019010000055',
    '202901000005',
    'ABC',
    'abc',
    '',
    'LLP123-LGN',
    '12345678901-X',
    '201901-000005-X',
    '189901000001',
    '202701000001',
    '201901000005 ()',
    '201901000005 (abc)',
    '201901000005 (201901000005)',
    '(1312525-A)',
    '128740-P (201901000005)',
    '1312525',
    '1312525-AB',
    '202301012345\n1',
    `${'2'.repeat(5_000)}`,
    `202301012345${' '.repeat(5_000)}`,
  ])('%j is none', (text) => {
    expect(read(text)).toBeNull();
  });

  it('tells what it says', () => {
    expect(read('201901000005 (1312525-A)')).toEqual({
      number: '201901000005',
      old_number: '1312525A',
      entity_type: 'local company',
      year: 2019,
      check_letter_fits: false,
    });
    expect(read('LLP0012345-LGN')).toEqual({
      number: null,
      old_number: 'LLP0012345LGN',
      entity_type: null,
      year: null,
      check_letter_fits: null,
    });
    expect(read('202003123456')).toMatchObject({ entity_type: 'business', year: 2020, check_letter_fits: null });
  });

  it.each(
    '128740-P 3813-K 6463-H 20076-K 200866-W 284669-W 425190-X 110925-W 8515-D 926374-U 1415158-U 1247551-X 1588139-X 370398-X 9378-T 234040-A 004594-A 1423557-M 123456-P 1234567-M'.split(
      ' ',
    ),
  )('%s has the check letter of its digits', (text) => {
    expect(read(text)?.check_letter_fits).toBe(true);
  });

  it('is refused for no check letter', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,7}-[A-Z]$/), (text) => {
        expect(read(text)?.old_number).toBe(text.replace('-', ''));
      }),
    );
  });

  it('is of a year up to the current one, and of one of six types', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: 1900, max: 2100 }),
        (year, type, serial, now) => {
          const text = [
            String(year).padStart(4, '0'),
            String(type).padStart(2, '0'),
            String(serial).padStart(6, '0'),
          ].join('');
          const found = readRegistrationNumber(text, now);
          expect(found !== null).toBe(year >= 1900 && year <= now && type >= 1 && type <= 6);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('never fails on a text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => read(text) === null || text.trim().length > 1));
  });
});

describe('two registration numbers', () => {
  const same = (a: string, b: string) => isSameRegistration(read(a)!, read(b)!);

  it('are the same when what both say is', () => {
    expect(same('1312525-A', '1312525a')).toBe(true);
    expect(same('201901000005 (1312525-A)', '201901000005')).toBe(true);
    expect(same('201901000005 (1312525-A)', '1312525-A')).toBe(true);
  });

  it('are not when something differs, or nothing is said by both', () => {
    expect(same('201901000005', '201901000006')).toBe(false);
    expect(same('201901000005 (1312525-A)', '201901000005 (1312526-A)')).toBe(false);
    expect(same('201901000005', '1312525-A')).toBe(false);
  });
});
