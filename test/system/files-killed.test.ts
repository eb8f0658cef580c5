import { createHash, randomBytes } from 'node:crypto';
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

/** a process that is killed amid uploads. */

const PATH = '/api/v1/files/';

let database: OwnDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Uploads one file after another until the service is gone. @returns ids and digests of those that were answered with 201 */
async function uploadOn(service: OwnService, tenant: OwnTenant, answered: Map<string, string>): Promise<void> {
  for (;;) {
    const raw = Buffer.from(randomBytes(400_000).toString('hex'));
    const answer = await at(service)
      .send('POST', `${PATH}?name=a.txt`, {
        token: tenant.admin.token,
        raw,
        headers: { 'content-type': 'text/plain' },
      })
      .catch(() => null);
    if (answer?.status !== 201) return;
    answered.set(answer.body.data.id, digestOf(raw));
  }
}

interface Row {
  id: string;
  sha256: string | null;
  stored: boolean;
}

const rowsOf = (tenant: OwnTenant) =>
  sql<Row>(
    database.ownerUrl,
    'select id, sha256, stored_at is not null as stored from core.files where tenant_id = $1 and deleted_at is null',
    [tenant.id],
  );

async function usageOf(tenant: OwnTenant): Promise<{ used: number; counted: number; files: number; rows: number }> {
  const [row] = await sql<{ used: number; counted: number; files: number; rows: number }>(
    database.ownerUrl,
    `select u.used_bytes::integer as used, u.files,
            (select sum(r.counted_bytes)::integer from core.files r where r.tenant_id = $1 and r.deleted_at is null) as counted,
            (select count(*)::integer from core.files r where r.tenant_id = $1 and r.deleted_at is null) as rows
       from core.file_usage u where u.tenant_id = $1`,
    [tenant.id],
  );
  return row as { used: number; counted: number; files: number; rows: number };
}

it('A-484, A-485: after kill -9 no file lacks bytes, each answered one is there, and usage is the sum of the files', async () => {
  let service = await startOwnService(database);
  const tenant = await newTenantAt(service);
  const answered = new Map<string, string>();
  for (let round = 0; round < 3; round += 1) {
    const uploads = Array.from({ length: 4 }, () => uploadOn(service, tenant, answered));
    const before = answered.size;
    await eventually('some are answered', () => answered.size >= before + 6);
    await service.stop('SIGKILL');
    await Promise.all(uploads);
    service = await startOwnService(database);
    const { used, counted, files, rows } = await usageOf(tenant);
    expect([used, files]).toEqual([counted, rows]);
  }
  const stored = (await rowsOf(tenant)).filter((row) => row.stored);
  for (const { id, sha256 } of stored) {
    const { status, bytes } = await contentOf(service.baseUrl, tenant.admin, id);
    expect([id, status, digestOf(bytes)]).toEqual([id, 200, sha256]);
  }
  const digests = new Map(stored.map(({ id, sha256 }) => [id, sha256]));
  for (const [id, digest] of answered) expect(digests.get(id)).toBe(digest);
  // An hour later the uploads that were cut short are removed, by the round that a start begins with.
  await sql(
    database.ownerUrl,
    "update core.files set created_at = created_at - interval '61 minutes' where stored_at is null and tenant_id = $1",
    [tenant.id],
  );
  await service.stop();
  service = await startOwnService(database);
  await eventually('they are removed', async () => (await rowsOf(tenant)).every((row) => row.stored));
  const { used, counted, files } = await usageOf(tenant);
  expect([used, files]).toEqual([counted, stored.length]);
});
