/** The stages of Malaysian schooling that levels belong to, as the Ministry of Education divides it. */
export type LevelGroup = 'primary' | 'lower_secondary' | 'upper_secondary' | 'pre_university';

/** A year of schooling. */
export interface SchoolLevel {
  readonly key: string;
  readonly group: LevelGroup;
  /** How old its pupils become in its calendar year: the youngest and the oldest. Typical ages, which refuse no student. */
  readonly ages: readonly [from: number, to: number];
  /** Other names of it. */
  readonly aliases: readonly string[];
}

const oneAge = (age: number): [number, number] => [age, age];

/** Standard 1 is the year in which a child becomes 7. */
const standard = (year: number): SchoolLevel => ({
  key: `Standard ${year}`,
  group: 'primary',
  ages: oneAge(year + 6),
  aliases: ['Tahun', 'Year', 'Darjah', 'Primary'].map((name) => `${name} ${year}`),
});

const form = (year: number, group: LevelGroup): SchoolLevel => ({
  key: `Form ${year}`,
  group,
  ages: oneAge(year + 12),
  aliases: [`Tingkatan ${year}`],
});

const beforeUniversity = (key: string, ...aliases: string[]): SchoolLevel => ({
  key,
  group: 'pre_university',
  ages: [18, 19],
  aliases,
});

/**
 * The levels of the national system: Primary Standard 1–6, Lower Secondary Form 1–3, Upper Secondary Form 4–5,
 * Pre-University Form 6 or Matriculation. Years and ages follow the Education Act 1996 (primary school from the age of
 * six at 1 January, s.29A) and the practice of the Ministry of Education; the Malay names are the Ministry's own.
 */
export const schoolLevels: readonly SchoolLevel[] = [
  ...[1, 2, 3, 4, 5, 6].map(standard),
  ...[1, 2, 3].map((year) => form(year, 'lower_secondary')),
  ...[4, 5].map((year) => form(year, 'upper_secondary')),
  beforeUniversity('Form 6', 'Tingkatan 6', 'Lower 6', 'Upper 6', 'Lower Form 6', 'Upper Form 6'),
  beforeUniversity('Matriculation', 'Matrikulasi'),
];

const byName = new Map(
  schoolLevels.flatMap((level) => [level.key, ...level.aliases].map((name) => [name.toLowerCase(), level] as const)),
);

/** A level's name stands first; what follows is another word: `Form 10` is not Form 1. */
const beginning = new RegExp(`^(${[...byName.keys()].join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'u');

/**
 * The level that a free text names by its key or an alias, in any case and before any words
 * (`Tingkatan 4 Sains`); null where it names none (`Form 10`, `4`).
 */
export function levelOf(text: string | null): SchoolLevel | null {
  const name = text?.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
  return byName.get(beginning.exec(name ?? '')?.[1] ?? '') ?? null;
}

/** How many years below and above a level's ages are believable: early starters, and years repeated. */
const EARLY = 1;
const LATE = 3;

/**
 * Whether a student may be expected in the level that a text names, by the age reached in that calendar year.
 * @param age years from the year of birth to this one
 * @returns null where the text names no level
 */
export function isSchoolAge(text: string | null, age: number): boolean | null {
  const level = levelOf(text);
  return level && age >= level.ages[0] - EARLY && age <= level.ages[1] + LATE;
}
