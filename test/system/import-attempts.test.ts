import type { Json } from '../support/client.js';
import { endedImport, importAt, startImportAt } from '../support/own-imports.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

// Attempts of an import, which a search begins every five seconds.
jest.setTimeout(300_000);

/** A-498: an import that fails unexpectedly is tried again, and has failed after five attempts that brought it no further. */

const ATTEMPTS = 5;
const ROWS = 250;
const POISON = 150;
const COMPLAINT = 'an import could not go on; it will be tried again, or has failed';

let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
});
beforeEach(async () => {
  tenant = await newTenantAt(service);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const query = <R extends object = Json>(text: string, values?: unknown[]) => sql<R>(database.ownerUrl, text, values);
const list = `sku,name,selling_price\n${Array.from({ length: ROWS }, (_, i) => `A-${i},${i === POISON ? 'Racun' : `Produk ${i}`},1`).join('\n')}\n`;
/** An error of the database that no service expects. */
const poison = () => query("alter table retail.products add constraint no_poison check (name <> 'Racun') not valid");
const heal = () => query('alter table retail.products drop constraint if exists no_poison');
afterEach(heal);

interface Held {
  status: string;
  attempts: number;
  waits: boolean;
}
const heldOf = async (id: string): Promise<Held> =>
  (
    await query<Held>(
      "select status, attempts, leased_until > now() + interval '30 seconds' as waits from core.imports where id = $1",
      [id],
    )
  )[0] as Held;
/** Waits for errors of an import in the log, and lets its pause end. */
async function failAgain(id: string, times: number): Promise<void> {
  await eventually(`attempt ${times} has failed`, () => complaints() >= times, 60);
  await eventually('it waits, or is over', async () => {
    const { status, waits } = await heldOf(id);
    return status === 'failed' || waits;
  });
  await query(
    "update core.imports set leased_until = now() - interval '1 second' where id = $1 and holder is not null",
    [id],
  );
}
const complaints = (): number =>
  service.log().filter(({ msg, tenant_id }) => msg === COMPLAINT && tenant_id === tenant.id).length;
const productsOf = async (): Promise<{ products: number; skus: number; audited: number; told: number }> => {
  const [row] = await query<{ products: number; skus: number; audited: number; told: number }>(
    `select (select count(*) from retail.products where tenant_id = $1)::integer as products,
            (select count(distinct sku) from retail.products where tenant_id = $1)::integer as skus,
            (select count(*) from kernel.audit_entries where tenant_id = $1 and record_type = 'product')::integer as audited,
            (select count(*) from kernel.outbox where tenant_id = $1 and name = 'core.import.finished')::integer as told`,
    [tenant.id],
  );
  return row as { products: number; skus: number; audited: number; told: number };
};

it('has failed after five attempts with a reason, keeps what is written, and leaves the next import its turn', async () => {
  await poison();
  const id = await startImportAt(service, tenant, list);
  // Two batches of a hundred rows: the second is refused each time.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) await failAgain(id, attempt);
  const failed = await endedImport(service, tenant, id);
  expect(failed).toMatchObject({
    status: 'failed',
    totals: { rows: 100, created: 100, updated: 0, unchanged: 0, failed: 0 },
  });
  expect(failed.reason).toContain(`failed unexpectedly ${ATTEMPTS} times`);
  expect(failed.finished_at).not.toBeNull();
  const errors = service.log().filter(({ msg, tenant_id }) => msg === COMPLAINT && tenant_id === tenant.id);
  expect(errors).toHaveLength(ATTEMPTS);
  expect(errors[0]?.err.message).toContain('no_poison');
  expect(await productsOf()).toMatchObject({ products: 100, skus: 100, audited: 100 });

  await heal();
  const next = await endedImport(service, tenant, await startImportAt(service, tenant, list));
  expect(next).toMatchObject({ status: 'done', totals: { rows: ROWS, created: 150, unchanged: 100, failed: 0 } });
  expect(await productsOf()).toMatchObject({ products: ROWS, skus: ROWS, audited: ROWS });
  expect(complaints()).toBe(ATTEMPTS);
});

it('goes on where an error has passed, and writes each row once', async () => {
  await poison();
  const id = await startImportAt(service, tenant, list);
  for (let attempt = 1; attempt < 3; attempt += 1) await failAgain(id, attempt);
  expect(await importAt(service, tenant, id)).toMatchObject({ status: 'running', reason: null });
  await heal();
  expect(await endedImport(service, tenant, id)).toMatchObject({
    status: 'done',
    totals: { rows: ROWS, created: ROWS, failed: 0 },
  });
  expect(await productsOf()).toMatchObject({ products: ROWS, skus: ROWS, audited: ROWS });
  expect(await heldOf(id)).toMatchObject({ status: 'done', attempts: 0 });
});

it('counts attempts whose process has ended, and cancelling ends it', async () => {
  await poison();
  const id = await startImportAt(service, tenant, list);
  await failAgain(id, 1);
  await eventually('it waits', async () => (await heldOf(id)).waits, 60);
  await query("update core.imports set attempts = $2, leased_until = now() - interval '1 second' where id = $1", [
    id,
    ATTEMPTS,
  ]);
  expect(await endedImport(service, tenant, id)).toMatchObject({ status: 'failed', totals: { rows: 100 } });

  const other = await startImportAt(service, tenant, list.replaceAll('A-', 'B-'));
  await eventually('it could not go on', () => complaints() > 1, 60);
  const answer = await at(service).post(`/api/v1/imports/${other}/cancel/`, {}, tenant.admin.token);
  expect([answer.status, answer.body.data.status]).toEqual([200, 'cancelled']);
});
