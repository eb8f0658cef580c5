import type { Json } from '../../support/client.js';
import { contractSurface, referenceSurface as on } from '../../support/core-surfaces.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { must, newAppointment, newPatient } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const resources = ['/healthcare/medical-records', '/healthcare/prescriptions', '/healthcare/billing'];
const changeable = resources.slice(0, 2);
const items = [{ description: 'Konsultasi', unit_price: 80 }];

let tenant: TestTenant;
let token: string;
let [his, hers]: Json[] = [];
let [atHis, atHers]: Json[] = [];
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  [his, hers] = [await newPatient(tenant), await newPatient(tenant)];
  [atHis, atHers] = await Promise.all([his, hers].map(({ id }) => newAppointment(tenant, { patient_id: id })));
});

const create = (path: string, patient: Json, appointment_id: string | null) =>
  on.post(path, { patient_id: patient.id, appointment_id, medication: 'Metformin', items }, token);
const made = async (path: string, patient: Json, visit: Json): Promise<Json> =>
  must(await create(path, patient, visit.id), 201);
const change = (path: string, id: string, body: unknown) => on.send('PUT', `${path}/${id}`, { token, body });
const read = async (path: string, id: string): Promise<Json> => must(await on.get(`${path}/${id}`, token), 200);
const countOf = async (path: string): Promise<number> => on.total(await on.get(path, token));

describe('A-186: what is noted at a visit is of the patient whose visit it was', () => {
  it.each(resources)('POST %s with the appointment of another patient is 400, and nothing is made', async (path) => {
    const before = await countOf(path);
    expectInvalid(on, await create(path, his, atHers.id), 'appointment_id');
    expect(await countOf(path)).toBe(before);
    expect((await made(path, his, { id: atHis.id.toUpperCase() })).appointment_id).toBe(atHis.id);
    expect(must(await create(path, his, null), 201).appointment_id).toBeNull();
  });

  it.each(resources)('POST %s with one that was booked on the contract surface, too', async (path) => {
    const body = { patient_id: hers.id, doctor_id: hers.id, appointment_date: '2029-04-10T02:00:00Z', duration: 30 };
    const answer = await contractSurface.post('/healthcare/appointments', body, token);
    expect(answer.status).toBe(201);
    const booked = contractSurface.data(answer);
    expectInvalid(on, await create(path, his, booked.id), 'appointment_id');
    expect((await made(path, hers, booked)).appointment_id).toBe(booked.id);
  });

  it.each(changeable)('PUT %s that changes one of the two alone is 400, and nothing changes', async (path) => {
    const before = await made(path, his, atHis);
    expectInvalid(on, await change(path, before.id, { appointment_id: atHers.id, notes: 'x' }), 'appointment_id');
    expectInvalid(on, await change(path, before.id, { patient_id: hers.id, notes: 'x' }), 'appointment_id');
    const back = { patient_id: hers.id, appointment_id: atHis.id };
    expectInvalid(on, await change(path, before.id, back), 'appointment_id');
    expect(await read(path, before.id)).toEqual(before);
  });

  it.each(changeable)('PUT %s moves both together, or to no visit', async (path) => {
    const { id } = await made(path, his, atHis);
    const both = { patient_id: hers.id, appointment_id: atHers.id };
    expect(must(await change(path, id, both), 200)).toMatchObject(both);
    const none = { patient_id: his.id, appointment_id: null };
    expect(must(await change(path, id, none), 200)).toMatchObject(none);
    expect(must(await change(path, id, { appointment_id: atHis.id }), 200)).toMatchObject({ appointment_id: atHis.id });
  });

  it.each(changeable)(
    'PUT %s with the pair that is stored states nothing, for any patient of the visit now',
    async (path) => {
      const visit = await newAppointment(tenant, { patient_id: his.id });
      const before = await made(path, his, visit);
      must(await change('/healthcare/appointments', visit.id, { patient_id: hers.id }), 200);
      const pair = { patient_id: his.id, appointment_id: visit.id.toUpperCase() };
      expect(must(await change(path, before.id, pair), 200)).toEqual(before);
      expect(must(await change(path, before.id, { ...pair, notes: 'Pening' }), 200).notes).toBe('Pening');
      must(await change(path, before.id, { appointment_id: null }), 200);
      expectInvalid(on, await change(path, before.id, pair), 'appointment_id');
    },
  );
});
