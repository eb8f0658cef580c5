import { randomUUID } from 'node:crypto';
import { awaitEvents } from '../support/awaited-events.js';
import type { Json } from '../support/client.js';
import { CommandLine, type Ended } from '../support/command-line.js';
import { testSecrets } from '../support/servers.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

jest.setTimeout(120_000);

/** The retention periods of patients: who is past his is listed, and erased when that is asked for. */

const commandLine = new CommandLine();
let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  tenant = await newTenantAt(service);
});
afterAll(async () => {
  commandLine.close();
  await stopOwnServices();
  await dropDatabases();
});

const retention = (...args: string[]): Promise<Ended> =>
  commandLine.run(['retention', ...args], {
    DATABASE_URL: database.appUrl,
    MIGRATION_DATABASE_URL: database.ownerUrl,
    ...testSecrets,
  });

const on = (path: string) => `/api/v1/healthcare/${path}`;
async function post(path: string, body: unknown): Promise<Json> {
  const answer = await at(service).post(on(path), body, tenant.admin.token);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
}
const newPatient = (extra: Record<string, unknown>): Promise<Json> =>
  post('patients/', { first_name: 'Rahsia', last_name: 'Sulit', ...extra });

/** Moves everything of a patient a number of years back. */
async function age(patient_id: string, years: number): Promise<void> {
  for (const table of ['patients', 'appointments', 'medical_records', 'bills'])
    await sql(
      database.ownerUrl,
      `update healthcare.${table} set updated_at = updated_at - make_interval(years => $2), created_at = created_at - make_interval(years => $2)
       where ${table === 'patients' ? 'id' : 'patient_id'} = $1`,
      [patient_id, years],
    );
}

async function newBill(patient_id: string): Promise<string> {
  const id = randomUUID();
  const items = [{ description: 'Ujian rahsia', quantity: 1, unit_price: 80, tax_rate: 0 }];
  await sql(
    database.ownerUrl,
    `insert into healthcare.bills (tenant_id, id, created_at, updated_at, bill_number, patient_id, items, insurance_claim,
       policy_number, subtotal, tax_amount, total, amount_paid, credited_amount, rounding, payments_made, status)
     values ($1, $2::uuid, now(), now(), ($2::uuid)::text, $3, $4, true, 'P-1', 80, 0, 80, 0, 0, 0, 0, 'pending')`,
    [tenant.id, id, patient_id, JSON.stringify(items)],
  );
  return id;
}
const billOf = async (id: string): Promise<Json> =>
  (await sql(database.ownerUrl, 'select items, policy_number, total from healthcare.bills where id = $1', [id]))[0];
const nameOf = async (id: string): Promise<string> =>
  (
    await sql<{ name: string }>(database.ownerUrl, 'select first_name as name from healthcare.patients where id = $1', [
      id,
    ])
  )[0]?.name ?? '';

it('says that there is nothing to do where there is nothing to do', async () => {
  await newPatient({ data_retention_period: 7 });
  await newPatient({});
  const { code, out, err } = await retention();
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`Tenant ${tenant.id}\n  with a retention period: 1, past it: 0\n`);
  expect(out).toContain('No data are past their retention period');
});

it('A-175: lists years and ISO 8601 durations that are past, names other texts, and changes nothing', async () => {
  const due = [await newPatient({ data_retention_period: 7 }), await newPatient({ data_retention_period: 'P7Y' })];
  const kept = [await newPatient({ data_retention_period: 9 }), await newPatient({ data_retention_period: 'P100M' })];
  const text = await newPatient({ data_retention_period: 'selama-lamanya' });
  const nothing = await newPatient({});
  for (const { id } of [...due, ...kept, text, nothing]) await age(id, 8);
  const { code, out } = await retention();
  expect(code).toBe(0);
  for (const { id } of due) expect(out).toMatch(new RegExp(`past it since \\d{4}-\\d\\d-\\d\\d: ${id}\\n`));
  expect(out).toContain(`period not understood, never acted on: ${text.id}\n`);
  for (const { id } of [...kept, nothing]) expect(out).not.toContain(id);
  expect(out).toContain('Nothing was changed; npm run cli -- retention --erase erases them');
  expect(out).not.toMatch(/Rahsia|Sulit/);
  expect(await nameOf(due[0].id)).toBe('Rahsia');
});

