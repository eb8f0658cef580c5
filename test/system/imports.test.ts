import { forgetImportRows } from '@usaha/core';
import { ZipWriter } from '../../apps/api/dist/zip/zip-writer.js';
import { call, type Json } from '../support/client.js';
import { openDatabase } from '../support/opened-database.js';
import { endedImport, startImportAt } from '../support/own-imports.js';
import { unique } from '../support/people.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
} from '../support/system-service.js';

// A start of the service, and files that take time.
jest.setTimeout(240_000);

/** A-494 to A-498: what imports leave behind, and files that are made to harm. */

const LONGEST_SECONDS = 30;

let database: OwnDatabase;
let service: OwnService;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const query = <R extends object>(text: string, values?: unknown[]) => sql<R>(database.ownerUrl, text, values);

async function workbook(rows: string | Iterable<Uint8Array>, prolog = ''): Promise<Buffer> {
  const written: Uint8Array[] = [];
  const writer = new ZipWriter(async (bytes) => void written.push(bytes), new Date(0));
  const parts = {
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    'xl/workbook.xml':
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  };
  for (const [name, content] of Object.entries(parts)) await writer.add(name, [Buffer.from(content)]);
  const sheetOf = (text: string): string =>
    `<?xml version="1.0"?>${prolog}<worksheet><sheetData>${text}</sheetData></worksheet>`;
  await writer.add('xl/worksheets/sheet1.xml', typeof rows === 'string' ? [Buffer.from(sheetOf(rows))] : rows);
  await writer.end();
  return Buffer.concat(written);
}
const cell = (place: string, text: string): string => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
const header = `<row r="1">${cell('A1', 'sku')}${cell('B1', 'name')}${cell('C1', 'selling_price')}</row>`;

function* blanks(bytes: number): Generator<Uint8Array> {
  const part = Buffer.alloc(1_000_000, ' ');
  for (let left = bytes; left > 0; left -= part.length) yield part.subarray(0, Math.min(left, part.length));
}

it('A-496: a bomb and a cell far away are invalid within 30 s, entities stay as they are, and others are answered meanwhile', async () => {
  const tenant = await newTenantAt(service);
  const other = await newTenantAt(service);
  const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('');
  const files = [
    await workbook(blanks(150_000_000)),
    await workbook(
      `${header}<row r="2">${cell('A2', 'L-1')}${cell('B2', '&l9;')}${cell('C2', '1')}</row>`,
      `<!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]>`,
    ),
    await workbook(`<row r="1048576">${cell('XFD1048576', 'x')}</row>`),
  ];
  expect(files[0]?.length).toBeLessThan(300_000);
  const waits: number[] = [];
  const outcomes: string[] = [];
  for (const file of files) {
    const id = await startImportAt(service, tenant, file);
    const begun = Date.now();
    let isOver = false;
    const ended = endedImport(service, tenant, id, LONGEST_SECONDS).finally(() => (isOver = true));
    while (!isOver) {
      const asked = Date.now();
      expect((await at(service).get('/api/v1/retail/products/', other.admin.token)).status).toBe(200);
      waits.push(Date.now() - asked);
    }
    outcomes.push((await ended).status);
    expect(Date.now() - begun).toBeLessThan(LONGEST_SECONDS * 1_000);
  }
  expect(Math.max(...waits)).toBeLessThan(2_000);
  expect(outcomes).toEqual(['invalid', 'done', 'invalid']);
  expect(await query('select name from retail.products where tenant_id = $1', [tenant.id])).toEqual([{ name: '&l9;' }]);
});

it('A-501: formulas are texts: kept as they were sent, and no formula in the list of failed rows', async () => {
  const tenant = await newTenantAt(service);
  const formula = '=HYPERLINK("http://evil.example";"x")';
  const quoted = `"${formula.replaceAll('"', '""')}"`;
  const id = await startImportAt(
    service,
    tenant,
    `sku,name,selling_price\nF-1,${quoted},1\nF-2,'${formula.slice(0, 6)},1\n${quoted},x,no\n`,
  );
  expect(await endedImport(service, tenant, id)).toMatchObject({ totals: { rows: 3, created: 2, failed: 1 } });
  const { body } = await at(service).get('/api/v1/retail/products/', tenant.admin.token);
  expect(body.data.map(({ name }: Json) => name).sort()).toEqual([formula.slice(0, 6), formula].sort());
  const { text } = await at(service).get(`/api/v1/imports/${id}/errors/`, tenant.admin.token);
  expect(text.split('\r\n')[1]).toContain(`'${formula.slice(0, 10)}`);
});

