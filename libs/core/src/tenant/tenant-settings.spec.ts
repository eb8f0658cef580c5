import { binDays, erasesBinnedPersons, printedNumber, replacedSettings } from './tenant-settings.js';

describe('settings that the service reads (A-336)', () => {
  const before = { sst_registration_number: 'W10-1', ssm_number: '202101012345', theme: 'light' };

  it('stay when a change does not name them, while all other keys are replaced', () =>
    expect(replacedSettings(before, { colour: 'red' })).toEqual({
      sst_registration_number: 'W10-1',
      ssm_number: '202101012345',
      colour: 'red',
    }));

  it('are changed where they are named, and removed by null', () =>
    expect(replacedSettings(before, { sst_registration_number: 'W10-2', ssm_number: null })).toEqual({
      sst_registration_number: 'W10-2',
    }));

  it('are not made where there were none', () =>
    expect(replacedSettings({}, { theme: 'dark' })).toEqual({ theme: 'dark' }));

  it.each([undefined, null, '', '  ', 5, {}])('%j is printed as no number', (value) =>
    expect(printedNumber({ sst_registration_number: value }, 'sst_registration_number')).toBeNull(),
  );
});

describe('settings of the bin (A-508)', () => {
  it.each([
    [undefined, 30],
    [1, 1],
    [365, 365],
    [0, 30],
    [366, 30],
    [7.5, 30],
    ['7', 30],
    [null, 30],
  ])('bin_days %j keep deleted records for %i days', (bin_days, days) => expect(binDays({ bin_days })).toBe(days));

  it.each([
    [undefined, false],
    [true, true],
    [false, false],
    ['true', false],
    [1, false],
    [null, false],
  ])('bin_erases_persons %j erases persons: %j', (bin_erases_persons, erases) =>
    expect(erasesBinnedPersons({ bin_erases_persons })).toBe(erases),
  );
});
