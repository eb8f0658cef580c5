import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Json } from '../support/client.js';
import { CommandLine } from '../support/command-line.js';
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

// Starts of the service and of commands, on a machine that may be busy.
jest.setTimeout(180_000);

/** Columns that were in clear until a release: both forms are read, found and erased, and `seal:rotate` moves the one into the other. */

const POLICY = { provider: 'AIA', policy_number: 'P-10042', expiry_date: '2030-12-31' };
const VACCINE = { vaccine_type: ' Hepatitis B ', vaccine_name: 'Engerix' };
const ITEMS = [
  { description: 'Konsultasi', unit_price: 80, tax_rate: 6 },
  { description: 'Jahitan', unit_price: 51.5, quantity: 2 },
];

const folder = mkdtempSync(join(tmpdir(), 'usaha-sealed-since-'));
const commandLine = new CommandLine();
let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;
let patient_id: string;
let bill_id: string;
let vehicle_id: string;

const cli = (name: string) =>
  commandLine.run(
    [name],
    { DATABASE_URL: database.appUrl, MIGRATION_DATABASE_URL: database.ownerUrl, DATA_DIR: folder, ...testSecrets },
    folder,
  );

async function done(method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await at(service).send(method, `/api/v1/${path}`, { body, token: tenant.admin.token });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body.data;
}

const inClear = `
  update healthcare.bills r set policy_number = 'P-1', particulars = null,
    items = (select jsonb_agg(i || jsonb_build_object('description', d.words[n]) order by n)
               from jsonb_array_elements(r.items) with ordinality as t (i, n), (select $2::text[] as words) d)
   where r.id = $1`;

/** The rows as a release wrote them that had these columns in clear. */
async function putInClear(): Promise<void> {
  const { ownerUrl } = database;
  await sql(ownerUrl, inClear, [bill_id, ITEMS.map(({ description }) => description)]);
  await sql(ownerUrl, 'update healthcare.patients set insurance_info = $2, insurance = null where id = $1', [
    patient_id,
    JSON.stringify(POLICY),
  ]);
  await sql(
    ownerUrl,
    `update healthcare.vaccinations set vaccine_type = $2, vaccine_name = $3, vaccine = null, vaccine_tokens = null
      where patient_id = $1`,
    [patient_id, VACCINE.vaccine_type, VACCINE.vaccine_name],
  );
  await sql(ownerUrl, `update logistics.vehicles set insurance_policy = 'MV-1', insurance = null where id = $1`, [
    vehicle_id,
  ]);
}

/** How many values lie in clear, and in seals. */
async function forms(): Promise<unknown> {
  const [row] = await sql(
    database.ownerUrl,
    `select (select count(*) from healthcare.bills where policy_number is not null or items::text like '%description%') as bills,
            (select count(*) from healthcare.patients where insurance_info is not null) as patients,
            (select count(*) from healthcare.vaccinations where vaccine_type is not null or vaccine_name is not null) as vaccinations,
            (select count(*) from logistics.vehicles where insurance_policy is not null) as vehicles,
            (select count(*) from healthcare.bills where id = $1 and particulars like 'test.%') as sealed`,
    [bill_id],
  );
  return Object.values(row ?? {}).map(Number);
}

/** All that a client is shown of them. */
async function shown(): Promise<Json> {
  const byType = (text: string) => done('GET', `healthcare/vaccinations/?vaccine_type=${encodeURIComponent(text)}`);
  return {
    bill: await done('GET', `healthcare/billing/${bill_id}/`),
    bills: await done('GET', 'healthcare/billing/'),
    patient: await done('GET', `healthcare/patients/${patient_id}/`),
    insured: await done('GET', 'healthcare/patients/?has_insurance=true'),
    vehicle: await done('GET', `logistics/vehicles/${vehicle_id}/`),
    found: await byType('HEPATITIS b'),
    none: await byType('Hepatitis'),
    history: await done('GET', `healthcare/patients/${patient_id}/medical-history/`),
    revenue: await done('GET', 'healthcare/reports/revenue/'),
    exported: (await done('GET', `healthcare/patients/${patient_id}/export/`)).bills,
  };
}

async function newBill(): Promise<Json> {
  return done('POST', 'healthcare/billing/', { patient_id, items: ITEMS, policy_number: 'P-1' });
}

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  tenant = await newTenantAt(service);
  const person = { first_name: 'Siti', last_name: 'Nur' };
  patient_id = (await done('POST', 'healthcare/patients/', { ...person, insurance_info: POLICY })).id;
  await done('POST', 'healthcare/vaccinations/', { patient_id, ...VACCINE });
  bill_id = (await newBill()).id;
  const vehicle = { registration_number: 'WXY 1234', vehicle_type: 'van', insurance_policy: 'MV-1' };
  vehicle_id = (await done('POST', 'logistics/vehicles/', vehicle)).id;
});

