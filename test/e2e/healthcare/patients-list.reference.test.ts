import type { Json } from '../../support/client.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys } from '../../support/core-shapes.js';
import { healthcareShapes, newPatient } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const list = (query: string, by: string) => on.get(`/healthcare/patients?${query}`, by);

describe('GET /api/v1/healthcare/patients/', () => {
  let own: TestTenant;
  let by: string;
  const names: Record<string, string> = {};
  beforeAll(async () => {
    own = await newTenant();
    by = own.admin.token;
    const patients: Record<string, Record<string, unknown>> = {
      siti: {
        ic_number: '900101-14-5678',
        date_of_birth: '1990-01-01',
        gender: 'Female',
        phone_number: '+60 12-345 0101',
        blood_type: 'O+',
        allergies: ['Penicillin'],
        insurance_info: { provider: 'AIA' },
        first_name: 'Siti',
        last_name: 'Nurhaliza',
        email: 'siti@klinik.example',
      },
      nur: { first_name: 'Nur', last_name: 'Siti', ic_number: '850505105433', gender: 'male', blood_type: 'o+ ' },
      percent: { first_name: '100%', last_name: 'Bin_Ali', date_of_birth: '1990-01-01', insurance_info: {} },
    };
    for (const [name, body] of Object.entries(patients)) names[(await newPatient(own, body)).id] = name;
  });
  const found = async (query: string): Promise<(string | undefined)[]> => {
    const answer = await list(`${query}&page_size=100`, by);
    expect([query, answer.status]).toEqual([query, 200]);
    return answer.body.data.map(({ id }: Json) => names[id]);
  };

  it('A-04: answers whole records, newest first, with their number', async () => {
    expect(await found('')).toEqual(['percent', 'nur', 'siti']);
    const answer = await list('page=2&page_size=2', by);
    expect(answer.body.pagination).toEqual({ page: 2, page_size: 2, total: 3, pages: 2 });
    expectKeys(answer.body.data[0], healthcareShapes.patient);
    expect(answer.body.data[0].allergies).toEqual(['Penicillin']);
  });

  it.each([
    ['siti nur', ['siti']],
    ['SITI', ['nur', 'siti']],
    ['@klinik', ['siti']],
    ['%', ['percent']],
    ['_', ['percent']],
    ['900101', ['siti']],
    ['900101-14', ['siti']],
    ['90010114567', ['siti']],
    ['900101-14-5678', ['siti']],
    ['5678', ['siti']],
    ['8505-05', ['nur']],
    ['850505-10-5433', ['nur']],
    ['5433', ['nur']],
    ['0101', []],
    ['345 0101', []],
    ['MRN', []],
    ['Penicillin', []],
  ])('A-25: finds by %j in name, e-mail and IC number', async (text, expected) => {
    expect(await found(`search=${encodeURIComponent(text)}`)).toEqual(expected);
  });

  it.each([
    ['gender=FEMALE', ['siti']],
    ['gender=%20male', ['nur']],
    ['gender=man', []],
    ['blood_type=O%2B', ['nur', 'siti']],
    ['date_of_birth=1990-01-01', ['percent', 'siti']],
    ['has_insurance=true', ['siti']],
    ['has_insurance=false', ['percent', 'nur']],
    ['has_insurance=', ['percent', 'nur', 'siti']],
    ['has_insurance=true&search=nur&gender=female', ['siti']],
  ])('A-173, A-138: narrows to %s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('A-86: finds by the telephone number, however it is written, and by the medical record number', async () => {
    for (const written of ['+60123450101', '012-345 0101', '60 12 345 0101'])
      expect(await found(`phone_number=${encodeURIComponent(written)}`)).toEqual(['siti']);
    expect(await found('phone_number=0123450101&gender=male')).toEqual([]);
    expect(await found('phone_number=0123450102')).toEqual([]);
    const [{ medical_record_number }] = (await list('search=5678', by)).body.data;
    expect(await found(`medical_record_number=%20${medical_record_number.toLowerCase()}`)).toEqual(['siti']);
    expect(await found(`medical_record_number=${medical_record_number}&phone_number=0123450101`)).toEqual(['siti']);
    expect(await found(`medical_record_number=${medical_record_number.slice(0, -1)}`)).toEqual([]);
  });

  it('refuses a date and a flag that are none', async () => {
    expectInvalid(on, await list('date_of_birth=1990-02-30', by), 'date_of_birth');
    expectInvalid(on, await list('has_insurance=yes', by), 'has_insurance');
  });

  it('A-52: knows no other tenant’s patients, also by an IC number', async () => {
    const other = (await newTenant()).admin.token;
    for (const query of ['', 'search=siti', 'search=900101-14-5678', 'gender=female'])
      expect((await list(query, other)).body.pagination.total).toBe(0);
  });
});
