import { randomBytes } from 'node:crypto';
import { startFakeS3, type FakeS3 } from '../support/fake-s3.js';
import { contentOf } from '../support/files.js';
import { dropDatabases, emptyDatabase, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

jest.setTimeout(180_000);

/** files in a store that speaks the protocol of Amazon S3 and verifies each signature. */

const PATH = '/api/v1/files/';

let store: FakeS3;
let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  store = await startFakeS3();
  database = await emptyDatabase();
  service = await startOwnService(database, store.environment);
  tenant = await newTenantAt(service);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
  await store.stop();
});

/** Text, since other bytes are no document. */
const text = (bytes: number): Buffer => Buffer.from(randomBytes(bytes).toString('hex').slice(0, bytes));

const upload = (raw: Buffer) =>
  at(service).send('POST', `${PATH}?name=a.txt`, {
    token: tenant.admin.token,
    raw,
    headers: { 'content-type': 'text/plain' },
  });

async function newFile(raw: Buffer): Promise<{ id: string; keys: string[] }> {
  const before = new Set(store.objects.keys());
  const { status, body } = await upload(raw);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { id: body.data.id, keys: [...store.objects.keys()].filter((key) => !before.has(key)).toSorted() };
}

const read = (id: string, headers = {}) => contentOf(service.baseUrl, tenant.admin, id, headers);

async function usedBytes(): Promise<number> {
  const { body } = await at(service).get(`${PATH}usage/`, tenant.admin.token);
  return body.data.used_bytes;
}

it('A-484: a file lies there in encrypted objects of at most 1 MiB, and comes back byte for byte', async () => {
  const content = text(2_500_000);
  const { id, keys } = await newFile(content);
  expect(keys).toEqual([0, 1, 2].map((n) => `shop/${tenant.id}/${id}/${keys[0]?.split('/')[3]}/${n}`));
  for (const key of keys) {
    const object = store.objects.get(key) as Buffer;
    expect(object.length).toBeLessThanOrEqual(1_048_576);
    expect(object.includes(content.subarray(0, 32))).toBe(false);
  }
  expect((await read(id)).bytes.equals(content)).toBe(true);
  const part = await read(id, { range: 'bytes=1048550-1048579' });
  expect([part.status, part.bytes.equals(content.subarray(1_048_550, 1_048_580))]).toEqual([206, true]);
});

it('A-484: the objects of a deleted file are deleted by housekeeping, which an instance does when it starts', async () => {
  const { id, keys } = await newFile(text(1_200_000));
  expect(keys).toHaveLength(2);
  const { status } = await at(service).send('DELETE', `${PATH}${id}/`, { token: tenant.admin.token });
  expect(status).toBeLessThan(300);
  expect((await read(id)).status).toBe(404);
  await service.stop();
  service = await startOwnService(database, store.environment);
  await eventually('the objects are gone', () => keys.every((key) => !store.objects.has(key)));
});

it('A-493: the objects of an erased customer’s files are deleted, also where the process is killed after the erasure', async () => {
  const { body: made } = await at(service).post(
    '/api/v1/retail/customers/',
    { first_name: 'Siti', last_name: 'Nur' },
    tenant.admin.token,
  );
  const { id, keys } = await newFile(text(1_200_000));
  const record = { resource: 'retail.customers', record_id: made.data.id };
  expect((await at(service).put(`${PATH}${id}/`, record, tenant.admin.token)).status).toBe(200);
  const erased = await at(service).post(`/api/v1/retail/customers/${made.data.id}/erase/`, {}, tenant.admin.token);
  expect([erased.status, erased.body.data]).toEqual([200, expect.objectContaining({ files: 1 })]);
  expect((await read(id)).status).toBe(404);
  await service.stop('SIGKILL');
  service = await startOwnService(database, store.environment);
  await eventually('the objects are gone', () => keys.every((key) => !store.objects.has(key)));
});

it('A-484: an object that was swapped, cut or lost is 503, and nothing of it is sent', async () => {
  const one = await newFile(text(1_500_000));
  const other = await newFile(text(1_500_000));
  const [first, second] = one.keys as [string, string];
  const [whole, last] = [store.objects.get(first) as Buffer, store.objects.get(second) as Buffer];
  const attempts: [string, () => void][] = [
    ['of another file', () => store.objects.set(first, store.objects.get(other.keys[0] as string) as Buffer)],
    ['of another place', () => store.objects.set(first, last)],
    ['cut', () => store.objects.set(first, whole.subarray(0, 1_000_000))],
    ['lost', () => store.objects.delete(first)],
  ];
  for (const [, damage] of attempts) {
    damage();
    const { status, bytes } = await read(one.id);
    expect(status).toBe(503);
    expect(JSON.parse(bytes.toString())).toMatchObject({ success: false });
    store.objects.set(first, whole);
  }
  expect((await read(one.id)).status).toBe(200);
});

it('A-484: while the store refuses, uploads are 503 and leave nothing, and reading goes on once it answers', async () => {
  const { id } = await newFile(text(1_000));
  const [before, objects] = [await usedBytes(), store.objects.size];
  const refused = { status: 403, code: 'AccessDenied' };
  store.faults.push(refused);
  const { status, headers } = await upload(text(5_000));
  expect([status, headers.has('retry-after')]).toEqual([503, true]);
  store.faults.push(refused);
  expect((await read(id)).status).toBe(503);
  expect((await read(id)).status).toBe(200);
  expect([await usedBytes(), store.objects.size]).toEqual([before, objects]);
  expect(service.output()).not.toContain(store.key.secret);
});
