import { immunisationSchedule, nextDueDate } from './immunisation-schedule.js';

const due = (vaccine_type: string | null, dose_number: number | null, total_doses: number | null, on = '2026-01-15') =>
  nextDueDate({ vaccine_type, vaccine_name: null, administration_date: on, dose_number, total_doses });

describe('the immunisation schedule', () => {
  it('gives the doses of a vaccine in the order of the ages', () => {
    for (const { names, months } of immunisationSchedule)
      expect([names[0], [...months]]).toEqual([names[0], [...months].sort((a, b) => a - b)]);
    for (const [doses, ages] of immunisationSchedule.flatMap(({ courses = {} }) => Object.entries(courses)))
      expect([ages.length, [...ages]]).toEqual([Number(doses), [...ages].sort((a, b) => a - b)]);
  });

  it('calls no two vaccines the same', () => {
    const names = immunisationSchedule.flatMap((vaccine) => vaccine.names.map((name) => name.toLowerCase()));
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('A-137: the next dose', () => {
  it.each([
    ['DTaP-IPV-HepB-Hib', 1, 4, '2026-02-15'],
    ['DTaP-IPV-HepB-Hib', 2, 4, '2026-03-15'],
    ['DTaP-IPV-HepB-Hib', 3, 4, '2027-02-15'],
    ['PCV', 1, 3, '2026-03-15'],
    ['PCV', 2, 3, '2026-10-15'],
    ['MMR', 1, 2, '2026-04-15'],
    ['JE', 1, 2, '2027-01-15'],
  ])('of %s after dose %i of %i is due as long after it as the programme leaves', (vaccine, dose, of, expected) => {
    expect(due(vaccine, dose, of)).toBe(expected);
  });

  it('is none after the last, nor when it is not said which dose this was, nor beyond the programme', () => {
    expect([due('MMR', 2, 2), due('MMR', null, 2), due('MMR', 1, null), due('BCG', 1, 2), due('MMR', 2, 3)]).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('is none for a vaccine that the programme does not know', () => {
    expect([due('COVID-19', 1, 2), due('MMRV', 1, 2), due('', 1, 2), due(null, 1, 2)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('finds the vaccine by type or by name, however it is written', () => {
    for (const name of ['mmr', ' M.M.R ', 'Measles, Mumps and Rubella']) expect(due(name, 1, 2)).toBe('2026-04-15');
    expect(due('6-IN-1', 1, 4)).toBe('2026-02-15');
    const given = { administration_date: '2026-01-15', dose_number: 1, total_doses: 2 };
    expect(nextDueDate({ ...given, vaccine_type: 'childhood', vaccine_name: 'MMR' })).toBe('2026-04-15');
  });

  it('knows the courses of before, and names of combined vaccines', () => {
    expect(due('Hepatitis B', 1, 1)).toBeNull();
    expect([due('HepB', 1, 3), due('HepB', 2, 3)]).toEqual(['2026-02-15', '2026-06-15']);
    expect(due('HPV', 1, 2)).toBe('2026-07-15');
    expect([due('Pentavalent', 2, 4), due('Hexaxim', 2, 4), due('DTaP', 3, 4)]).toEqual([
      '2026-03-15',
      '2026-03-15',
      '2027-02-15',
    ]);
    expect(due('MMRV', 1, 2)).toBeNull();
  });

  it('falls on the last of a month that is shorter', () => {
    expect(due('DTaP-IPV-HepB-Hib', 1, 4, '2026-01-31')).toBe('2026-02-28');
    expect(due('DTaP-IPV-HepB-Hib', 1, 4, '2028-01-31')).toBe('2028-02-29');
    expect(due('DTaP-IPV-HepB-Hib', 2, 4, '2025-12-31')).toBe('2026-02-28');
    expect(due('JE', 1, 2, '2028-02-29')).toBe('2029-02-28');
  });

  it('keeps to dates that can be written', () => {
    expect(due('MMR', 1, 2, '9999-12-01')).toBeNull();
    expect(due('MMR', 1, 2, '0099-11-30')).toBe('0100-02-28');
  });
});