it('A-498: audit trail and events are as of single writes, and the end is an event with its totals', async () => {
  const tenant = await newTenantAt(service);
  const { token } = tenant.admin;
  await at(service).post('/api/v1/events/enable/', {}, token);
  // Other instances, and this one, know of a new reader after a second.
  await eventually('events are recorded', async () => {
    await at(service).post('/api/v1/retail/products/', { sku: unique('E'), name: 'Kopi', selling_price: 1 }, token);
    return (await at(service).get('/api/v1/events/', token)).body.data.length > 0;
  });
  const [before] = await query<{ events: number }>(
    "select count(*)::integer as events from kernel.outbox where tenant_id = $1 and name = 'retail.product.created'",
    [tenant.id],
  );
  const lines = Array.from({ length: 150 }, (_, i) => `A-${i},Kopi ${i},${i % 10 === 0 ? 'x' : 2}`);
  const id = await startImportAt(service, tenant, `sku,name,selling_price\n${lines.join('\n')}\n`);
  await endedImport(service, tenant, id);
  const [row] = await query<{ events: number; audited: number; by: number; finished: Json }>(
    `select (select count(*)::integer from kernel.outbox where tenant_id = $1 and name = 'retail.product.created') as events,
            (select count(*)::integer from kernel.audit_entries a
              where tenant_id = $1 and record_type = 'product' and action = 'create'
                and record_id in (select p.id from retail.products p where p.tenant_id = $1 and p.sku like 'A-%')) as audited,
            (select count(*)::integer from kernel.audit_entries
              where tenant_id = $1 and record_type = 'product' and actor_id = $2) as by,
            (select payload from kernel.outbox where tenant_id = $1 and name = 'core.import.finished') as finished`,
    [tenant.id, tenant.admin.id],
  );
  expect(row).toMatchObject({ events: (before?.events ?? 0) + 135, audited: 135 });
  expect(row?.by).toBeGreaterThanOrEqual(135);
  expect(row?.finished.data).toMatchObject({ id, status: 'done', rows: 150, created: 135, failed: 15 });
});

it('A-498: metrics count written rows by outcome, and imports that wait', async () => {
  const count = async (name: string): Promise<number> => {
    const { text } = await call('GET', '/metrics', {}, service.baseUrl);
    return Number(
      text
        .split('\n')
        .find((one) => one.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  };
  const created = await count('import_rows_total{outcome="created"}');
  const failed = await count('import_rows_total{outcome="failed"}');
  const tenant = await newTenantAt(service);
  const file = 'sku,name,selling_price\nM-1,Kopi,1\nM-2,Teh,1\nM-3,Susu,x\n';
  await endedImport(service, tenant, await startImportAt(service, tenant, file));
  expect(await count('import_rows_total{outcome="created"}')).toBe(created + 2);
  expect(await count('import_rows_total{outcome="failed"}')).toBe(failed + 1);
  // A suspended tenant's import waits; the sample is at most some seconds old.
  const id = await startImportAt(service, tenant, file);
  await endedImport(service, tenant, id);
  await query("update core.tenants set status = 'suspended' where id = $1", [tenant.id]);
  await query("update core.imports set status = 'queued', finished_at = null where id = $1", [id]);
  await eventually('one is counted', async () => (await count('imports_waiting')) >= 1);
  await query("update core.tenants set status = 'active' where id = $1", [tenant.id]);
  await eventually('none is counted', async () => (await count('imports_waiting')) === 0);
});

it('A-497: rows that failed are kept for 30 days, and sealed', async () => {
  const tenant = await newTenantAt(service);
  await endedImport(service, tenant, await startImportAt(service, tenant, 'sku,name,selling_price\nR-1,Kopi,rahsia\n'));
  const rows = () => query<{ errors: string }>('select errors from core.import_rows where tenant_id = $1', [tenant.id]);
  const [kept] = await rows();
  expect(kept?.errors).toBeDefined();
  expect(kept?.errors).not.toContain('rahsia');
  const opened = await openDatabase(database.appUrl);
  const days = async (count: number): Promise<number> => {
    const now = new Date(Date.now() + count * 86_400_000);
    await opened.work({ tenant_id: tenant.id, actor: null, now }, forgetImportRows);
    return (await rows()).length;
  };
  try {
    expect([await days(29), await days(31)]).toEqual([1, 0]);
  } finally {
    await opened.end();
  }
});
