import { EICAR, startFakeClamd, type FakeClamd } from '../support/fake-clamd.js';
import { startFakeS3, type FakeS3 } from '../support/fake-s3.js';
import { contentOf } from '../support/files.js';
import { dropDatabases, emptyDatabase, sql, type OwnDatabase } from '../support/system-database.js';
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

/** files are scanned for viruses. */

const PATH = '/api/v1/files/';

let clamd: FakeClamd;
let s3: FakeS3;
let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  [clamd, s3] = await Promise.all([startFakeClamd(), startFakeS3()]);
  database = await emptyDatabase();
  service = await startOwnService(database, { CLAMD: clamd.url });
  tenant = await newTenantAt(service);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
  await Promise.all([clamd.stop(), s3.stop()]);
});

async function upload(text: string, there: Pick<OwnService, 'baseUrl'> = service) {
  const { status, body } = await at(there).send('POST', `${PATH}?name=a.txt`, {
    token: tenant.admin.token,
    raw: Buffer.from(text),
    headers: { 'content-type': 'text/plain' },
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data as { id: string; status: string; scan: string };
}

const get = async (path: string, there: Pick<OwnService, 'baseUrl'> = service) =>
  (await at(there).get(path, tenant.admin.token)).body;
const stateOf = async (id: string) => {
  const { status, scan } = (await get(`${PATH}${id}/`)).data;
  return { status, scan };
};
const becomes = (id: string, status: string) =>
  eventually(`the file is ${status}`, async () => (await stateOf(id)).status === status, 60);
const read = async (id: string, there: Pick<OwnService, 'baseUrl'> = service) => {
  const { status, bytes } = await contentOf(there.baseUrl, tenant.admin, id);
  return { status, text: bytes.toString() };
};
const code = (text: string): string => JSON.parse(text).error.code;
const rowOf = async (id: string) => {
  const [row] = await sql<{ key: string | null; has_bytes: boolean; counted: number; chunks: number }>(
    database.ownerUrl,
    `select r.key, r.has_bytes, r.counted_bytes::integer as counted,
            (select count(*)::integer from core.file_chunks c where c.tenant_id = r.tenant_id and c.file_id = r.id) as chunks
       from core.files r where r.id = $1`,
    [id],
  );
  return row;
};

it('A-486: a file is pending until the scanner has answered, and its content 409 meanwhile', async () => {
  clamd.faults.push('hang');
  const file = await upload('Sambal belacan');
  expect(file).toMatchObject({ status: 'pending', scan: 'none' });
  const { status, text } = await read(file.id);
  expect([status, code(text)]).toEqual([409, 'FILE_NOT_READY']);
  const { data } = await get(`${PATH}?status=pending`);
  expect(data.map(({ id }: { id: string }) => id)).toContain(file.id);
  // A scan that hangs keeps no other tenant's file waiting.
  const other = await newTenantAt(service);
  const { body } = await at(service).send('POST', PATH, {
    token: other.admin.token,
    raw: Buffer.from('quick'),
    headers: { 'content-type': 'text/plain' },
  });
  await eventually('the file of the other is ready', async () => {
    const answer = await at(service).get(`${PATH}${body.data.id}/`, other.admin.token);
    return answer.body.data.status === 'ready';
  });
  expect((await stateOf(file.id)).status).toBe('pending');
  await becomes(file.id, 'ready');
  expect(await stateOf(file.id)).toEqual({ status: 'ready', scan: 'clean' });
  expect(await read(file.id)).toEqual({ status: 200, text: 'Sambal belacan' });
});

it('A-486: errors and broken connections are tried again', async () => {
  clamd.faults.push('error', 'reset');
  const file = await upload('Pisang goreng');
  await becomes(file.id, 'ready');
  expect(clamd.faults).toEqual([]);
});

it('A-486: an infected file is rejected and loses its bytes, counts no more, and is told', async () => {
  await at(service).post('/api/v1/events/enable/', {}, tenant.admin.token);
  const before = (await get(`${PATH}usage/`)).data;
  const file = await upload(`x${EICAR}`);
  await becomes(file.id, 'rejected');
  expect(await stateOf(file.id)).toEqual({ status: 'rejected', scan: 'infected' });
  const { status, text } = await read(file.id);
  expect([status, code(text)]).toEqual([409, 'FILE_NOT_READY']);
  expect(await rowOf(file.id)).toEqual({ key: null, has_bytes: false, counted: 0, chunks: 0 });
  expect((await get(`${PATH}usage/`)).data).toEqual({ ...before, files: before.files + 1 });
  await eventually('the event is in the feed', async () => {
    const { data } = await get('/api/v1/events/?event_types=core.file.rejected');
    return data.some((event: { data: { id: string; status: string } }) => event.data.id === file.id);
  });
  const ready = (await get('/api/v1/events/?event_types=core.file.ready')).data;
  expect(ready.map((event: { data: { id: string } }) => event.data.id)).not.toContain(file.id);
  const deleted = await at(service).send('DELETE', `${PATH}${file.id}/`, { token: tenant.admin.token });
  expect(deleted.status).toBeLessThan(300);
  expect((await get(`${PATH}usage/`)).data).toEqual(before);
});

it('A-486: one that is deleted before the answer stays deleted', async () => {
  clamd.faults.push('error');
  const file = await upload(EICAR);
  await at(service).send('DELETE', `${PATH}${file.id}/`, { token: tenant.admin.token });
  const next = await upload('Kuih');
  await becomes(next.id, 'ready');
  expect((await read(file.id)).status).toBe(404);
});

it('A-486: files uploaded at once are each scanned once, with two instances', async () => {
  const second = await startOwnService(database, { CLAMD: clamd.url });
  const scans = clamd.scanned.length;
  const files = await Promise.all(
    Array.from({ length: 20 }, (_, n) => upload(`Kueh ${n}`.padEnd(50), n % 2 === 0 ? service : second)),
  );
  for (const { id } of files) await becomes(id, 'ready');
  expect(clamd.scanned.slice(scans)).toEqual(files.map(() => 50));
  await second.stop();
});

it('A-486: a stop gives the file back, and another instance scans it', async () => {
  const second = await startOwnService(database, { CLAMD: clamd.url });
  clamd.faults.push('hang');
  const file = await upload('Onde-onde', second);
  await eventually('it is being scanned', () => clamd.faults.length === 0);
  await second.stop();
  await eventually('it is ready', async () => (await stateOf(file.id)).status === 'ready', 10);
});

it('A-486: with FILE_SCAN_REQUIRED=false pending files are served, rejected ones are not; objects of a store go too', async () => {
  await service.stop();
  service = await startOwnService(database, { CLAMD: clamd.url, FILE_SCAN_REQUIRED: 'false', ...s3.environment });
  clamd.faults.push('error', 'error');
  const file = await upload(EICAR);
  expect(file.status).toBe('pending');
  expect(await read(file.id)).toEqual({ status: 200, text: EICAR });
  expect([...s3.objects.keys()].some((key) => key.includes(file.id))).toBe(true);
  await becomes(file.id, 'rejected');
  expect((await read(file.id)).status).toBe(409);
  await eventually('its objects are gone', () => ![...s3.objects.keys()].some((key) => key.includes(file.id)));
  await eventually('that is noted', async () => (await rowOf(file.id))?.has_bytes === false);
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  expect(metrics).toMatch(/^file_scans_total\{outcome="failed"\} 2$/m);
  expect(metrics).toMatch(/^file_scans_total\{outcome="infected"\} 1$/m);
});

it('A-486: objects of an infected file that were left go with housekeeping', async () => {
  clamd.faults.push('error');
  const file = await upload(EICAR);
  const [key, object] = [...s3.objects].find(([name]) => name.includes(file.id)) as [string, Buffer];
  await becomes(file.id, 'rejected');
  await eventually('that is noted', async () => (await rowOf(file.id))?.has_bytes === false);
  s3.objects.set(key, object);
  await sql(database.ownerUrl, 'update core.files set has_bytes = true where id = $1', [file.id]);
  await service.stop();
  service = await startOwnService(database, { CLAMD: clamd.url, ...s3.environment });
  await eventually('it is noted again', async () => (await rowOf(file.id))?.has_bytes === false);
  expect(s3.objects.has(key)).toBe(false);
});
