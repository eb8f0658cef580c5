import { withdrawnConsent } from '../../libs/core/dist/index.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices } from '../support/system-service.js';

/** What a migration makes of consent that was withdrawn before refusals were kept. */

let database: OwnDatabase;
beforeAll(async () => {
  database = await clonedDatabase();
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

it('consent that the trail says was withdrawn refuses; a false that was never true does not (A-374)', async () => {
  const service = await startOwnService(database);
  const { admin } = await newTenantAt(service);
  const path = '/api/v1/retail/customers/';
  const made = async (pdpa_consent?: boolean): Promise<string> => {
    const answer = await at(service).post(path, { first_name: 'Siti', last_name: 'Nur', pdpa_consent }, admin.token);
    expect(answer.status).toBe(201);
    return answer.body.data.id as string;
  };
  const consent = (id: string, pdpa_consent: boolean) =>
    at(service).put(`${path}${id}/`, { pdpa_consent }, admin.token);
  const [withdrawn, silent, given, again] = [await made(true), await made(), await made(true), await made(true)];
  await consent(withdrawn, false);
  await consent(again, false);
  await consent(again, true);
  // As the release before left them.
  await sql(database.ownerUrl, 'update retail.customers set pdpa_refused_at = null');
  await sql(
    database.ownerUrl,
    `update kernel.audit_entries set changes = (
       select jsonb_object_agg(f.key, case jsonb_typeof(f.value)
                when 'array' then jsonb_build_object('before', f.value -> -2, 'after', f.value -> -1)
                when 'null' then jsonb_build_object('withheld', true)
                else jsonb_build_object('before', null, 'after', f.value) end)
         from jsonb_each(changes) f)
      where record_type = 'customer'`,
  );
  await sql(database.ownerUrl, withdrawnConsent('retail.customers', 'customer'));
  const rows = await sql<{ id: string; refused: boolean }>(
    database.ownerUrl,
    'select id, pdpa_refused_at is not null as refused from retail.customers',
  );
  const refused = Object.fromEntries(rows.map((row) => [row.id, row.refused]));
  expect([withdrawn, silent, given, again].map((id) => refused[id])).toEqual([true, false, false, false]);
});

it.each([
  ['healthcare.patients', 'patient'],
  ['education.students', 'student'],
  ['beauty.clients', 'client'],
  ['beauty.staff', 'staff member'],
])('the statement for %s is one that PostgreSQL takes', async (table, record_type) => {
  await expect(sql(database.ownerUrl, withdrawnConsent(table, record_type))).resolves.toEqual([]);
});
