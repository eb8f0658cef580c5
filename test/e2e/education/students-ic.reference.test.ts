import fc from 'fast-check';
import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { educationShapes, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { propertyRuns } from '../../support/property-runs.js';

const HOURS_AHEAD = 8;
const today = new Date(Date.now() + HOURS_AHEAD * 3_600_000).toISOString().slice(0, 10);
const thisYear = Number(today.slice(0, 4));
/** The number of a person who becomes that old this year, born on 1 January. */
const icOfAge = (age: number): string => `${String(thisYear - age).slice(2)}0101-10-1236`;

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const NAMES = { first_name: 'Aisyah', last_name: 'Rahman' };
const create = (body: Record<string, unknown>, by = token) => on.post('/education/students', { ...NAMES, ...body }, by);
const change = (id: string, body: unknown) => on.put(`/education/students/${id}`, body, token);
const read = async (id: string): Promise<Json> => must(await on.get(`/education/students/${id}`, token), 200);
const verified = async (body: Record<string, unknown>): Promise<Json> => must(await create(body), 201).ic_verification;

describe('A-117: an IC number', () => {
  it('fits the date of birth that it begins with, and no other', async () => {
    expect((await create({ ic_number: '080215-10-1235', date_of_birth: '2008-02-15' })).status).toBe(201);
    const answer = await create({ ic_number: '080215-10-1235', date_of_birth: '2007-02-15' });
    expectInvalid(on, answer, 'date_of_birth');
    expect(answer.text).not.toContain('080215');
  });

  it('A-127: has the century of the date of birth', async () => {
    const { age, age_years } = await verified({ ic_number: '080215-10-1235', date_of_birth: '1908-02-15' });
    expect([age, age_years > 100]).toEqual([true, true]);
  });

  it.each([
    '901301-14-5678',
    '100230-10-1236',
    '110229-10-1236',
    'abc',
    '90010114567',
    '900101 14 5678',
    '9001-0114-5678',
    '',
  ])('is refused: %j', async (ic_number) => {
    expectInvalid(on, await create({ ic_number }), 'ic_number');
  });

  it('A-202: is checked again when it or the date of birth changes, and nothing is stored that is refused', async () => {
    const before = await newStudent(tenant, { ic_number: '100215-10-1236', date_of_birth: '2010-02-15' });
    expect((await change(before.id, { gender: 'female' })).status).toBe(200);
    expectInvalid(on, await change(before.id, { date_of_birth: '2010-02-16' }), 'date_of_birth');
    expectInvalid(on, await change(before.id, { ic_number: '100216-10-1236' }), 'date_of_birth');
    expectInvalid(on, await change(before.id, { ic_number: '100230-10-1236', date_of_birth: null }), 'ic_number');
    expect(await read(before.id)).toMatchObject({ ic_number: '100215-10-1236', date_of_birth: '2010-02-15' });
    const moved = { ic_number: '100216101236', date_of_birth: '2010-02-16' };
    expect(must(await change(before.id, moved), 200)).toMatchObject(moved);
    expect(must(await change(before.id, { ic_number: null }), 200).ic_verification).toBeNull();
  });
});

describe('A-202: what is reported of an IC number', () => {
  it('is as of patients, with the age for the level', async () => {
    const verification = await verified({ ic_number: '100215-10-1236', gender: 'female', current_grade: 'Form 4' });
    expectKeys(verification, educationShapes.icVerification);
    expect(verification).toEqual({
      format: true,
      age: null,
      age_years: expect.any(Number),
      gender: true,
      checksum: null,
      birthplace: { kind: 'state', name: 'Selangor', code: 'SGR' },
      school_age: expect.any(Boolean),
    });
  });

  it.each([
    ['Standard 1', 5, false],
    ['Standard 1', 6, true],
    ['Tahun 1 Mawar', 10, true],
    ['Standard 1', 11, false],
    ['Tingkatan 4 Sains', 14, false],
    ['form 4', 15, true],
    ['Form 4', 19, true],
    ['Form 4', 20, false],
    ['Form 6', 16, false],
    ['Lower 6', 17, true],
    ['Form 6', 22, true],
    ['Matrikulasi', 23, false],
    ['Form 10', 16, null],
    ['4', 16, null],
    [null, 16, null],
  ])(
    'in %j a student who becomes %i this year is of school age: %s; no student is refused for it',
    async (grade, age, is) => {
      const ic_number = icOfAge(age);
      expect((await verified({ ic_number, current_grade: grade })).school_age).toBe(is);
    },
  );

  it('goes by the date of birth where there is one, and by the year alone', async () => {
    const ages = [];
    for (const date_of_birth of [`${thisYear - 16}-12-31`, `${thisYear - 116}-12-31`]) {
      const ic_number = `${date_of_birth.slice(2).replaceAll('-', '')}-10-1236`;
      ages.push((await verified({ ic_number, date_of_birth, current_grade: 'Form 4' })).school_age);
    }
    expect(ages).toEqual([true, false]);
  });

  it('is null without a number, even where the age would tell', async () => {
    expect(await verified({ date_of_birth: '2010-02-15', current_grade: 'Standard 1' })).toBeNull();
  });

  it('refuses nothing else: level, gender, place of birth, another student of the same number', async () => {
    const body = { ic_number: '100215-00-1236', gender: 'male', current_grade: 'Standard 1' };
    for (let i = 0; i < 2; i += 1)
      expect(await verified(body)).toMatchObject({ format: true, gender: false, birthplace: null, school_age: false });
  });
});

describe('any text for an IC number or a date', () => {
  let own: TestTenant;
  let stored = 0;
  beforeAll(async () => {
    own = await newTenant();
  });
  const total = async (): Promise<number> =>
    (await on.get('/education/students?page_size=1', own.admin.token)).body.pagination.total;

  const isDay = (text: string): boolean => {
    const at = new Date(`${text}T00:00:00Z`);
    return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
  };
  const two = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, '0'));
  const month = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 99 }));
  const day = fc.oneof(fc.integer({ min: 26, max: 31 }), fc.integer({ min: 0, max: 99 }));
  const padded = (numbers: fc.Arbitrary<number>) => numbers.map((number) => String(number).padStart(2, '0'));
  const separators = fc.constantFrom(['', ''], ['-', '-'], ['-', ''], [' ', ' ']);
  const numbers = fc
    .tuple(two, padded(month), padded(day), two, fc.integer({ min: 0, max: 9999 }), separators)
    .map(([yy, mm, dd, place, serial, [first, second]]) =>
      [yy, mm, dd, first, place, second, String(serial).padStart(4, '0')].join(''),
    );
  const anything = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.stringMatching(/^[0-9-]{0,16}$/),
  );

  /** As the reading says it: 12 digits, hyphens 6-2-4 or none, beginning with a date that has been. */
  const isRight = (text: string): boolean => {
    const [, digits = ''] = /^(\d{12}|\d{6}-\d\d-\d{4})$/.exec(text.trim()) ?? [];
    const date = digits && `${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`;
    return text.length <= 50 && ['19', '20'].some((c) => isDay(`${c}${date}`) && `${c}${date}` <= today);
  };

  it('A-117: the right ones are taken as they are, the others are a 400 and store nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: numbers }, anything), async (ic_number) => {
        const answer = await create({ ic_number }, own.admin.token);
        if (isRight(ic_number)) {
          stored += 1;
          expect(must(answer, 201)).toMatchObject({ ic_number, ic_verification: { format: true } });
        } else expectInvalid(on, answer, 'ic_number');
      }),
      { numRuns: propertyRuns(120) },
    );
    expect(await total()).toBe(stored);
  });

  it('A-23: calendar dates are taken as they are, the others are a 400 and store nothing', async () => {
    const years = fc
      .oneof(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 0, max: 9999 }))
      .map((year) => String(year).padStart(4, '0'));
    const dates = fc.tuple(years, padded(month), padded(day)).map((parts) => parts.join('-'));
    const before = await total();
    let more = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('date_of_birth', 'admission_date'),
        fc.oneof({ weight: 3, arbitrary: dates }, anything),
        async (name, text) => {
          const answer = await create({ [name]: text }, own.admin.token);
          if (/^\d{4}-\d\d-\d\d$/.test(text) && !text.startsWith('0000') && isDay(text)) {
            more += 1;
            expect(must(answer, 201)[name]).toBe(text);
          } else expectInvalid(on, answer, name);
        },
      ),
      { numRuns: propertyRuns(120) },
    );
    expect(await total()).toBe(before + more);
  });
});