afterAll(async () => {
  commandLine.close();
  await stopOwnServices();
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

it('what lies in clear is shown, found, reported and exported as what is sealed; seal:rotate seals it, and doctor counts it', async () => {
  expect(await forms()).toEqual([0, 0, 0, 0, 1]);
  const sealed = await shown();
  expect(sealed.bill.items.map(({ description }: Json) => description)).toEqual(['Konsultasi', 'Jahitan']);
  expect(sealed).toMatchObject({ bill: { policy_number: 'P-1' }, patient: { insurance_info: POLICY }, none: [] });
  expect(sealed).toMatchObject({
    vehicle: { insurance_policy: 'MV-1' },
    found: [VACCINE],
    insured: [{ id: patient_id }],
  });
  expect((await cli('doctor')).out).toMatch(/✓ Sealed fields +none lies in clear/);

  await putInClear();
  expect(await forms()).toEqual([1, 1, 1, 1, 0]);
  expect(await shown()).toEqual(sealed);
  expect((await cli('doctor')).out).toMatch(/Sealed fields +4 records hold some in clear: [^\n]*seal:rotate/);

  expect((await cli('seal:rotate')).out).toBe('Sealed again with key "test": 4\n');
  expect(await forms()).toEqual([0, 0, 0, 0, 1]);
  expect(await shown()).toEqual(sealed);
  expect((await cli('seal:rotate')).out).toBe('Everything is sealed with key "test" already\n');
});

it('a change seals what lay in clear, of the fields that were not changed too', async () => {
  await putInClear();
  const renewed = { ...POLICY, expiry_date: '2031-12-31' };
  await done('PUT', `healthcare/patients/${patient_id}/`, { insurance_info: renewed });
  await done('PUT', `logistics/vehicles/${vehicle_id}/`, { insurance_policy: null });
  expect(await forms()).toEqual([1, 0, 1, 0, 0]);
  expect((await done('GET', `healthcare/patients/${patient_id}/`)).insurance_info).toEqual(renewed);
  expect((await done('GET', `logistics/vehicles/${vehicle_id}/`)).insurance_policy).toBeNull();
  // A change of another field leaves it as it is.
  await done('POST', `healthcare/billing/${bill_id}/payments/`, { amount: 10 });
  expect(await forms()).toEqual([1, 0, 1, 0, 0]);
  expect((await done('GET', `healthcare/billing/${bill_id}/`)).items[1].description).toBe('Jahitan');
});

it('changes and a rotation at once lose nothing', async () => {
  await putInClear();
  const changes = Array.from({ length: 10 }, (_, i) =>
    done('PUT', `healthcare/patients/${patient_id}/`, { insurance_info: { ...POLICY, policy_number: `P-${i}` } }),
  );
  const [rotated] = await Promise.all([cli('seal:rotate'), ...changes]);
  expect(rotated).toMatchObject({ code: 0, err: '' });
  const { insurance_info } = await done('GET', `healthcare/patients/${patient_id}/`);
  expect(insurance_info).toEqual({ ...POLICY, policy_number: expect.stringMatching(/^P-\d$/) });
  expect(await forms()).toEqual([0, 0, 0, 0, 1]);
});

it('an erasure takes the words from bills in both forms, and leaves their figures', async () => {
  const other = (await newBill()).id as string;
  await putInClear();
  const old = `update healthcare.bills set created_at = created_at - interval '9 years' where id = any($1)`;
  await sql(database.ownerUrl, old, [[bill_id, other]]);
  const before = await done('GET', `healthcare/billing/${other}/`);
  await done('POST', `healthcare/patients/${patient_id}/erase/`, { reason: 'Request' });
  const items = before.items.map((item: Json) => ({ ...item, description: 'Erased' }));
  for (const id of [bill_id, other])
    expect(await done('GET', `healthcare/billing/${id}/`)).toMatchObject({ items, policy_number: null });
  const dumped = await sql<{ row: string }>(
    database.ownerUrl,
    `select r::text as row from healthcare.bills r where r.patient_id = $1
     union all select r::text from healthcare.vaccinations r where r.patient_id = $1
     union all select r::text from healthcare.patients r where r.id = $1`,
    [patient_id],
  );
  expect(dumped.map(({ row }) => row).join()).not.toMatch(/Konsultasi|Jahitan|P-\d|epatitis|Engerix|AIA|test\./);
  // That is the vehicle: words that an erasure left are no personal data, and stay where they are.
  expect((await cli('seal:rotate')).out).toBe('Sealed again with key "test": 1\n');
  expect((await done('GET', `healthcare/billing/${other}/`)).items).toEqual(items);
});
