import { randomUUID } from 'node:crypto';
import type { Database } from '@usaha/shared';
import { exportedTables, leftOutColumns } from '../../apps/api/dist/database/tenant-data/exported-tables.js';
import { exportedResources } from '../../apps/api/dist/tenant-export/exported-resources.js';
import { compareWithLists, otherLists, referenceLists } from '../support/archived-lists.js';
import { archivedTables } from '../support/archived-tables.js';
import { call, type Json } from '../support/client.js';
import { referenceSurface as on } from '../support/core-surfaces.js';
import { educationRecord, newEnrollment, newStudent } from '../support/education.js';
import { importFile } from '../support/imports.js';
import { openDatabase } from '../support/opened-database.js';
import { operations } from '../support/operations.js';
import { newPaidRequest, newPaymentRequest } from '../support/payment-requests.js';
import { newTenant, unique, type TestTenant } from '../support/people.js';
import { plant } from '../support/planted-row.js';
import { inTurns } from '../support/retail.js';
import { newWorld, optionsOf, rightRequest, type World } from '../support/right-requests.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';
import { exported, type Unpacked } from '../support/tenant-exports.js';

/** The archive of a tenant that has done everything has each row of each table, and nothing secret. */

jest.setTimeout(300_000);

/** Of the documented payment method, as it is sent and without spaces. */
const CARDS = ['4111 1111 1111 1111', '4111111111111111'];

const owner = () => workerState().ownerUrl as string;

let database: Database;
let tenant: TestTenant;
let archive: Unpacked;

/** Turns and ends of what other requests need, and exports, of which one is asked for at a time. */
const left = /\/auth\/|\/events\/|\/modules\/|\/exports\/|DELETE \/(?:api\/)?v1\/tenants\//;

beforeAll(async () => {
  database = await openDatabase(owner());
  tenant = await newTenant();
  const world = await newWorld(tenant);
  const failed = await inTurns(
    6,
    operations
      .filter(({ name, method, path }) => !left.test(name) && (method !== 'GET' || /receipt|pdf|label/.test(path)))
      .map((operation) => async () => {
        const request = await rightRequest(operation, world, tenant.admin);
        const token = request.token ?? (operation.isPublic ? undefined : tenant.admin.token);
        const answer = await call(operation.method, request.path, optionsOf(request, token));
        return operation.successes.includes(answer.status)
          ? []
          : [`${operation.name}: ${answer.status} ${answer.text}`];
      }),
  );
  expect(failed.flat()).toEqual([]);
  await fillWhatIsLeft(world);
  archive = await exported(tenant.id, tenant.admin);
});
afterAll(() => database?.end());

/** Rows that no right request leaves: of wrong rows of an import, of what a payment of a school settles, and of a job. */
async function fillWhatIsLeft({ records }: World): Promise<void> {
  const { token } = tenant.admin;
  const wrong = 'sku,name,selling_price\nW-1,Kopi,x\n';
  expect((await importFile(tenant, wrong, { resource: 'retail.products', dry_run: false })).totals.failed).toBe(1);
  expect((await on.post('/modules/retail/enable', {}, token)).status).toBe(200);
  const { id: student_id } = await newStudent(tenant);
  const { id: enrollment_id } = await newEnrollment(tenant, { student_id });
  const terms = { fee_id: records.fee_id, period: '2026-04', due_date: '2026-04-30', student_ids: [student_id] };
  await educationRecord(tenant, '/invoices', terms);
  await educationRecord(tenant, '/payments', { student_id, amount: 200 });
  const left = await on.post(`/education/enrollment/${enrollment_id}/withdraw`, { refund_amount: 20 }, token);
  expect(left.status).toBe(200);
  await newPaymentRequest(tenant, { method: 'fpx' });
  const { id: paid_id } = await newPaidRequest(tenant);
  const refund = { reason: 'Dibatalkan', by: 'transfer', reference: unique('IBG') };
  expect((await on.post(`/payment-requests/${paid_id}/refunds`, refund, token)).status).toBe(201);
  const claim = { tenant_id: tenant.id, id: randomUUID(), subject_id: randomUUID(), kind: 'retail.low_stock' };
  await plant(owner(), 'core.notifications', claim);
  // Nothing is sent for a tenant of the first day.
  const [message] = await sql<{ id: string }>(owner(), 'select id from core.messages where tenant_id = $1', [
    tenant.id,
  ]);
  const usage = { day: '2026-03-10', way: 'sms', template: 'appointment_reminder', messages: 1, parts: 1, cost: 0 };
  await plant(owner(), 'core.message_usage', { tenant_id: tenant.id, ...usage });
  await plant(owner(), 'core.message_tries', { tenant_id: tenant.id, message_id: message?.id, number: 1, way: 'sms' });
}

