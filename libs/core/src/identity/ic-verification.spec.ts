import fc from 'fast-check';
import { isCalendarDate } from '@usaha/shared';
import {
  twelveDigits,
  verificationOf,
  verifiedIc,
  verifiedTypedIc,
  yearsBetween,
  type IcRule,
} from './ic-verification.js';

const TODAY = '2026-11-20';
const accepts = (rule: IcRule, ic_number: string | null, date_of_birth: string | null = null): boolean => {
  try {
    rule({ ic_number, date_of_birth }, TODAY);
    return true;
  } catch {
    return false;
  }
};
const six = (day: string): string => day.slice(2).replaceAll('-', '');

describe('A-127: what the reference surface refuses', () => {
  it('is neither a number with its date of birth, nor one alone, nor none', () => {
    expect(accepts(verifiedIc, '900101-14-5678', '1990-01-01')).toBe(true);
    expect(accepts(verifiedIc, '900101145678', '1990-01-01')).toBe(true);
    expect(accepts(verifiedIc, '900101-14-5678')).toBe(true);
    expect(accepts(verifiedIc, null, '1990-01-01')).toBe(true);
  });

  it.each(['901301-14-5678', '900230-14-5678', 'abc', '', '90010114567', '900101-145678', 'A1234567'])(
    'is %j, by the name of the field',
    (ic) => {
      expect(() => verifiedIc({ ic_number: ic, date_of_birth: null }, TODAY)).toThrow(/ic_number must be 12 digits/);
    },
  );

  it('is another date of birth than the number’s; the century is the date’s', () => {
    expect(() => verifiedIc({ ic_number: '900101-14-5678', date_of_birth: '1985-05-05' }, TODAY)).toThrow(
      /date_of_birth is 1985-05-05; ic_number begins with another date/,
    );
    expect(accepts(verifiedIc, '900101-14-5678', '1890-01-01')).toBe(true);
    expect(accepts(verifiedIc, '200101-14-5678', '1920-01-01')).toBe(true);
    expect(accepts(verifiedIc, '200101-14-5678', '2020-01-01')).toBe(true);
  });

  it('is no calendar date from 1900 to today with its number', () => {
    const last = Date.UTC(2026, 10, 20);
    for (let day = Date.UTC(1900, 0, 1), n = 0; day <= last; day += 86_400_000, n += 1) {
      const born = new Date(day).toISOString().slice(0, 10);
      const ic = `${six(born)}${String((n * 7_919) % 1_000_000).padStart(6, '0')}`;
      if (!accepts(verifiedIc, ic, born)) throw new Error(`${ic} of ${born} is refused`);
    }
  });

  it.each(['00', '01', '04', '23', '99'])(
    'is of the year %s every month and day that is no date, and no other',
    (year) => {
      for (let number = 0; number < 10_000; number += 1) {
        const rest = String(number).padStart(4, '0');
        const date = `${year}-${rest.slice(0, 2)}-${rest.slice(2)}`;
        const isDate = isCalendarDate(`19${date}`) || isCalendarDate(`20${date}`);
        if (isDate !== accepts(verifiedIc, `${year}${rest}145678`)) throw new Error(`${date}: ${isDate}`);
      }
    },
  );

  it('is any other date of birth than the number’s, whichever they are', () => {
    const days = fc
      .date({ min: new Date('1900-01-01'), max: new Date(TODAY), noInvalidDate: true })
      .map((instant) => instant.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, days, fc.stringMatching(/^\d{6}$/), (one, other, tail) => {
        expect(accepts(verifiedIc, six(one) + tail, other)).toBe(six(one) === six(other));
      }),
    );
  });
});

it('A-372: a number that is typed with spaces between its groups is taken of patients, and of no other form', () => {
  for (const ic of [' 900101 14 5678', '900101 - 14 - 5678', '900101-14-5678', '900101145678'])
    expect([ic, accepts(verifiedTypedIc, ic, '1990-01-01')]).toEqual([ic, true]);
  for (const ic of ['9001 01145678', '900101  14 5678', '901301 14 5678'])
    expect([ic, accepts(verifiedTypedIc, ic, '1990-01-01')]).toEqual([ic, false]);
  expect(accepts(verifiedIc, '900101 14 5678')).toBe(false);
});

describe('A-127: what the contract surface refuses', () => {
  it('is what has other than 12 digits, and nothing else', () => {
    for (const ic of [
      '900101-14-5678',
      '901301145678',
      '000000000000',
      '9001-0114-5678',
      '900101 14 5678',
      'A12345678',
    ])
      expect([ic, accepts(twelveDigits, ic, '1985-05-05')]).toEqual([ic, true]);
    for (const ic of ['abc', '', '90010114567', '9001011456789', '90010114567a', 'ABCD12345', 'A1234', 'A1234567890'])
      expect([ic, accepts(twelveDigits, ic)]).toEqual([ic, false]);
  });
});

describe('A-127: what is reported', () => {
  const report = (ic_number: string | null, date_of_birth: string | null, gender: string | null) =>
    verificationOf({ ic_number, date_of_birth, gender }, TODAY);

  it('is nothing without a number', () => expect(report(null, '1990-01-01', 'male')).toBeNull());

  it('is the gender by the last digit, for male and female in any case, and for nothing else', () => {
    const said = ['male', ' MALE ', 'Female', 'x', '', null].map(
      (gender) => report('900101145677', null, gender)?.gender,
    );
    expect(said).toEqual([true, true, false, null, null, null]);
    expect(report('900101145678', null, 'female')?.gender).toBe(true);
  });

  it('is whether the date fits, and the age today by it, else by the number', () => {
    expect(report('900101145678', '1990-01-01', null)).toMatchObject({ format: true, age: true, age_years: 36 });
    expect(report('900101145678', null, null)).toMatchObject({ age: null, age_years: 36 });
    expect(report('900101145678', '1985-05-05', null)).toMatchObject({ age: false, age_years: 41 });
    expect(report('261120145678', '1926-11-20', null)?.age_years).toBe(100);
    expect(report('261121145678', '2026-11-21', null)?.age_years).toBeNull();
  });

  it('is the place of birth, null for a code of none; no checksum, since no rule of one is confirmed', () => {
    expect(report('900101145678', null, null)?.birthplace?.code).toBe('KUL');
    expect(report('900101005678', null, null)?.birthplace).toBeNull();
    expect(report('900101145678', null, null)?.checksum).toBeNull();
  });

  it('is of a number that the other surface took and that is none, that it is none', () => {
    const none = { age: null, gender: null, checksum: null, birthplace: null };
    expect(report('901301145678', '1990-01-01', 'male')).toEqual({ format: false, age_years: 36, ...none });
    expect(report('901301145678', null, null)).toEqual({ format: false, age_years: null, ...none });
  });
});

it.each([
  ['1990-01-01', '2026-11-20', 36],
  ['1990-11-20', '2026-11-20', 36],
  ['1990-11-21', '2026-11-20', 35],
  ['2004-02-29', '2025-02-28', 20],
  ['2004-02-29', '2025-03-01', 21],
  ['2026-11-20', '2026-11-20', 0],
])('a person born on %s is on %s %i years old', (born, today, years) => {
  expect(yearsBetween(born, today)).toBe(years);
});
