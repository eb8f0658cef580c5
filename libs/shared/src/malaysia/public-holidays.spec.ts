import { isCalendarDate } from '../values/day.js';
import { holidays2026 } from './public-holidays-2026.js';
import { holidays2027 } from './public-holidays-2027.js';
import { publicHolidays } from './public-holidays.js';
import { stateCodes, type StateCode } from './states.js';

/** The states that have a holiday on a day. */
const statesOn = (day: string, name_en: string): StateCode[] =>
  stateCodes.filter((state) => publicHolidays(day, state).some((holiday) => holiday.name_en === name_en));

const but = (...codes: string[]) => stateCodes.filter((code) => !codes.includes(code));

describe('public holidays', () => {
  it.each([
    ['2026', holidays2026, 63],
    ['2027', holidays2027, 56],
  ])('of %s are rows of days and states that there are', (year, rows, count) => {
    expect(rows).toHaveLength(count);
    for (const [day, name_ms, name_en, states] of rows) {
      expect(isCalendarDate(`${year}-${day}`)).toBe(true);
      expect([name_ms.trim(), name_en.trim()]).toEqual([name_ms, name_en]);
      if (states !== 'all') expect(stateCodes).toEqual(expect.arrayContaining(states.split(' ')));
    }
    expect(rows.map(([day]) => day)).toEqual(rows.map(([day]) => day).sort());
  });

  it('are those of the state, and of the whole country where it is not known', () => {
    const names = (state: StateCode | null) => publicHolidays('2026-06-01', state).map(({ name_en }) => name_en);
    expect(names('13')).toEqual(["Agong's Birthday", 'Perayaan Hari Gawai Dayak']);
    expect(names('10')).toEqual(["Agong's Birthday"]);
    expect(names(null)).toEqual(["Agong's Birthday"]);
    expect(publicHolidays('2026-12-11', null)).toEqual([]);
    expect(publicHolidays('2026-12-11', '10')).toEqual([
      {
        name_ms: 'Hari Keputeraan Sultan Selangor',
        name_en: 'Hari Keputeraan Sultan Selangor',
        is_replacement: false,
        is_expected: false,
      },
    ]);
  });

  // Where a common calendar package is wrong: replacement days, and the states of Deepavali.
  it.each([
    ['2026-02-17', 'Chinese New Year', stateCodes],
    ['2026-03-21', 'Hari Raya Aidilfitri', stateCodes],
    ['2026-03-23', 'Hari Raya Aidilfitri (replacement)', ['03', '11']],
    ['2026-02-01', 'Thaipusam', ['01', '02', '05', '07', '08', '10', '14', '16']],
    ['2026-02-02', 'Thaipusam (replacement)', ['01', '05', '07', '08', '10', '14', '16']],
    ['2026-06-02', 'Wesak Day (replacement)', ['01', '04', '05', '06', '07', '08', '09', '10', '12', '14', '15', '16']],
    ['2026-08-31', 'National Day', stateCodes],
    ['2026-11-08', 'Deepavali', but('13')],
    ['2026-11-09', 'Deepavali (replacement)', but('02', '03', '11', '13')],
    ['2027-03-10', 'Hari Raya Aidilfitri', stateCodes],
    ['2027-10-28', 'Deepavali', but('13')],
    ['2027-12-26', 'Christmas Day (replacement)', ['03', '11']],
  ])('%s: %s', (day, name, states) => {
    expect(statesOn(day, name)).toEqual([...states].sort());
  });

  it('of a year that is only expected say so', () => {
    expect(publicHolidays('2027-01-01', '10')).toMatchObject([{ is_expected: true }]);
    expect(publicHolidays('2026-01-01', '10')).toMatchObject([{ is_expected: false }]);
  });

  it('of years that are not known are none', () => {
    for (const day of ['2025-08-31', '2028-08-31', '9999-08-31']) expect(publicHolidays(day, '10')).toEqual([]);
  });
});
