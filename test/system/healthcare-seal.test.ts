import type { Json } from '../support/client.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** Facts of a person's health lie sealed: a dump tells none of them, and a lost key is reported clearly and damages nothing. */

const IC = '870615-10-6127';
const SECRETS = {
  ic_number: /870615-?10(?:-?6127)?/,
  allergies: /Penisilin/,
  chronic_conditions: /Hipertensi/,
  medications: /Amlodipin/,
  notes: /Takutjarum/,
  diagnosis: /Denggi/,
  treatment: /Rehatbanyak/,
  reason: /Demamtinggi/,
  vitals: /"?121\/81"?/,
  bill: /Jahitanluka/,
  policy: /POLISI-7788/,
  vaccine: /Vaksinrahsia|vaksinrahsia/,
};

let database: OwnDatabase;
let tenant: OwnTenant;
let service: OwnService;
let patient: Json;

const on = (path: string) => `/api/v1/healthcare/${path}`;
const post = async (path: string, body: unknown): Promise<Json> => {
  const answer = await at(service).post(on(path), body, tenant.admin.token);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
};

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  tenant = await newTenantAt(service);
  patient = await post('patients/', {
    first_name: 'Siti',
    last_name: 'Nur',
    ic_number: IC,
    date_of_birth: '1987-06-15',
    allergies: ['Penisilin'],
    chronic_conditions: ['Hipertensi'],
    medications: ['Amlodipin'],
    notes: 'Takutjarum',
    insurance_info: { provider: 'AIA', policy_number: 'POLISI-7788-P' },
  });
  const patient_id = patient.id;
  const visit = { doctor_id: 'dr', scheduled_date: '2029-03-13', scheduled_time: '10:00:00' };
  await post('appointments/', {
    patient_id,
    ...visit,
    reason: 'Demamtinggi',
    symptoms: ['Demamtinggi'],
    notes: 'Takutjarum',
  });
  await post('medical-records/', {
    patient_id,
    diagnosis: 'Denggi',
    symptoms: ['Demamtinggi'],
    vitals: { blood_pressure: '121/81' },
    notes: 'Takutjarum',
    treatment_plan: 'Rehatbanyak',
    follow_up_instructions: 'Rehatbanyak',
  });
  await post('prescriptions/', {
    patient_id,
    medication: 'Penisilin',
    instructions: 'Rehatbanyak',
    notes: 'Takutjarum',
  });
  const vaccine = { vaccine_type: 'Vaksinrahsia-1', vaccine_name: 'Vaksinrahsia-2' };
  await post('vaccinations/', { patient_id, ...vaccine, notes: 'Takutjarum' });
  await post('billing/', {
    patient_id,
    items: [{ description: 'Jahitanluka', unit_price: 80 }],
    policy_number: 'POLISI-7788-B',
  });
});

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const dumpOf = async (path: string): Promise<string> =>
  (await sql<{ row: string }>(database.ownerUrl, `select r::text as row from ${path} r`))
    .map(({ row }) => row)
    .join('\n');

