import { endedImport, importAt, startImportAt } from '../support/own-imports.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  pause,
  startOwnService,
  stopOwnServices,
  type OwnService,
} from '../support/system-service.js';

// Several starts of the service, and a lease that ends.
jest.setTimeout(300_000);

/** imports where there are several instances, and one of them is killed. */

const ROWS = 12_000;
const TAKEN_OVER_MS = 90_000;

let database: OwnDatabase;
let services: [OwnService, OwnService];
beforeAll(async () => {
  database = await clonedDatabase();
  services = [await startOwnService(database), await startOwnService(database)];
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const isWrong = (i: number): boolean => i % 10 === 9;
const list = (count: number, prefix: string): string =>
  `sku,name,selling_price\n${Array.from({ length: count }, (_, i) => `${prefix}${i},Produk ${i},${isWrong(i) ? 'x' : i + 1}`).join('\n')}\n`;
const holderOf = async (id: string): Promise<string | null> =>
  (await sql<{ holder: string | null }>(database.ownerUrl, 'select holder from core.imports where id = $1', [id]))[0]
    ?.holder ?? null;

it('A-498: after kill -9 another instance goes on within 90 s, and each row is written once', async () => {
  const tenant = await newTenantAt(services[0]);
  // Only the first instance works on it: the other one is started once it does.
  await services[1].stop('SIGTERM');
  const id = await startImportAt(services[0], tenant, list(ROWS, 'K'));
  await eventually('the import is in its midst', async () => {
    const { status, totals } = await importAt(services[0], tenant, id);
    return status === 'running' && totals.rows >= 500;
  });
  const killed = await holderOf(id);
  services[1] = await startOwnService(database);
  await services[0].stop('SIGKILL');
  const killedAt = Date.now();
  const before = await importAt(services[1], tenant, id);
  expect(before).toMatchObject({ status: 'running' });
  expect(before.totals.rows).toBeLessThan(ROWS);
  await eventually(
    'another instance goes on',
    async () => {
      const { status, totals } = await importAt(services[1], tenant, id);
      return status === 'done' || totals.rows > before.totals.rows;
    },
    TAKEN_OVER_MS / 1_000,
  );
  expect(Date.now() - killedAt).toBeLessThan(TAKEN_OVER_MS);
  const done = await endedImport(services[1], tenant, id);
  const wrong = ROWS / 10;
  expect(done).toMatchObject({
    status: 'done',
    totals: { rows: ROWS, created: ROWS - wrong, updated: 0, unchanged: 0, failed: wrong },
  });
  expect(killed).not.toBeNull();
  expect(await holderOf(id)).toBeNull();

  const [counted] = await sql<Record<string, number>>(
    database.ownerUrl,
    `select (select count(*) from retail.products where tenant_id = $1)::integer as products,
            (select count(distinct sku) from retail.products where tenant_id = $1)::integer as skus,
            (select count(*) from kernel.audit_entries where tenant_id = $1 and record_type = 'product')::integer as audited,
            (select count(*) from core.import_rows where tenant_id = $1)::integer as failed,
            (select count(*) from kernel.outbox where tenant_id = $1 and name = 'core.import.finished')::integer as told`,
    [tenant.id],
  );
  expect(counted).toMatchObject({ products: ROWS - wrong, skus: ROWS - wrong, audited: ROWS - wrong, failed: wrong });
  const { text } = await at(services[1]).get(`/api/v1/imports/${id}/errors/`, tenant.admin.token);
  expect(text.trimEnd().split('\r\n')).toHaveLength(wrong + 1);
  expect(text.split('\r\n')[1]).toMatch(/^K9,Produk 9,x,/);
  services[0] = await startOwnService(database);
});

it('A-498: an instance that stops leaves its import to another at once', async () => {
  const tenant = await newTenantAt(services[0]);
  await services[1].stop('SIGTERM');
  const id = await startImportAt(services[0], tenant, list(ROWS / 2, 'S'));
  await eventually(
    'the import is in its midst',
    async () => (await importAt(services[0], tenant, id)).totals.rows >= 300 || undefined,
  );
  services[1] = await startOwnService(database);
  await services[0].stop('SIGTERM');
  const stopped = Date.now();
  const { totals } = await importAt(services[1], tenant, id);
  await eventually('another instance goes on', async () => {
    const now = await importAt(services[1], tenant, id);
    return now.status === 'done' || now.totals.rows > totals.rows;
  });
  expect(Date.now() - stopped).toBeLessThan(30_000);
  expect((await endedImport(services[1], tenant, id)).totals).toMatchObject({
    rows: ROWS / 2,
    created: (ROWS / 2) * 0.9,
  });
  services[0] = await startOwnService(database);
});

it('A-498: imports of one tenant are done one after the other, whichever instances take them', async () => {
  const tenant = await newTenantAt(services[0]);
  const ids = [];
  for (const [i, service] of [services[0], services[1], services[0]].entries())
    ids.push(await startImportAt(service, tenant, list(1_000, `T${i}-`)));
  let mostHeld = 0;
  const working = new Set(ids);
  while (working.size > 0) {
    const [row] = await sql<{ held: number }>(
      database.ownerUrl,
      'select count(*)::integer as held from core.imports where tenant_id = $1 and holder is not null',
      [tenant.id],
    );
    mostHeld = Math.max(mostHeld, row?.held ?? 0);
    for (const id of working) if ((await importAt(services[0], tenant, id)).status === 'done') working.delete(id);
    await pause(20);
  }
  expect(mostHeld).toBe(1);
});

it('A-494: an import that is cancelled ends after the batch, and its rows stay', async () => {
  const tenant = await newTenantAt(services[0]);
  const id = await startImportAt(services[0], tenant, list(ROWS, 'C'));
  await eventually('some are written', async () => {
    const { status, totals } = await importAt(services[0], tenant, id);
    return status === 'running' && totals.rows >= 200;
  });
  const cancelled = await at(services[0]).post(`/api/v1/imports/${id}/cancel/`, {}, tenant.admin.token);
  expect(cancelled.body.data).toMatchObject({ status: 'cancelled', reason: null });
  await pause(1_500);
  const [row] = await sql<{ products: number }>(
    database.ownerUrl,
    'select count(*)::integer as products from retail.products where tenant_id = $1',
    [tenant.id],
  );
  const { totals } = await importAt(services[0], tenant, id);
  expect(totals.rows).toBeLessThan(ROWS);
  expect(row?.products).toBe(totals.created);
});
