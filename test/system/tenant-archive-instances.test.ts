import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Json } from '../support/client.js';
import { startFakeS3, type FakeS3 } from '../support/fake-s3.js';
import { contentOf } from '../support/files.js';
import { PASSWORD } from '../support/people.js';
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
import { unpack, type Unpacked } from '../support/tenant-exports.js';

// Several starts of the service, and a lease that ends.
jest.setTimeout(300_000);

/** archives where an instance is killed or stands still amid one, and their end, in both stores. */

const BEGUN_AGAIN_S = 90;
const PRODUCTS = 3_000;

let store: FakeS3;
let database: OwnDatabase;
beforeAll(async () => {
  store = await startFakeS3();
  database = await clonedDatabase();
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
  await store.stop();
});

const upload = async (service: OwnService, { admin }: OwnTenant, text: string): Promise<string> => {
  const { body } = await at(service).send('POST', '/api/v1/files/?name=a.txt', {
    token: admin.token,
    raw: Buffer.from(text),
    headers: { 'content-type': 'text/plain' },
  });
  return body.data.id;
};

/** A tenant whose records are a few megabytes that cannot be packed much, and a file. */
async function newBusiness(service: OwnService): Promise<OwnTenant & { file: string }> {
  const tenant = await newTenantAt(service);
  for (let from = 0; from < PRODUCTS; from += 500) {
    const items = Array.from({ length: 500 }, (_, i) => ({
      sku: `S-${from + i}`,
      name: `Produk ${from + i}`,
      selling_price: 1,
      description: randomBytes(700).toString('hex'),
    }));
    const answer = await at(service).post(
      '/api/v1/retail/products/bulk/',
      { mode: 'create', items },
      tenant.admin.token,
    );
    expect(answer.status).toBe(200);
  }
  return { ...tenant, file: await upload(service, tenant, 'Nasi lemak') };
}

const path = ({ id }: OwnTenant): string => `/api/v1/tenants/${id}/exports/`;
const exportAt = async (service: OwnService, tenant: OwnTenant, id: string): Promise<Json> =>
  (await at(service).get(`${path(tenant)}${id}/`, tenant.admin.token)).body.data;
const usageAt = async (service: OwnService, { admin }: OwnTenant): Promise<Json> =>
  (await at(service).get('/api/v1/files/usage/', admin.token)).body.data;

interface Attempt {
  status: string;
  attempts: number;
  file_id: string | null;
}
const attemptOf = async (id: string): Promise<Attempt> =>
  (
    await sql<Attempt>(database.ownerUrl, 'select status, attempts, file_id from core.tenant_exports where id = $1', [
      id,
    ])
  )[0] as Attempt;

/** Pieces of a file that lie in the store: chunks of the database, or objects. */
async function piecesOf(file_id: string): Promise<number> {
  const [row] = await sql<{ n: number }>(
    database.ownerUrl,
    'select count(*)::integer as n from core.file_chunks where file_id = $1',
    [file_id],
  );
  return (row?.n ?? 0) + [...store.objects.keys()].filter((key) => key.includes(file_id)).length;
}

/** Files of the tenant by the pieces that the stores have of it, whether a row tells of them or not. */
async function filesInStores(tenant: OwnTenant): Promise<string[]> {
  const rows = await sql<{ file_id: string }>(
    database.ownerUrl,
    'select distinct file_id from core.file_chunks where tenant_id = $1',
    [tenant.id],
  );
  const keys = [...store.objects.keys()].filter((key) => key.includes(tenant.id)).map((key) => key.split('/')[2] ?? '');
  return [...new Set([...rows.map(({ file_id }) => file_id), ...keys])].toSorted();
}

/** Shuts a table that archives read late: an attempt waits there with its first pieces written. */
async function shut(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('begin; lock table logistics.cod_payouts in access exclusive mode');
  return async () => {
    await client.query('rollback');
    await client.end();
  };
}

/** An archive that is asked for and in its midst. @returns it, and the file that the attempt writes */
async function inItsMidst(service: OwnService, tenant: OwnTenant): Promise<{ id: string; file: string }> {
  const { status, body } = await at(service).post(path(tenant), { password: PASSWORD }, tenant.admin.token);
  expect(status).toBe(201);
  const { id } = body.data;
  const file = await eventually('an attempt has written something', async () => {
    const { file_id } = await attemptOf(id);
    return file_id && (await piecesOf(file_id)) > 0 ? file_id : undefined;
  });
  return { id, file };
}

