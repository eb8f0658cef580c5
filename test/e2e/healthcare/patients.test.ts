import type { Json } from '../../support/client.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid, expectKeys, expectRefusal } from '../../support/core-shapes.js';
import { healthcareShapes, must, newPatient } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
});

const NAMES = { first_name: 'Siti', last_name: 'Nur' };
const create = (body: Record<string, unknown>) => on.post('/healthcare/patients', { ...NAMES, ...body }, token);
const change = (id: string, body: unknown) => on.put(`/healthcare/patients/${id}`, body, token);
const read = async (id: string): Promise<Json> => must(await on.get(`/healthcare/patients/${id}`, token), 200);
const createOnContract = (body: Record<string, unknown>) =>
  contractSurface.post('/healthcare/patients', { ...NAMES, ...body }, token);
const onContract = async (id: string): Promise<Json> => {
  const { body } = await contractSurface.get('/healthcare/patients?limit=1000', token);
  return body.patients.find((patient: Json) => patient.id === id);
};

describe('A-127: an IC number', () => {
  it.each(['male', 'female'])(
    'is taken from a %s of either last digit; what does not fit is reported',
    async (gender) => {
      for (const ic_number of ['900101-14-5677', '900101-14-5678']) {
        const patient = must(await create({ ic_number, date_of_birth: '1990-01-01', gender }), 201);
        expectKeys(patient.ic_verification, healthcareShapes.icVerification);
        const fits = (gender === 'male') === ic_number.endsWith('7');
        expect(patient.ic_verification).toMatchObject({ format: true, age: true, gender: fits });
        expect(patient.ic_number).toBe(ic_number);
      }
    },
  );

  it('A-127: reports age and place of birth, no checksum, and refuses none of them', async () => {
    const kl = must(await create({ ic_number: '900101145678' }), 201).ic_verification;
    expect(kl).toEqual({
      format: true,
      age: null,
      age_years: expect.any(Number),
      gender: null,
      checksum: null,
      birthplace: { kind: 'state', name: 'Wilayah Persekutuan Kuala Lumpur', code: 'KUL' },
    });
    expect(kl.age_years).toBeGreaterThanOrEqual(36);
    const nowhere = must(await create({ ic_number: '900101-00-5678' }), 201).ic_verification;
    expect(nowhere).toMatchObject({ format: true, birthplace: null });
  });

  it.each(['901301-14-5678', '900230-14-5678', 'abc', '90010114567', ''])(
    'A-127: is refused on the reference surface: %j',
    async (ic_number) => {
      expectInvalid(on, await create({ ic_number }), 'ic_number');
    },
  );

  it('A-127: is refused with another date of birth', async () => {
    const answer = await create({ ic_number: '900101-14-5678', date_of_birth: '1985-05-05' });
    expectInvalid(on, answer, 'date_of_birth');
    expect(answer.text).not.toContain('900101');
  });

  it('A-127: is only counted on the contract surface', async () => {
    expectInvalid(
      contractSurface,
      await createOnContract({ ic_number: 'abc', date_of_birth: '1990-01-01' }),
      'ic_number',
    );
    for (const ic_number of ['901301-14-5678', '900101-14-5678', '9001-0114-5678'])
      expect((await createOnContract({ ic_number, date_of_birth: '1985-05-05' })).status).toBe(201);
  });

  it('A-127: that one surface took is sent back on the other, and checked when it changes', async () => {
    const { body } = await createOnContract({ ic_number: '901301-14-5678', date_of_birth: '1985-05-05' });
    const shown = await read(body.id);
    expect(shown.ic_verification).toEqual({
      format: false,
      age: null,
      age_years: expect.any(Number),
      gender: null,
      checksum: null,
      birthplace: null,
    });
    expect((await change(body.id, shown)).status).toBe(200);
    expect((await change(body.id, { notes: 'x' })).status).toBe(200);
    expectInvalid(on, await change(body.id, { date_of_birth: '1985-05-06' }), 'ic_number');
    expectInvalid(on, await change(body.id, { ic_number: '900230-14-5678' }), 'ic_number');
    expectInvalid(on, await change(body.id, { ic_number: '900101-14-5678' }), 'date_of_birth');
    const mended = must(await change(body.id, { ic_number: '850505-14-5678' }), 200);
    expect(mended.ic_verification).toMatchObject({ format: true, age: true });
    expectInvalid(on, await change(body.id, { date_of_birth: '1985-05-06' }), 'date_of_birth');
    expect((await read(body.id)).date_of_birth).toBe('1985-05-05');
  });

  it('A-127: need not be another one than anybody else’s', async () => {
    for (let i = 0; i < 2; i += 1) expect((await create({ ic_number: '880808-08-8888' })).status).toBe(201);
  });
});

describe('A-62: patients are the same on both surfaces', () => {
  it('by the mapping of §4: telephone number, conditions and gender by their other names', async () => {
    const { body } = await createOnContract({
      ic_number: '900101-14-5678',
      date_of_birth: '1990-01-01',
      gender: 'FEMALE',
      phone: '012',
      email: 'siti@example.com',
      medical_conditions: ['Asthma'],
      allergies: ['Udang'],
    });
    expect(await read(body.id)).toMatchObject({
      ...NAMES,
      medical_record_number: body.medical_record_number,
      gender: 'female',
      phone_number: '012',
      email: 'siti@example.com',
      chronic_conditions: ['Asthma'],
      allergies: ['Udang'],
      medications: [],
      pdpa_consent: false,
      emergency_contact: null,
    });
    must(await change(body.id, { phone_number: '013', chronic_conditions: [], gender: 'Male' }), 200);
    expect(await onContract(body.id)).toMatchObject({ phone: '013', medical_conditions: [], gender: 'MALE' });
  });

  it.each([
    ['male', 'MALE'],
    [' Female ', 'FEMALE'],
    ['other', 'OTHER'],
    ['lelaki', 'OTHER'],
    [null, null],
  ])('§4: a gender of %j is %j on the contract surface', async (gender, shown) => {
    const { id } = await newPatient(tenant, { gender });
    expect((await onContract(id)).gender).toBe(shown);
    expect((await read(id)).gender).toBe(gender);
  });

  it('A-154: shows any text as an e-mail where it was sent, and null where an e-mail is promised', async () => {
    const { id } = await newPatient(tenant, { email: 'tiada' });
    expect([(await read(id)).email, (await onContract(id)).email]).toEqual(['tiada', null]);
  });

  it('A-20: has null on the contract surface for what the reference surface did not ask', async () => {
    const { id } = await newPatient(tenant);
    const unset = { ic_number: null, date_of_birth: null, gender: null, phone: null, email: null, address: null };
    expect(await onContract(id)).toMatchObject({ ...unset, blood_type: null, allergies: [], medical_conditions: [] });
  });

  it('A-140: a deleted patient is gone from both', async () => {
    const { id } = await newPatient(tenant);
    expect(await onContract(id)).toBeDefined();
    expect((await on.send('DELETE', `/healthcare/patients/${id}`, { token })).status).toBe(200);
    expect(await onContract(id)).toBeUndefined();
    expectRefusal(on, await on.get(`/healthcare/patients/${id}`, token), 404);
  });
});

describe('A-30: many patients at once', () => {
  it('have numbers without gaps and without twins', async () => {
    const own = await newTenant();
    const made = await Promise.all(Array.from({ length: 20 }, () => newPatient(own)));
    const numbers = made.map((patient) => Number(patient.medical_record_number.slice(-6))).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });
});