/** Files that say to have the rows of a table; otherwise they are in one of its name. */
function resourcesOf(path: string): string[] {
  const found = exportedResources.filter(({ tables }) => tables.includes(path)).map(({ resource }) => resource);
  return found.length > 0 ? found : [path];
}

/** What a column says of the rows of the tenant that are not deleted and that the archive can have. */
async function valuesOf(path: string, column: string): Promise<string[]> {
  const isRecord = database.entities.some((one) => one.path === path && one.columns.includes('deleted_at'));
  const scope = path === 'core.tenants' ? 'id' : 'tenant_id';
  const rows = await sql<{ value: string | null }>(
    owner(),
    `select ${column}::text as value from ${path} where ${scope} = $1 ${isRecord ? 'and deleted_at is null' : ''}
       ${path === 'core.files' ? "and purpose <> 'export'" : ''}
       ${path === 'kernel.audit_entries' ? 'and at <= $2' : 'and $2::timestamptz is not null'}`,
    [tenant.id, archive.manifest.as_of],
  );
  return rows.flatMap(({ value }) => (value === null ? [] : [value])).toSorted();
}

it('A-502: has each row of each table that is not deleted, once', async () => {
  const wrong: Json[] = [];
  const empty: string[] = [];
  for (const { table } of exportedTables(database)) {
    const { resources = resourcesOf(table.path), by = 'id', field = by, within } = archivedTables[table.path] ?? {};
    const records = resources.flatMap((resource) => archive.records(resource));
    const rows = await valuesOf(table.path, within ?? by);
    if (rows.length === 0) empty.push(table.path);
    const told = within ? JSON.stringify(records) : '';
    const shown = records.map((record) => String(record[field])).toSorted();
    const isThere = within ? rows.every((id) => told.includes(id)) : String(rows) === String(shown);
    if (!isThere) wrong.push({ table: table.path, rows: rows.slice(0, 5), shown: shown.slice(0, 5) });
  }
  expect(wrong).toEqual([]);
  // A table without rows shows nothing: a right request, or the begin of this file, has to fill it.
  expect(empty).toEqual([]);
});

it('A-502: has what each list of the reference surface answers, or another file has it', async () => {
  const { wrong, compared } = await compareWithLists(
    (path) => call('GET', path, { token: tenant.admin.token }),
    archive,
  );
  expect(wrong).toEqual([]);
  const unfilled = Object.keys(compared).filter((path) => compared[path] === 0);
  expect(unfilled).toEqual([]);
  const paths = referenceLists.map(({ path }) => path);
  expect(Object.keys(otherLists).filter((path) => !paths.includes(path))).toEqual([]);
});

it('A-502: has no value of a column that it leaves out, no password and no card number', async () => {
  const everything = Object.values(archive.files)
    .map((bytes) => Buffer.from(bytes).toString())
    .join('\n');
  const secrets: string[] = [];
  for (const [path, columns] of Object.entries(leftOutColumns))
    for (const column of columns) secrets.push(...(await valuesOf(path, column)).filter((value) => value.length > 3));
  expect(secrets.length).toBeGreaterThan(10);
  const found = [...secrets, tenant.admin.password, tenant.admin.token, ...CARDS].filter((one) =>
    everything.includes(one),
  );
  expect(found).toEqual([]);
});