const readyAt = (service: OwnService, tenant: OwnTenant, id: string, seconds: number): Promise<Json> =>
  eventually(
    'the archive is ready',
    async () => {
      const found = await exportAt(service, tenant, id);
      expect(['queued', 'running', 'ready']).toContain(found.status);
      return found.status === 'ready' ? found : undefined;
    },
    seconds,
  );

async function readAt(service: OwnService, tenant: OwnTenant, { file_id, bytes }: Json): Promise<Unpacked> {
  const content = await contentOf(service.baseUrl, tenant.admin, file_id);
  expect([content.status, content.bytes.length]).toEqual([200, bytes]);
  return unpack(content.bytes);
}

describe.each(['database', 's3'])('A-502: an archive in the store %s', (kind) => {
  const environment = () => (kind === 's3' ? store.environment : {});
  const start = () => startOwnService(database, environment());

  it('is begun again by another instance within 90 s of kill -9, and nothing of the first is left', async () => {
    const first = await start();
    const tenant = await newBusiness(first);
    const open = await shut();
    const { id, file } = await inItsMidst(first, tenant);
    await first.stop('SIGKILL');
    await open();
    const second = await start();
    expect(await exportAt(second, tenant, id)).toMatchObject({ status: 'running', file_id: null, bytes: null });
    await eventually('it is begun again', async () => (await attemptOf(id)).attempts === 2, BEGUN_AGAIN_S);
    const found = await readyAt(second, tenant, id, BEGUN_AGAIN_S);
    const { records, files } = await readAt(second, tenant, found);
    expect(records('retail.products')).toHaveLength(PRODUCTS);
    expect(Buffer.from(files[`files/${tenant.file}.txt`] ?? []).toString()).toBe('Nasi lemak');
    expect(await filesInStores(tenant)).toEqual([tenant.file, found.file_id].toSorted());
    expect(file).not.toBe(found.file_id);
    await second.stop();
  });

  it('is made once where the first instance stood still for longer than its lease', async () => {
    const first = await start();
    const tenant = await newBusiness(first);
    const open = await shut();
    const { id } = await inItsMidst(first, tenant);
    first.child.kill('SIGSTOP');
    const ended = "update core.tenant_exports set leased_until = now() - interval '1 second' where id = $1";
    await sql(database.ownerUrl, ended, [id]);
    await open();
    const second = await start();
    const found = await readyAt(second, tenant, id, BEGUN_AGAIN_S);
    first.child.kill('SIGCONT');
    // It answers, and ends once the archive that it made has been given up.
    expect((await exportAt(first, tenant, id)).status).toBe('ready');
    await first.stop();
    expect(await attemptOf(id)).toMatchObject({ status: 'ready', attempts: 2, file_id: found.file_id });
    expect((await readAt(second, tenant, found)).records('retail.products')).toHaveLength(PRODUCTS);
    expect(await filesInStores(tenant)).toEqual([tenant.file, found.file_id].toSorted());
    await second.stop();
  });

  it('ends after seven days by housekeeping: its bytes are gone, and the quota is as it was', async () => {
    const service = await start();
    const tenant = await newTenantAt(service);
    const file = await upload(service, tenant, 'Kopi');
    const before = await usageAt(service, tenant);
    const { body } = await at(service).post(path(tenant), { password: PASSWORD }, tenant.admin.token);
    const found = await readyAt(service, tenant, body.data.id, BEGUN_AGAIN_S);
    expect(await usageAt(service, tenant)).toEqual(before);
    const values = [found.id];
    await sql(
      database.ownerUrl,
      "update core.tenant_exports set expires_at = now() - interval '1 second' where id = $1",
      values,
    );
    await sql(database.ownerUrl, "update core.files set stored_at = stored_at - interval '7 days' where id = $1", [
      found.file_id,
    ]);
    // None reads it from then on, whether housekeeping was there or not.
    expect((await contentOf(service.baseUrl, tenant.admin, found.file_id)).status).toBe(404);
    await service.stop();
    const next = await start();
    const over = await eventually('it has ended', async () => {
      const now = await exportAt(next, tenant, found.id);
      return now.status === 'expired' ? now : undefined;
    });
    expect(over).toMatchObject({ file_id: null, bytes: found.bytes, counts: found.counts });
    await eventually('its bytes are gone', async () => (await piecesOf(found.file_id)) === 0);
    expect((await contentOf(next.baseUrl, tenant.admin, found.file_id)).status).toBe(404);
    expect(await usageAt(next, tenant)).toEqual(before);
    expect(await filesInStores(tenant)).toEqual([file]);
    await next.stop();
  });
});
