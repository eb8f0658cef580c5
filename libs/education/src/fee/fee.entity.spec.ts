import { Fee } from './fee.entity.js';

const fee = (more = {}): Fee => {
  const made = new Fee();
  made.describe({ fee_type: 'tuition', amount: 180, ...more });
  return made;
};

it('A-230: is in MYR, no duty and without scholarships, unless that is said', () =>
  expect(fee()).toMatchObject({
    currency: 'MYR',
    is_mandatory: false,
    scholarship_applicable: false,
    academic_year: null,
  }));

it('A-78: takes a currency’s three letters in any case, and null for MYR', () => {
  expect(fee({ currency: ' sgd ' }).currency).toBe('SGD');
  expect(fee({ currency: null }).currency).toBe('MYR');
  for (const currency of ['RINGGIT', '12', '', 'MY1']) expect(() => fee({ currency })).toThrow(/three letters/);
});

it('A-22: keeps its amount to the sen; it may be 0 and not less', () => {
  expect([fee({ amount: 10.005 }).amount, fee({ amount: 0 }).amount]).toEqual([10.01, 0]);
  expect(() => fee({ amount: -0.01 })).toThrow(/amount/);
});

it('A-18: what is absent stays', () => {
  const made = fee({ grade_level: 'Form 4', academic_year: 2026 });
  made.describe({ amount: 200 });
  expect(made).toMatchObject({ fee_type: 'tuition', grade_level: 'Form 4', academic_year: 2026, amount: 200 });
});
