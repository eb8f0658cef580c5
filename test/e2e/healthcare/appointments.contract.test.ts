import type { Json } from '../../support/client.js';
import { contractSurface as on, UNKNOWN_ID } from '../../support/core-surfaces.js';
import {
  expectInvalid,
  expectKeys,
  expectRefusal,
  expectSameRefusal,
  INSTANT,
  UUID,
} from '../../support/core-shapes.js';
import { healthcareShapes, newPatient } from '../../support/healthcare.js';
import { newTenant, type TestTenant } from '../../support/people.js';

const DOCTOR = '0198f3a2-6b1c-4c3e-9d2a-1f2e3d4c5b6a';

let tenant: TestTenant;
let token: string;
let patient: Json;
beforeAll(async () => {
  tenant = await newTenant();
  ({ token } = tenant.admin);
  patient = await newPatient(tenant);
});

const create = (body: unknown, by?: string) => on.post('/healthcare/appointments', body, by);
const smallest = (extra: Record<string, unknown> = {}) => ({
  patient_id: patient.id,
  doctor_id: DOCTOR,
  appointment_date: '2029-03-13T02:00:00Z',
  duration: 30,
  ...extra,
});
async function made(extra: Record<string, unknown> = {}): Promise<Json> {
  const answer = await create(smallest(extra), token);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body;
}

describe('POST /v1/healthcare/appointments', () => {
  it('answers 201 and the appointment', async () => {
    const answer = await create(smallest({ type: 'FOLLOW_UP', notes: 'Kerusi roda' }), token);
    expect(answer.status).toBe(201);
    expectKeys(answer.body, healthcareShapes.contract.appointment);
    expect(answer.body).toEqual({
      id: expect.stringMatching(UUID),
      tenant_id: tenant.id,
      patient_id: patient.id,
      doctor_id: DOCTOR,
      appointment_date: '2029-03-13T02:00:00.000Z',
      duration: 30,
      status: 'SCHEDULED',
      type: 'FOLLOW_UP',
      notes: 'Kerusi roda',
      reminder_sent: false,
      created_at: expect.stringMatching(INSTANT),
      updated_at: answer.body.created_at,
    });
  });

  it('takes the smallest body, and null for what may be left out', async () => {
    expect(await made()).toMatchObject({ type: 'CONSULTATION', notes: null });
    expect(await made({ type: null, notes: null })).toMatchObject({ type: 'CONSULTATION', notes: null });
  });

  it.each([
    ['2029-03-13T10:00:00+08:00', '2029-03-13T02:00:00.000Z'],
    ['2029-03-13T10:00:00', '2029-03-13T02:00:00.000Z'],
    ['2029-03-13T10:00:00.250+08:00', '2029-03-13T02:00:00.250Z'],
    ['2029-03-12T18:00:00-08:00', '2029-03-13T02:00:00.000Z'],
  ])('A-23: takes %s', async (appointment_date, instant) => {
    expect((await made({ appointment_date })).appointment_date).toBe(instant);
  });

  it('A-133: refuses another tenant’s patient as one that does not exist', async () => {
    expectInvalid(on, await create(smallest({ patient_id: UNKNOWN_ID }), token), 'patient_id');
    const other = await newPatient(await newTenant());
    expectSameRefusal(
      await create(smallest({ patient_id: UNKNOWN_ID }), token),
      await create(smallest({ patient_id: other.id }), token),
    );
  });
});

describe('GET /v1/healthcare/appointments', () => {
  it('A-05: shows those of the business, the last made first, with its pagination', async () => {
    const own = await newTenant();
    const [one, by] = [await newPatient(own), own.admin.token];
    const body = (appointment_date: string) => smallest({ patient_id: one.id, appointment_date });
    const ids: string[] = [];
    for (const date of ['2029-03-13T02:00:00Z', '2029-03-12T02:00:00Z', '2029-03-14T02:00:00Z'])
      ids.unshift((await create(body(date), by)).body.id);
    const page = await on.get('/healthcare/appointments?limit=2', by);
    expectKeys(page.body, ['appointments', 'pagination']);
    expect(page.body.pagination).toEqual({ page: 1, limit: 2, total: 3, pages: 2 });
    const rest = await on.get('/healthcare/appointments?limit=2&page=2', by);
    expect([...page.body.appointments, ...rest.body.appointments].map(({ id }: Json) => id)).toEqual(ids);
    expectKeys(page.body.appointments[0], healthcareShapes.contract.appointment);
  });

  it('A-67: finds those of a day in Malaysia', async () => {
    const own = await newTenant();
    const [one, by] = [await newPatient(own), own.admin.token];
    const { id } = (await create(smallest({ patient_id: one.id, appointment_date: '2025-03-10T16:30:00Z' }), by)).body;
    const on_day = async (date: string) =>
      (await on.get(`/healthcare/appointments?date=${date}`, by)).body.appointments.map((row: Json) => row.id);
    expect(await on_day('2025-03-11')).toEqual([id]);
    expect(await on_day('2025-03-10')).toEqual([]);
    expect(await on_day('')).toEqual([id]);
    expectInvalid(on, await on.get('/healthcare/appointments?date=2025-02-30', by), 'date');
  });

  it('A-337: shows those of a day in the order of their times, page by page', async () => {
    const own = await newTenant();
    const [one, by] = [await newPatient(own), own.admin.token];
    for (const time of ['09:30', '08:00', '23:45', '00:15'])
      await create(smallest({ patient_id: one.id, appointment_date: `2029-04-10T${time}:00+08:00` }), by);
    await create(smallest({ patient_id: one.id, appointment_date: '2029-04-11T00:00:00+08:00' }), by);
    const page = async (number: number) =>
      (await on.get(`/healthcare/appointments?date=2029-04-10&limit=3&page=${number}`, by)).body;
    const [first, second] = [await page(1), await page(2)];
    const times = [...first.appointments, ...second.appointments].map((row: Json) => row.appointment_date);
    expect(times).toEqual(['09T16:15', '10T00:00', '10T01:30', '10T15:45'].map((time) => `2029-04-${time}:00.000Z`));
    expect(first.pagination).toEqual({ page: 1, limit: 3, total: 4, pages: 2 });
  });

  it('asks for a token', async () => {
    expectRefusal(on, await on.get('/healthcare/appointments'), 401);
  });
});
