import { call, type Json } from '../../support/client.js';
import { UNKNOWN_ID, referenceSurface as on } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  UUID,
} from '../../support/core-shapes.js';
import { healthcareShapes as shapes, must, newPatient, newVaccination } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';
import { malaysianDay } from '../../support/retail.js';

const PATH = '/healthcare/vaccinations';
const DETAILS = {
  vaccine_type: 'Influenza',
  vaccine_name: 'Vaxigrip Tetra',
  batch_number: 'A69CB123',
  administration_date: '2026-03-10',
  administered_by: 'dr-lim',
  dose_number: 1,
  total_doses: 2,
  next_due_date: '2026-04-10',
  notes: 'Demam sedikit',
};

let tenant: TestTenant;
let token: string;
let patient: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  patient = await newPatient(tenant);
});

const create = (body: unknown, by = token) => on.post(PATH, body, by);
const made = (body: Record<string, unknown> = {}) => newVaccination(tenant, { patient_id: patient.id, ...body });
const found = async (query: string, by = token): Promise<string[]> =>
  must(await on.get(`${PATH}?${query}&page_size=100`, by), 200).map((row: Json) => row.id);

describe('warnings of a vaccination, which is never refused', () => {
  const warned = async (body: Record<string, unknown>): Promise<string[]> =>
    must(await create({ vaccine_type: 'MMR', ...body }), 201).warnings;

  it('before the patient was born, by the date of birth or by the IC number', async () => {
    const dated = await newPatient(tenant, { date_of_birth: '2025-06-01' });
    const numbered = await newPatient(tenant, { ic_number: '250601-14-5678' });
    for (const { id } of [dated, numbered]) {
      const said = await warned({ patient_id: id, administration_date: '2025-05-31' });
      expect(said).toEqual(['administration_date is before the patient was born (2025-06-01)']);
      expect(await warned({ patient_id: id, administration_date: '2025-06-01' })).toEqual([]);
    }
  });

  it('in the future, and in Malay', async () => {
    const body = { patient_id: patient.id, vaccine_type: 'MMR', administration_date: '2999-01-01' };
    expect(await warned(body)).toEqual(['administration_date 2999-01-01 is in the future']);
    const answer = await on.send('POST', PATH, { token, body, headers: { 'accept-language': 'ms' } });
    expect(on.data(answer).warnings).toEqual(['administration_date 2999-01-01 ialah tarikh akan datang']);
  });

  it('where the programme does not know the next dose, unless it was said', async () => {
    const course = { patient_id: patient.id, vaccine_type: 'Rotavirus', dose_number: 1, total_doses: 2 };
    expect(await warned(course)).toEqual([
      expect.stringMatching(/^The date of the next dose of Rotavirus is not known/),
    ]);
    expect(await warned({ ...course, next_due_date: null })).toEqual([]);
    expect(await warned({ ...course, dose_number: 2 })).toEqual([]);
  });
});

describe('POST /api/v1/healthcare/vaccinations/', () => {
  it('A-27: answers 201 with the vaccination as it was sent, and what makes it usable', async () => {
    const answer = await create({ patient_id: patient.id, ...DETAILS });
    expect(answer.status).toBe(201);
    const { warnings, ...vaccination } = on.data(answer);
    expect(warnings).toEqual([]);
    expectKeys(vaccination, shapes.vaccination);
    expect(vaccination).toEqual({
      ...DETAILS,
      voided_at: null,
      void_reason: null,
      patient_id: patient.id,
      id: expect.stringMatching(UUID),
      created_at: expect.stringMatching(INSTANT),
      updated_at: vaccination.created_at,
    });
    expect(must(await on.get(`${PATH}?patient_id=${patient.id}`, token), 200)).toContainEqual(vaccination);
  });

  it('A-20: needs only patient and vaccine, and answers every key; it was given today', async () => {
    for (const vaccine of [{ vaccine_type: 'BCG' }, { vaccine_name: 'Priorix' }]) {
      const days = [malaysianDay()];
      const { warnings: _, ...vaccination } = must(await create({ patient_id: patient.id, ...vaccine }), 201);
      days.push(malaysianDay());
      expectKeys(vaccination, shapes.vaccination);
      expect(days).toContain(vaccination.administration_date);
      const none = { vaccine_type: null, vaccine_name: null, batch_number: null, administered_by: null, notes: null };
      expect(vaccination).toMatchObject({
        ...none,
        dose_number: null,
        total_doses: null,
        next_due_date: null,
        ...vaccine,
      });
    }
    for (const none of [{}, { vaccine_type: null, vaccine_name: ' ' }])
      expectInvalid(on, await create({ patient_id: patient.id, ...none }), 'vaccine_name');
  });

  it('A-137: refuses dose 3 of 2', async () => {
    const body = { patient_id: patient.id, vaccine_type: 'MMR', total_doses: 2 };
    expectInvalid(on, await create({ ...body, dose_number: 3 }), 'dose_number');
    expect((await create({ ...body, dose_number: 2 })).status).toBe(201);
  });

  it('A-137: works out the next date when none is sent, and takes null and any other date as they are', async () => {
    const first = { vaccine_type: 'mmr', administration_date: '2026-01-31', dose_number: 1, total_doses: 2 };
    expect((await made(first)).next_due_date).toBe('2026-04-30');
    expect((await made({ ...first, next_due_date: null })).next_due_date).toBeNull();
    expect((await made({ ...first, next_due_date: '2030-01-01' })).next_due_date).toBe('2030-01-01');
    expect((await made({ ...first, dose_number: 2 })).next_due_date).toBeNull();
    expect((await made({ ...first, vaccine_type: 'Rabies' })).next_due_date).toBeNull();
    expect((await made({ ...first, total_doses: null })).next_due_date).toBeNull();
  });

  it('A-155: takes anybody as the one who gave it', async () => {
    for (const administered_by of ['dr-lim', UNKNOWN_ID, 'Jururawat Aina'])
      expect((await made({ administered_by })).administered_by).toBe(administered_by);
  });

  it('A-166: refuses a patient who is not known', async () => {
    const other = await newTenant();
    const theirs = await newPatient(other);
    const gone = await newPatient(tenant);
    await on.send('DELETE', `/healthcare/patients/${gone.id}`, { token });
    for (const patient_id of [UNKNOWN_ID, 'abc', theirs.id, gone.id])
      expectInvalid(on, await create({ patient_id, vaccine_type: 'MMR' }), 'patient_id');
  });
});

