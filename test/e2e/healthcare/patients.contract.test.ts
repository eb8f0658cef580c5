import type { Json } from '../../support/client.js';
import { contractSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, INSTANT, shapes, UUID, wrongBodies } from '../../support/core-shapes.js';
import { healthcareShapes, newPatient } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const create = (body: unknown, by = token) => on.post('/healthcare/patients', body, by);
const list = (query: string, by = token) => on.get(`/healthcare/patients?${query}`, by);
const SMALLEST = { first_name: 'Siti', last_name: 'Nur', ic_number: '900101-14-5678', date_of_birth: '1990-01-01' };

describe('POST /v1/healthcare/patients', () => {
  it('answers 201 and exactly the record', async () => {
    const body = {
      ...SMALLEST,
      gender: 'FEMALE',
      phone: '+60 12-345 0101',
      email: 'siti@example.com',
      address: { city: 'Ipoh' },
      blood_type: 'O+',
      allergies: ['Penicillin'],
      medical_conditions: ['Asthma'],
    };
    const answer = await create(body);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, healthcareShapes.contract.patient);
    expectKeys(answer.body.address, shapes.address);
    expect(answer.body).toEqual({
      ...body,
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      medical_record_number: expect.stringMatching(/^MRN-\d{4}-\d{6}$/),
      address: { street: null, city: 'Ipoh', state: null, postal_code: null, country: 'Malaysia' },
      created_at: expect.stringMatching(INSTANT),
      updated_at: answer.body.created_at,
    });
  });

  it('A-20: takes the smallest body: all 16 keys are there', async () => {
    const { body, status } = await create(SMALLEST);
    expect(status).toBe(201);
    expectKeys(body, healthcareShapes.contract.patient);
    expect(healthcareShapes.contract.patient).toHaveLength(16);
    const unset = { gender: null, phone: null, email: null, address: null, blood_type: null };
    expect(body).toMatchObject({ ...SMALLEST, ...unset, allergies: [], medical_conditions: [] });
  });

  it.each(
    wrongBodies(SMALLEST, [], {
      ic_number: ['abc', '90010114567', '9001011456789'],
    }),
  )('A-127: refuses %s and names the field', async (_what, name, body) => {
    expectInvalid(on, await create(body), name);
  });
});

describe('GET /v1/healthcare/patients', () => {
  let own: TestTenant;
  let by: string;
  const names: Record<string, string> = {};
  beforeAll(async () => {
    own = await newTenant();
    by = own.admin.token;
    const patients: Record<string, Record<string, unknown>> = {
      siti: { last_name: 'Nurhaliza', email: 'siti@klinik.example', ic_number: '900101-14-5678' },
      ali: { first_name: 'Ali', last_name: 'Abu', phone_number: '012-345 0101', ic_number: '850505105433' },
    };
    for (const [name, body] of Object.entries(patients)) names[(await newPatient(own, body)).id] = name;
  });
  const found = async (query: string): Promise<(string | undefined)[]> => {
    const answer = await list(query, by);
    expect(answer.status).toBe(200);
    return answer.body.patients.map(({ id }: Json) => names[id]);
  };

  it('A-05: answers them by name with their pagination, newest first', async () => {
    const answer = await list('limit=1', by);
    expectKeys(answer.body, ['patients', 'pagination']);
    expect(answer.body.pagination).toEqual({ page: 1, limit: 1, total: 2, pages: 2 });
    expectKeys(answer.body.patients[0], healthcareShapes.contract.patient);
    expect(await found('')).toEqual(['ali', 'siti']);
  });

  it.each([
    ['siti nur', ['siti']],
    ['KLINIK', ['siti']],
    ['345 01', ['ali']],
    ['mrn-', ['ali', 'siti']],
    ['000001', ['siti']],
    ['900101-14', ['siti']],
    ['5433', ['ali']],
    ['850505-10-5433', ['ali']],
    ['05105433', []],
    ['%', []],
  ])('A-25: finds by %j in name, IC number, e-mail, phone and medical record number', async (text, expected) => {
    expect(await found(`search=${encodeURIComponent(text)}`)).toEqual(expected);
  });
});