it('counts from the last activity: an appointment, a record or a bill of late keeps a patient', async () => {
  const patients = await Promise.all([1, 2, 3].map(() => newPatient({ data_retention_period: 1 })));
  const [visited, recorded, billed] = patients.map(({ id }) => id as string) as [string, string, string];
  for (const { id } of patients) await age(id, 2);
  const visit = { doctor_id: 'dr', scheduled_date: '2029-03-13', scheduled_time: '10:00:00' };
  await post('appointments/', { patient_id: visited, ...visit });
  await post('medical-records/', { patient_id: recorded, diagnosis: 'Denggi' });
  await newBill(billed);
  const { out } = await retention();
  for (const { id } of patients) expect(out).not.toContain(id);
});

it('is for ever where an appointment or a vaccination is, and no other patient’s is missed for one that is no period', async () => {
  const patients = [await newPatient({ data_retention_period: 1 }), await newPatient({ data_retention_period: 1 })];
  const [visited, vaccinated] = patients.map(({ id }) => id as string);
  const visit = { doctor_id: 'dr-lim', scheduled_date: '9999-06-01', scheduled_time: '09:00:00' };
  await post('appointments/', { patient_id: visited, ...visit });
  await post('vaccinations/', { patient_id: vaccinated, vaccine_name: 'BCG', administration_date: '9999-12-31' });
  const none = await newPatient({ data_retention_period: 1 });
  await sql(database.ownerUrl, `update healthcare.patients set data_retention_period = 'null' where id = $1`, [
    none.id,
  ]);
  const { code, out } = await retention();
  expect(code).toBe(0);
  for (const { id } of [...patients, none]) expect(out).not.toContain(id);
});

it('with --erase erases exactly whom it listed, the deleted among them, and keeps bills as the law asks', async () => {
  const young = await newPatient({ data_retention_period: 7, allergies: ['Penisilin'], ic_number: '870615-10-6127' });
  const recent = await newBill(young.id);
  await age(young.id, 7);
  const old = await newPatient({ data_retention_period: 7 });
  const past = await newBill(old.id);
  await age(old.id, 9);
  const deleted = await newPatient({ data_retention_period: 1 });
  expect((await at(service).delete(on(`patients/${deleted.id}/`), tenant.admin.token)).status).toBe(200);
  await age(deleted.id, 2);
  const kept = await newPatient({ data_retention_period: 7 });
  const listed = [...(await retention()).out.matchAll(/past it since \S+ ([\w-]{36})/g)].map(([, id]) => id);
  expect(listed).toEqual(expect.arrayContaining([young.id, old.id, deleted.id]));
  await awaitEvents(tenant.id, ['healthcare.patient.erased'], database.ownerUrl);

  const { code, out } = await retention('--erase');
  expect(code).toBe(0);
  expect(out).toContain(`  erased: ${listed.length}\n`);
  for (const id of [young.id, old.id, deleted.id]) expect(await nameOf(id)).toBe('Erased');
  // The command line has no actor.
  const told = await sql<{ name: string; payload: Json }>(
    database.ownerUrl,
    'select name, payload from kernel.outbox where tenant_id = $1 order by at',
    [tenant.id],
  );
  expect([...new Set(told.map(({ name }) => name))]).toEqual(['healthcare.patient.erased']);
  expect(told.map(({ payload }) => [payload.actor_id, payload.data.id]).toSorted()).toEqual(
    listed.map((id) => [null, id]).toSorted(),
  );
  expect(await nameOf(kept.id)).toBe('Rahsia');
  expect((await at(service).get(on(`patients/${young.id}/`), tenant.admin.token)).status).toBe(404);
  expect(await billOf(recent)).toMatchObject({ policy_number: 'P-1', items: [{ description: 'Ujian rahsia' }] });
  expect(await billOf(past)).toEqual({
    policy_number: null,
    total: '80.00',
    items: [{ description: 'Erased', quantity: 1, unit_price: 80, tax_rate: 0 }],
  });

  const again = await retention('--erase');
  expect([again.code, again.out.includes('erased:'), again.out.includes('No data are past')]).toEqual([0, false, true]);
});

it('blanks a kept bill when its seven years are over', async () => {
  const patient = await newPatient({});
  const bill = await newBill(patient.id);
  const answer = await at(service).post(on(`patients/${patient.id}/erase/`), { reason: 'Request' }, tenant.admin.token);
  expect(answer.body.data).toMatchObject({ erased: true, bills_kept: 1 });
  expect((await billOf(bill)).policy_number).toBe('P-1');
  await age(patient.id, 9);
  expect((await retention('--erase')).out).toContain('bills beyond seven years that were blanked: 1\n');
  expect((await billOf(bill)).policy_number).toBeNull();
});