describe('GET /api/v1/healthcare/vaccinations/', () => {
  it('A-24, A-173: narrows to patient, type regardless of case, and days of the administration', async () => {
    const own = await newTenant();
    const by = own.admin.token;
    const [one, two] = [await newPatient(own), await newPatient(own)];
    const given = (patient_id: string, administration_date: string, vaccine_type: string) =>
      newVaccination(own, { patient_id, administration_date, vaccine_type });
    const march = await given(one.id, '2026-03-10', 'MMR');
    const january = await given(two.id, '2026-01-31', 'Hepatitis B');
    expect(await found('', by)).toEqual([january.id, march.id]);
    expect(await found(`patient_id=${one.id}`, by)).toEqual([march.id]);
    expect(await found('vaccine_type=%20hepatitis%20b', by)).toEqual([january.id]);
    expect(await found('date_from=2026-03-10&date_to=2026-03-10', by)).toEqual([march.id]);
    expect(await found('date_from=2026-02-01', by)).toEqual([march.id]);
    expect(await found('date_to=2026-01-31', by)).toEqual([january.id]);
    expect(await found('date_from=2026-04-01&date_to=2026-01-01', by)).toEqual([]);
    for (const patient_id of [UNKNOWN_ID, 'abc']) expect(await found(`patient_id=${patient_id}`, by)).toEqual([]);
    const page = await on.get(`${PATH}?page=2&page_size=1`, by);
    expect([page.body.data[0].id, page.body.pagination]).toEqual([
      march.id,
      { page: 2, page_size: 1, total: 2, pages: 2 },
    ]);
  });
});

describe('GET /api/v1/healthcare/patients/{patient_id}/vaccinations/', () => {
  const of = (id: string, query = '', by = token) => on.get(`/healthcare/patients/${id}/vaccinations?${query}`, by);

  it('A-139, A-159: is a list of one patient alone, in pages', async () => {
    const own = await newPatient(tenant);
    const doses = [];
    for (const dose_number of [1, 2, 3])
      doses.unshift(await newVaccination(tenant, { patient_id: own.id, dose_number }));
    const answer = await of(own.id);
    expect(answer.body.data).toEqual(doses);
    expect(answer.body.pagination).toEqual({ page: 1, page_size: 20, total: 3, pages: 1 });
    const second = await of(own.id, 'page=2&page_size=2');
    expect([second.body.data, second.body.pagination.total]).toEqual([[doses[2]], 3]);
    expect((await of((await newPatient(tenant)).id)).body.data).toEqual([]);
  });

  it('A-139: a patient who is unknown, deleted or of another tenant is not found', async () => {
    const other = await newTenant();
    const theirs = await newPatient(other);
    const gone = await newPatient(tenant);
    await newVaccination(tenant, { patient_id: gone.id });
    await on.send('DELETE', `/healthcare/patients/${gone.id}`, { token });
    const unknown = await of(UNKNOWN_ID);
    for (const id of [UNKNOWN_ID, 'abc', theirs.id, gone.id]) {
      expectRefusal(on, await of(id), 404);
      expectSameRefusal(unknown, await of(id));
    }
  });
});

it('A-51: vaccinations of another tenant are in no list', async () => {
  const other = await newTenant();
  const { id: patient_id } = await newPatient(other);
  await newVaccination(other, { patient_id, vaccine_type: 'Their own' });
  expect(await found('vaccine_type=their%20own')).toEqual([]);
  expect(await found(`patient_id=${patient_id}`)).toEqual([]);
});

it('A-60: vaccinations are refused where healthcare is disabled', async () => {
  const own = await newTenant();
  const { id } = await newPatient(own);
  await on.post('/modules/healthcare/disable', {}, own.admin.token);
  for (const path of [PATH, `/healthcare/patients/${id}/vaccinations`, `/healthcare/patients/${id}/medical-history`])
    expectRefusal(on, await on.get(path, own.admin.token), 403, 'MODULE_DISABLED');
});

it('says 401 without a token', async () => {
  for (const [method, path] of [
    ['GET', `${PATH}/`],
    ['POST', `${PATH}/`],
    ['GET', `/healthcare/patients/${UNKNOWN_ID}/vaccinations/`],
  ] as const)
    expectRefusal(on, await call(method, `/api/v1${path}`), 401);
});
