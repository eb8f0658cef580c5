import { ownTerms, schoolYearOf, termKey, termSpan, yearNamed, yearSpan } from './terms.js';

const usual = ownTerms.read(undefined);
const fromSeptember = ownTerms.read([
  { term: 1, from: '09-01', to: '12-20' },
  { term: 'Penggal 2', from: '01-05', to: '02-29' },
  { term: 'Musim Panas', from: '06-01', to: '07-15' },
]);

it.each([
  ['1', '1'],
  [1, '1'],
  ['01', '1'],
  ['Term 1', '1'],
  ['Penggal 1', '1'],
  ['penggal  pertama', '1'],
  ['first', '1'],
  ['First Term', '1'],
  ['Semester 2', '2'],
  ['Musim Panas', 'musim panas'],
])('A-229: %j is the term %s', (term, key) => expect(termKey(term)).toBe(key));

it.each([
  ['2026', 2026],
  ['2026/2027', 2026],
  ['2026-2027', 2026],
  [' 2026 / 2027 ', 2026],
  ['abc', null],
  ['26', null],
  ['2026/27', null],
  ['0000', null],
  ['9999', 9999],
  ['20260', null],
])('A-229: %j names the year %s', (text, year) => expect(yearNamed(text)).toBe(year));

describe('A-229: terms', () => {
  it('are the two halves of the calendar year unless they are set', () => {
    expect(termSpan(usual, 2024, 'Term 1')).toEqual({ from: '2024-01-01', to: '2024-06-30' });
    expect(termSpan(usual, 2024, 'second')).toEqual({ from: '2024-07-01', to: '2024-12-31' });
    expect(termSpan(usual, 2024, '9')).toBeNull();
    expect(yearSpan(usual, 2024)).toEqual({ from: '2024-01-01', to: '2024-12-31' });
    expect(schoolYearOf(usual, '2024-01-01')).toBe(2024);
  });

  it('whose days come before the first one’s are in the next calendar year', () => {
    expect(termSpan(fromSeptember, 2026, '1')).toEqual({ from: '2026-09-01', to: '2026-12-20' });
    expect(termSpan(fromSeptember, 2026, 'Term 2')).toEqual({ from: '2027-01-05', to: '2027-02-28' });
    expect(termSpan(fromSeptember, 2027, 'Term 2')).toEqual({ from: '2028-01-05', to: '2028-02-29' });
    expect(termSpan(fromSeptember, 2026, ' musim panas')).toEqual({ from: '2027-06-01', to: '2027-07-15' });
    expect(yearSpan(fromSeptember, 2026)).toEqual({ from: '2026-09-01', to: '2027-08-31' });
  });

  it('reach no further than the days that can be recorded', () => {
    expect(yearSpan(usual, 9999)).toEqual({ from: '9999-01-01', to: '9999-12-31' });
    expect(yearSpan(fromSeptember, 9998)).toEqual({ from: '9998-09-01', to: '9999-08-31' });
    expect(yearSpan(fromSeptember, 9999)).toEqual({ from: '9999-09-01', to: '9999-12-31' });
    expect(termSpan(fromSeptember, 9999, '1')).toEqual({ from: '9999-09-01', to: '9999-12-20' });
    expect(termSpan(fromSeptember, 9999, '2')).toBeNull();
    expect(schoolYearOf(fromSeptember, '0001-01-05')).toBe(0);
    expect(yearSpan(fromSeptember, 0)).toEqual({ from: '0001-01-01', to: '0001-08-31' });
    expect(termSpan(fromSeptember, 0, '1')).toBeNull();
  });

  it('a day belongs to the year that began last', () => {
    expect(schoolYearOf(fromSeptember, '2026-08-31')).toBe(2025);
    expect(schoolYearOf(fromSeptember, '2026-09-01')).toBe(2026);
  });

  it('a year begins on 1 March where there is no 29 February', () => {
    const leap = ownTerms.read([{ term: 1, from: '02-29', to: '12-31' }]);
    expect(yearSpan(leap, 2026)).toEqual({ from: '2026-03-01', to: '2027-02-28' });
    expect(yearSpan(leap, 2027)).toEqual({ from: '2027-03-01', to: '2028-02-28' });
  });

  it.each([
    null,
    'x',
    [],
    [{}],
    [{ term: 1, from: '01-01' }],
    [{ term: 1, from: '02-30', to: '06-30' }],
    [{ term: 1, from: '2026-01-01', to: '06-30' }],
    [{ term: 1.5, from: '01-01', to: '06-30' }],
    [{ term: ' ', from: '01-01', to: '06-30' }],
    [{ term: 1, from: '01-01', to: '06-30' }, 5],
  ])('%j counts as not set', (given) => expect(ownTerms.read(given)).toBe(usual));
});
