import { compareWithLists } from '../support/archived-lists.js';
import { demoDatabase } from '../support/demo-database.js';
import { contentOf } from '../support/files.js';
import { dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { at, eventually, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';
import { unpack } from '../support/tenant-exports.js';

/** an archive that is read again holds what the reference surface answers, of a demo business of each industry. */

jest.setTimeout(300_000);

const PASSWORD = 'demo-password';

let database: OwnDatabase;
let service: OwnService;
beforeAll(async () => {
  database = await demoDatabase();
  service = await startOwnService(database);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

async function signIn(slug: string): Promise<{ tenant_id: string; token: string }> {
  const [{ id = '', email = '' } = {}] = await sql<{ id: string; email: string }>(
    database.ownerUrl,
    `select t.id, u.email from core.tenants t join core.users u on u.tenant_id = t.id and u.role = 'admin'
      where t.slug = $1 order by u.id limit 1`,
    [slug],
  );
  const body = { email, password: PASSWORD, tenant_slug: slug };
  const answer = await at(service).post('/v1/auth/login', body);
  expect(answer.status).toBe(200);
  return { tenant_id: id, token: answer.body.access_token };
}

it.each([
  ['retail', 'demo-kedai-pak-din', 20],
  ['healthcare', 'demo-klinik-sentosa', 20],
  ['education', 'demo-sekolah-cahaya', 20],
  ['beauty', 'demo-dahlia-hair', 20],
  ['logistics', 'demo-kurier-lembah', 20],
])('A-502: the archive of a business in %s is what its lists answer', async (industry, slug, least) => {
  const { tenant_id, token } = await signIn(slug);
  const path = `/api/v1/tenants/${tenant_id}/exports/`;
  const asked = await at(service).post(path, { password: PASSWORD }, token);
  expect(asked.status).toBe(201);
  const found = await eventually('the archive is ready', async () => {
    const { data } = (await at(service).get(`${path}${asked.body.data.id}/`, token)).body;
    return ['queued', 'running'].includes(data.status) ? undefined : data;
  });
  expect(found).toMatchObject({ status: 'ready' });
  const { bytes } = await contentOf(service.baseUrl, { token }, found.file_id);
  const { wrong, compared } = await compareWithLists((list) => at(service).get(list, token), unpack(bytes));
  expect(wrong).toEqual([]);
  const ofIndustry = Object.entries(compared).filter(([list]) => list.startsWith(`/api/v1/${industry}/`));
  const rows = ofIndustry.reduce((sum, [, count]) => sum + count, 0);
  expect(rows).toBeGreaterThan(least * ofIndustry.length);
});