it('no table holds an IC number, a diagnosis, an allergy, a note or a treatment in clear', async () => {
  const { token } = tenant.admin;
  // The recorded changes, and the answer that is kept for a repeated request, tell nothing either.
  const path = on(`patients/${patient.id}/`);
  await at(service).put(path, { allergies: ['Udang'], ic_number: null }, token);
  await at(service).put(path, { allergies: ['Penisilin'], ic_number: IC }, token);
  const { id: _, ...body } = patient;
  const headers = { 'idempotency-key': 'sealed' };
  expect((await at(service).send('POST', on('patients/'), { token, body, headers })).status).toBe(201);
  const { data } = (await at(service).get(on('billing/'), token)).body;
  expect(data[0]).toMatchObject({ policy_number: 'POLISI-7788-B', items: [{ description: 'Jahitanluka', total: 80 }] });
  const again = await at(service).post(on(`billing/${data[0].id}/payments/`), { amount: 30 }, token);
  expect(again.body.data.items).toEqual(data[0].items);
  const tables = await sql<{ path: string }>(
    database.ownerUrl,
    `select n.nspname || '.' || c.relname as path from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
  );
  expect(tables.map((table) => table.path)).toEqual(
    expect.arrayContaining(['healthcare.patients', 'kernel.audit_entries']),
  );
  for (const table of tables) {
    const dump = await dumpOf(table.path);
    for (const [what, secret] of Object.entries(SECRETS))
      expect(`${table.path} ${what}: ${secret.exec(dump)?.[0]}`).toBe(`${table.path} ${what}: undefined`);
  }
  expect(await dumpOf('healthcare.patients')).toContain('Siti');
});

it('the log tells none of it either', () => {
  for (const secret of Object.values(SECRETS)) expect(service.output()).not.toMatch(secret);
});

it('tokens of two businesses differ for the same number: a dump does not tell who is a patient of both', async () => {
  const other = await newTenantAt(service);
  const body = { first_name: 'Siti', last_name: 'Nur', ic_number: IC };
  expect((await at(service).post(on('patients/'), body, other.admin.token)).status).toBe(201);
  const rows = await sql<{ tokens: string[] }>(
    database.ownerUrl,
    'select distinct ic_number_tokens as tokens from healthcare.patients where ic_number is not null',
  );
  expect(rows).toHaveLength(2);
  const all = rows.flatMap(({ tokens }) => tokens);
  // The whole, its beginnings of 6 to 11 digits, and its last four.
  expect([all.length, new Set(all).size]).toEqual([16, 16]);
});

it.each([IC, '870615106127', '870615', '8706-1510', '6127'])('is found all the same by %s', async (text) => {
  for (const path of [on('patients/'), '/v1/healthcare/patients']) {
    const { body } = await at(service).get(`${path}?search=${text}`, tenant.admin.token);
    expect((body.data ?? body.patients).map(({ id }: Json) => id)).toContain(patient.id);
  }
});

describe('a lost key', () => {
  const stored = async (): Promise<Json> =>
    (await sql(database.ownerUrl, 'select * from healthcare.patients where id = $1', [patient.id]))[0];
  const restart = async (environment: Record<string, string> = {}) => {
    await service.stop();
    service = await startOwnService(database, environment);
  };
  let kept: Json;
  beforeAll(async () => {
    kept = await stored();
    await restart({ SEAL_KEYS: `another:${Buffer.alloc(32, 5).toString('base64')}` });
  });

  it('is a clear 503 wherever something sealed would be shown', async () => {
    const { token } = tenant.admin;
    for (const path of [
      on(`patients/${patient.id}/`),
      on('patients/'),
      on(`patients/${patient.id}/export/`),
      '/v1/healthcare/patients',
    ]) {
      const answer = await at(service).get(path, token);
      expect([path, answer.status]).toEqual([path, 503]);
      expect((answer.body.error ?? answer.body).message).toMatch(
        /^A sealed field cannot be opened: key "test" is not configured$/,
      );
    }
  });

  it('changes nothing where the answer could not be given', async () => {
    const answer = await at(service).put(on(`patients/${patient.id}/`), { first_name: 'Aminah' }, tenant.admin.token);
    expect(answer.status).toBe(503);
    expect(await stored()).toEqual(kept);
  });

  it('can be given back: nothing was damaged', async () => {
    await restart();
    const { body } = await at(service).get(on(`patients/${patient.id}/`), tenant.admin.token);
    expect(body.data).toMatchObject({ ic_number: IC, allergies: ['Penisilin'], notes: 'Takutjarum' });
  });

  it('does not stand against erasure', async () => {
    await restart({ SEAL_KEYS: `another:${Buffer.alloc(32, 5).toString('base64')}` });
    const answer = await at(service).post(
      on(`patients/${patient.id}/erase/`),
      { reason: 'Request' },
      tenant.admin.token,
    );
    expect([answer.status, answer.body.data?.medical_records]).toEqual([200, 1]);
    const { ic_number, ic_number_tokens, allergies, first_name } = await stored();
    expect([ic_number, ic_number_tokens, allergies, first_name]).toEqual([null, null, null, 'Erased']);
  });
});
