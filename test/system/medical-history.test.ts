import type { Json } from '../support/client.js';
import { inTurns } from '../support/retail.js';
import { clonedDatabase, dropDatabases, type OwnDatabase } from '../support/system-database.js';
import {
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

// Fifteen hundred records are written one by one.
jest.setTimeout(120_000);

const [FEW, MANY, MOST_ROWS] = [5, 500, 100];
const ROUNDS = 40;

let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  tenant = await newTenantAt(service);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const headers = () => ({ authorization: `Bearer ${tenant.admin.token}`, 'content-type': 'application/json' });

/** Without the checks that every answer of a test gets: they take longer than the service. */
async function send(method: string, path: string, body?: unknown): Promise<Json> {
  const url = `${service.baseUrl}/api/v1/healthcare${path}`;
  const response = await fetch(url, {
    method,
    headers: headers(),
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text).data;
}

/** A patient with a number of visits: each time he was examined, and something was prescribed. */
async function patientWith(visits: number): Promise<string> {
  const { id: patient_id } = await send('POST', '/patients/', {
    first_name: 'Siti',
    last_name: 'Nur',
    allergies: ['x'],
  });
  const visit = (i: number) => async () => {
    const { id: appointment_id } = await send('POST', '/appointments/', {
      patient_id,
      doctor_id: 'dr-lim',
      scheduled_date: '2026-03-10',
      scheduled_time: '09:00:00',
      reason: `Lawatan ${i}`,
      symptoms: ['batuk'],
      notes: 'Datang bersama isteri',
    });
    await send('POST', '/medical-records/', {
      patient_id,
      appointment_id,
      diagnosis: `Bronkitis ${i}`,
      symptoms: ['batuk', 'demam'],
      vitals: { blood_pressure: '120/80', heart_rate: 72, temperature: 37.9, weight: 64.5, height: 171 },
      notes: 'Paru-paru kiri jelas',
      treatment_plan: 'Rehat dan air',
      follow_up_instructions: 'Datang semula jika demam',
    });
    await send('POST', '/prescriptions/', {
      patient_id,
      appointment_id,
      medication: 'Amoxicillin 500 mg',
      dosage: '1 kapsul',
      frequency: 'tiga kali sehari',
      duration: '7 hari',
      instructions: 'Selepas makan',
    });
  };
  await inTurns(
    8,
    Array.from({ length: visits }, (_, i) => visit(i)),
  );
  await send('POST', '/vaccinations/', { patient_id, vaccine_type: 'MMR' });
  return patient_id;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** Milliseconds of each path's answer: taken in turns, so that other work of the machine falls on both. */
async function medians(paths: readonly string[]): Promise<number[]> {
  const times = paths.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, path] of paths.entries()) {
      const begun = performance.now();
      await send('GET', path);
      // The first rounds compile and plan.
      if (round >= ROUNDS / 4) (times[i] as number[]).push(performance.now() - begun);
    }
  return times.map(median);
}

it('A-159: the history of 500 visits comes in pages of 100, and a page of it within 3 times one of 5 visits', async () => {
  const [few, many] = [await patientWith(FEW), await patientWith(MANY)];
  const history = await send('GET', `/patients/${many}/medical-history/`);
  expect([history.medical_records.length, history.prescriptions.length]).toEqual([MOST_ROWS, MOST_ROWS]);
  expect(history.totals).toEqual({ medical_records: MANY, appointments: MANY, prescriptions: MANY, vaccinations: 1 });
  const paths = [few, many].map((id) => `/patients/${id}/medical-history/?page_size=${FEW}`);
  const [short, long] = (await medians(paths)) as [number, number];
  // Rows cost what they cost: each is opened field by field. What must not grow is finding and counting them.
  expect(long).toBeLessThan(3 * short);
});
