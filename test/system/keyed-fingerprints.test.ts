import { createHash, randomUUID } from 'node:crypto';
import { KeyedFingerprints1764600100000 } from '../../libs/shared/dist/migrations/1764600100000-keyed-fingerprints.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import type { Answer } from '../support/client.js';
import { PASSWORD, unique } from '../support/people.js';
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

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** The database stores nothing of a request with an Idempotency-Key against which its body could be tried. */

let database: OwnDatabase;
let service: OwnService;
let tenant: OwnTenant;

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  tenant = await newTenantAt(service);
});

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const bodyOf = (name: string) => ({
  email: `${name}@example.com`,
  ic_number: '870615-10-6127',
  password: PASSWORD,
  role: 'staff',
  username: name,
});

const send = (body: unknown, key: string, token = tenant.admin.token): Promise<Answer> =>
  at(service).send('POST', '/api/v1/users/', { body, token, headers: { 'idempotency-key': key } });

interface Row {
  key: string;
  fingerprint: string;
  answer: string;
}
const rowsOf = (tenant_id: string): Promise<Row[]> =>
  sql<Row>(
    database.ownerUrl,
    'select key, fingerprint, answer from kernel.idempotency_keys where tenant_id = $1 order by id',
    [tenant_id],
  );
const sha256 = (text: string, encoding: 'base64url' | 'base64' | 'hex') =>
  createHash('sha256').update(text).digest(encoding);

it('no guess of the body matches the stored fingerprint, and equal bodies leave different ones', async () => {
  const body = bodyOf(unique('guessed'));
  expect((await send(body, randomUUID())).status).toBe(201);
  const other = await newTenantAt(service);
  expect((await send(body, randomUUID(), other.admin.token)).status).toBe(201);
  const [[first], [second]] = [await rowsOf(tenant.id), await rowsOf(other.id)];
  expect(second?.fingerprint).not.toBe(first?.fingerprint);
  const guesses = [body, Object.fromEntries(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))].flatMap(
    (guess) => (['base64url', 'base64', 'hex'] as const).map((encoding) => sha256(JSON.stringify(guess), encoding)),
  );
  expect(first?.fingerprint.length).toBeGreaterThan(40);
  for (const guess of guesses) expect(first?.fingerprint).not.toContain(guess);
  expect(first?.answer).toMatch(/^test\.[\w-]+$/);
});

it('a key that reads as a card number leaves no hash that all numbers of cards could be tried against', async () => {
  const card = '4111111111111111';
  expect((await send(bodyOf(unique('card')), card)).status).toBe(201);
  const kept = (await rowsOf(tenant.id)).at(-1)?.key ?? '';
  expect(kept).toMatch(/^[\w-]{43}$/);
  expect(kept).not.toBe(sha256(card, 'base64url'));
});

it('a retry finds its answer, and another body its refusal, after the other keys have rotated', async () => {
  const [body, key] = [bodyOf(unique('rotated')), randomUUID()];
  const first = await send(body, key);
  expect(first.status).toBe(201);
  await service.stop();
  service = await startOwnService(database, {
    JWT_KEYS: `fresh:another secret that signs the tokens of tests,${testSecrets.JWT_KEYS}`,
    SEAL_KEYS: `fresh:${Buffer.alloc(32, 3).toString('base64')},${testSecrets.SEAL_KEYS}`,
  });
  const again = await send(body, key);
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
  expect((await send({ ...body, role: 'manager' }, key)).status).toBe(409);
});

it('the upgrade takes plain hashes away, and a retry over it still gives the first answer', async () => {
  const [body, key] = [bodyOf(unique('upgraded')), randomUUID()];
  const first = await send(body, key);
  await sql(database.ownerUrl, 'update kernel.idempotency_keys set fingerprint = $1', [
    sha256(JSON.stringify(body), 'base64url'),
  ]);
  const owner = await createDataSource({ url: database.ownerUrl, entities: [] }).initialize();
  const runner = owner.createQueryRunner();
  await new KeyedFingerprints1764600100000().up(runner);
  await runner.release();
  await owner.destroy();
  expect(new Set((await rowsOf(tenant.id)).map(({ fingerprint }) => fingerprint))).toEqual(new Set(['']));
  const again = await send(body, key);
  expect([again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, first.text, 'true']);
});
