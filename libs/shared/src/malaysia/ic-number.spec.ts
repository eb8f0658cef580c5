import fc from 'fast-check';
import { isCalendarDate } from '../values/day.js';
import { birthplaces } from './birthplaces.js';
import { fitsBirthDate, icDigits, icSearchTexts, maskedIc, readIcNumber, searchedIc } from './ic-number.js';

/** `900101-14-5678`, from 12 digits. */
const formatIc = (digits: string): string => `${digits.slice(0, 6)}-${digits.slice(6, 8)}-${digits.slice(8)}`;

const TODAY = '2026-11-20';
const read = (text: string) => readIcNumber(text, TODAY);

describe('an identity card number', () => {
  it.each([
    ['900101-14-5567', '1990-01-01', 'male', 'KUL'],
    ['900101145568', '1990-01-01', 'female', 'KUL'],
    ['000229-10-0123', '2000-02-29', 'male', 'SGR'],
    ['850715-23-5432', '1985-07-15', 'female', 'JHR'],
    ['780830-39-6011', '1978-08-30', 'male', 'PRK'],
    // Born today, and not tomorrow.
    ['261120-01-0001', '2026-11-20', 'male', 'JHR'],
    ['261121-01-5001', '1926-11-21', 'male', 'JHR'],
    ['750101-71-5002', '1975-01-01', 'female', null],
    ['300101-43-6001', '1930-01-01', 'male', 'SGR'],
  ])('%s says %s, %s, %s', (text, date_of_birth, gender, code) => {
    const found = read(text)!;
    expect(found).toMatchObject({ digits: text.replaceAll('-', ''), date_of_birth, gender });
    expect(found.birthplace!.code).toBe(code);
    expect(formatIc(found.digits).replaceAll('-', '')).toBe(found.digits);
  });

  it.each([
    '901301-14-5567',
    '900230-14-5567',
    '010229-14-0123',
    '90010114556',
    '9001011455678',
    '90010A-14-5567',
    '900101-145567',
    '900101 14 5567',
    'abc',
    '',
  ])('%j is none', (text) => {
    expect(read(text)).toBeNull();
  });

  // Published examples refuse a code that is not assigned, and a gender that differs; both are reported only.
  it.each(['00', '17', '18', '19', '20', '69', '70', '73', '80', '81', '94', '95', '96', '97'])(
    'may have the code of no place, %s',
    (code) => {
      expect(read(`900101-${code}-5567`)).toMatchObject({ birthplace: null });
    },
  );

  it('has a place for every code that is assigned', () => {
    expect(Object.keys(birthplaces)).toHaveLength(86);
    expect(read('900101-71-5567')!.birthplace).toEqual({
      kind: 'region',
      name: 'Outside Malaysia (born before 2001)',
      code: null,
    });
    expect(read('900101-66-5567')!.birthplace).toEqual({ kind: 'country', name: 'Singapore', code: 'SG' });
  });

  it('is held against a date of birth by its first six digits', () => {
    const ic = read('900101-14-5567')!;
    expect(fitsBirthDate(ic, '1990-01-01')).toBe(true);
    expect(fitsBirthDate(ic, '1890-01-01')).toBe(true);
    expect(fitsBirthDate(ic, '1990-01-02')).toBe(false);
    expect(fitsBirthDate(ic, '1985-05-05')).toBe(false);
  });

  it('begins with a calendar date, which it says with or without hyphens', () => {
    const days = fc.date({ min: new Date('1926-11-21'), max: new Date('2026-11-20'), noInvalidDate: true });
    fc.assert(
      fc.property(days, fc.stringMatching(/^\d{6}$/), (instant, tail) => {
        const day = instant.toISOString().slice(0, 10);
        const digits = day.slice(2).replaceAll('-', '') + tail;
        const found = read(formatIc(digits));
        expect(found).toEqual(read(digits));
        expect(found).toMatchObject({ digits, date_of_birth: day });
        expect(fitsBirthDate(found!, day)).toBe(true);
      }),
    );
  });

  it('is one exactly when its first six digits are a date in some century', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12}$/), (digits) => {
        const date = `${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`;
        expect(read(digits) !== null).toBe(isCalendarDate(`19${date}`) || isCalendarDate(`20${date}`));
      }),
      { numRuns: 2_000 },
    );
  });

  it('has twelve digits wherever its hyphens are', () => {
    expect(icDigits('900101-145567')).toBe('900101145567');
    expect(icDigits(' 900101145567 ')).toBe('900101145567');
    expect(icDigits('abc')).toBeNull();
    expect(icDigits('90010114556')).toBeNull();
  });
});

describe('the search for an identity card number', () => {
  it('finds by the first six to twelve digits and the last four, with any hyphens', () => {
    const texts = icSearchTexts('900101-14-5678');
    expect(texts).toEqual([
      '900101',
      '9001011',
      '90010114',
      '900101145',
      '9001011456',
      '90010114567',
      '900101145678',
      '5678',
    ]);
    for (const asked of ['900101', '900101-14', '900101-14-5678', '900101145678', '5678'])
      expect(texts).toContain(searchedIc(asked));
    for (const asked of ['0101', '145678', '90010', '567']) expect(texts).not.toContain(searchedIc(asked));
  });

  it('finds the number of a foreign paper whole', () => {
    expect(icSearchTexts('A123')).toEqual(['A123']);
    expect(icSearchTexts('k 1234567890123')).toContain('K1234567890123');
    expect(icSearchTexts('')).toEqual([]);
  });
});

it.each([
  ['900101-14-5678', '******-**-5678'],
  ['A 12345678', '* ****5678'],
  ['A1234567', '****4567'],
  ['A123456', '*******'],
  ['', ''],
])('%j is %j to colleagues', (text, shown) => {
  expect(maskedIc(text)).toBe(shown);
});
