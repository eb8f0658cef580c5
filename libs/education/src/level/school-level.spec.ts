import { isSchoolAge, levelOf, schoolLevels } from './school-level.js';

describe('A-222: levels', () => {
  it.each([
    ['Standard 1', 'Standard 1'],
    ['Tahun 6', 'Standard 6'],
    ['darjah 3', 'Standard 3'],
    ['YEAR 2 Mawar', 'Standard 2'],
    ['Form 4', 'Form 4'],
    [' tingkatan  4  Sains ', 'Form 4'],
    ['Form 5-A', 'Form 5'],
    ['Lower 6', 'Form 6'],
    ['Upper Form 6 Arts', 'Form 6'],
    ['Matrikulasi', 'Matriculation'],
    ['Matriculation (Science)', 'Matriculation'],
  ])('%j names %s', (text, key) => {
    expect(levelOf(text)?.key).toBe(key);
  });

  it.each(['Form 10', 'Standard 12', '4', '', 'Form', 'Form4', 'Formula 1', 'Old Form 4', 'Form 7', 'Tahun 1é', null])(
    '%j names none',
    (text) => {
      expect(levelOf(text)).toBeNull();
    },
  );

  it('every name of every level names that level, and no other', () => {
    for (const level of schoolLevels)
      for (const name of [level.key, ...level.aliases]) expect([name, levelOf(name)]).toEqual([name, level]);
  });

  it('stand in the order in which they are passed', () => {
    expect(schoolLevels.map(({ key, group, ages }) => `${key} ${group} ${ages.join('-')}`)).toEqual([
      'Standard 1 primary 7-7',
      'Standard 2 primary 8-8',
      'Standard 3 primary 9-9',
      'Standard 4 primary 10-10',
      'Standard 5 primary 11-11',
      'Standard 6 primary 12-12',
      'Form 1 lower_secondary 13-13',
      'Form 2 lower_secondary 14-14',
      'Form 3 lower_secondary 15-15',
      'Form 4 upper_secondary 16-16',
      'Form 5 upper_secondary 17-17',
      'Form 6 pre_university 18-19',
      'Matriculation pre_university 18-19',
    ]);
  });
});

it.each([
  ['Standard 1', 5, false],
  ['Standard 1', 6, true],
  ['Standard 1', 10, true],
  ['Standard 1', 11, false],
  ['Form 4', 14, false],
  ['Tingkatan 4 Sains', 15, true],
  ['Form 4', 19, true],
  ['Form 4', 20, false],
  ['Form 6', 16, false],
  ['Form 6', 17, true],
  ['Form 6', 22, true],
  ['Form 6', 23, false],
  ['Malam', 16, null],
  [null, 16, null],
])('A-202: in %j a person who becomes %i is of school age: %s', (text, age, expected) => {
  expect(isSchoolAge(text, age)).toBe(expected);
});
