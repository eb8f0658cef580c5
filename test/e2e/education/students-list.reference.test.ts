import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { educationShapes, newStudent } from '../../support/education.js';
import { must } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const list = (query: string, by: string) => on.get(`/education/students?${query}`, by);

describe('GET /api/v1/education/students/', () => {
  let own: TestTenant;
  let by: string;
  const names: Record<string, string> = {};
  beforeAll(async () => {
    own = await newTenant();
    by = own.admin.token;
    const students: Record<string, Record<string, unknown>> = {
      aisyah: {
        first_name: 'Aisyah',
        last_name: 'Nurhaliza',
        ic_number: '100215-10-1236',
        email: 'aisyah@sekolah.example',
        gender: 'Female',
        current_grade: 'Form 4',
        stream: 'academic',
        religion: 'Islam',
        nationality: 'Malaysian',
        allergies: ['kacang'],
        scholarship_info: { has_scholarship: true },
      },
      nur: {
        first_name: 'Nur',
        last_name: 'Aisyah',
        ic_number: '090505105433',
        gender: 'male',
        current_grade: ' form 4 ',
        stream: 'technical',
        religion: ' ISLAM',
        nationality: 'malaysian ',
        scholarship_info: { has_scholarship: false, scholarship_name: 'Yayasan', scholarship_percentage: 100 },
      },
      mei: { first_name: 'Mei_Ling', last_name: '100%', current_grade: '4', religion: 'Buddha', nationality: 'Thai' },
    };
    for (const [name, body] of Object.entries(students)) names[(await newStudent(own, body)).id] = name;
  });
  const found = async (query: string): Promise<(string | undefined)[]> => {
    const answer = await list(`${query}&page_size=100`, by);
    expect([query, answer.status]).toEqual([query, 200]);
    expect(answer.body.pagination.total).toBe(answer.body.data.length);
    return answer.body.data.map(({ id }: Json) => names[id]);
  };

  it('A-04, A-26: answers whole records, newest first, with their number', async () => {
    expect(await found('')).toEqual(['mei', 'nur', 'aisyah']);
    const answer = await list('page=2&page_size=2', by);
    expect(answer.body.pagination).toEqual({ page: 2, page_size: 2, total: 3, pages: 2 });
    expectKeys(answer.body.data[0], educationShapes.student);
    expect(answer.body.data[0].allergies).toEqual(['kacang']);
  });

  it.each([
    ['aisyah nur', ['aisyah']],
    ['AISYAH', ['nur', 'aisyah']],
    ['@sekolah', ['aisyah']],
    ['%', ['mei']],
    ['_', ['mei']],
    ['100215', ['aisyah']],
    ['100215-10', ['aisyah']],
    ['10021510123', ['aisyah']],
    ['100215-10-1236', ['aisyah']],
    ['1236', ['aisyah']],
    ['0905-05', ['nur']],
    ['090505-10-5433', ['nur']],
    ['10-1236', []],
    ['kacang', []],
    ['Buddha', []],
  ])('A-25: finds by %j in name, e-mail and IC number', async (text, expected) => {
    expect(await found(`search=${encodeURIComponent(text)}`)).toEqual(expected);
  });

  it.each([
    ['current_grade=form 4', ['nur', 'aisyah']],
    ['current_grade=FORM 4', ['nur', 'aisyah']],
    ['current_grade=4', ['mei']],
    ['current_grade=form', []],
    ['stream=academic', ['aisyah']],
    ['stream=vocational', []],
    ['gender=FEMALE', ['aisyah']],
    ['gender=%20male', ['nur']],
    ['religion=islam', ['nur', 'aisyah']],
    ['religion=%20iSLAM%20', ['nur', 'aisyah']],
    ['religion=isla', []],
    ['religion=buddha', ['mei']],
    ['nationality=MALAYSIAN', ['nur', 'aisyah']],
    ['has_scholarship=true', ['aisyah']],
    ['has_scholarship=false', ['mei', 'nur']],
    ['has_scholarship=', ['mei', 'nur', 'aisyah']],
    ['religion=islam&search=nur&gender=female&has_scholarship=true', ['aisyah']],
    ['religious_education=moral_education&date_from=2999-01-01', ['mei', 'nur', 'aisyah']],
  ])('A-205, A-206, A-208: narrows to %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it.each([
    ['stream=arts', 'stream'],
    ['has_scholarship=yes', 'has_scholarship'],
    ['search=a%00b', 'search'],
  ])('A-11: refuses %s', async (query, name) => {
    expectInvalid(on, await list(query, by), name);
  });

  it('A-205, A-206: finds by what a student has become', async () => {
    const other = await newTenant();
    const { id } = await newStudent(other, { religion: 'Islam' });
    const total = async (query: string) => (await list(query, other.admin.token)).body.pagination.total;
    const becomes = async (body: Json) => must(await on.put(`/education/students/${id}`, body, other.admin.token), 200);
    await becomes({ religion: 'Hindu', ic_number: '100215-10-1236', scholarship_info: { has_scholarship: true } });
    expect([await total('religion=islam'), await total('religion=hindu')]).toEqual([0, 1]);
    expect([await total('search=100215'), await total('has_scholarship=true')]).toEqual([1, 1]);
    await becomes({ religion: null, ic_number: null, scholarship_info: null });
    expect([await total('religion=hindu'), await total('search=100215')]).toEqual([0, 0]);
    expect([await total('has_scholarship=true'), await total('has_scholarship=false')]).toEqual([0, 1]);
  });

  it('A-52: knows no other tenant’s students, also by an IC number or a religion', async () => {
    const other = (await newTenant()).admin.token;
    for (const query of ['', 'search=aisyah', 'search=100215-10-1236', 'religion=islam', 'current_grade=form 4'])
      expect((await list(query, other)).body.pagination.total).toBe(0);
  });
});
