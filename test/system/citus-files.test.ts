import { citusUrl, distributedDatabase, type CitusDatabase } from '../support/citus.js';
import { EICAR, startFakeClamd, type FakeClamd } from '../support/fake-clamd.js';
import { contentOf } from '../support/files.js';
import { endedImport, startImportAt } from '../support/own-imports.js';
import { PASSWORD } from '../support/people.js';
import { sql } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

/** Files that jobs work on, of tenants on every worker of a Citus cluster: scans, imports and archives. */

jest.setTimeout(240_000);

const FILES = '/api/v1/files/';
const PRODUCTS = 6;

(citusUrl ? describe : describe.skip)('files on a Citus cluster', () => {
  let clamd: FakeClamd;
  let database: CitusDatabase;
  /** One with a scanner, and one without, whose files are ready at once. */
  let service: OwnService;
  let unscanned: OwnService;
  let tenants: OwnTenant[];
  beforeAll(async () => {
    clamd = await startFakeClamd();
    database = await distributedDatabase(citusUrl as string);
    [service, unscanned] = [await startOwnService(database, { CLAMD: clamd.url }), await startOwnService(database)];
    tenants = [];
    while (tenants.length < 2 || (await workers()) < 2) tenants.push(await newTenantAt(service));
  }, 300_000);
  afterAll(async () => {
    await stopOwnServices();
    await database?.drop();
    await clamd.stop();
  });
  const wrong = () =>
    [...service.log(), ...unscanned.log()].filter(
      ({ level, err }) => level === 'error' || level === 50 || err !== undefined,
    );

  /** On how many workers the tenants are. */
  async function workers(): Promise<number> {
    const rows = await sql(
      database.ownerUrl,
      `select distinct p.groupid from pg_dist_placement p
        where p.shardid in (select get_shard_id_for_distribution_column('core.users', t.id) from unnest($1::uuid[]) t (id))`,
      [tenants.map(({ id }) => id)],
    );
    return rows.length;
  }

  async function upload({ admin }: OwnTenant, text: string): Promise<string> {
    const { status, body } = await at(service).send('POST', `${FILES}?name=a.txt`, {
      token: admin.token,
      raw: Buffer.from(text),
      headers: { 'content-type': 'text/plain' },
    });
    expect(status).toBe(201);
    return body.data.id as string;
  }
  const becomes = ({ admin }: OwnTenant, id: string, status: string) =>
    eventually(
      `the file is ${status}`,
      async () => (await at(service).get(`${FILES}${id}/`, admin.token)).body.data.status === status,
      60,
    );

  it('are scanned: clean ones are ready, infected ones lose their bytes', async () => {
    for (const tenant of tenants) {
      const [clean, infected] = [await upload(tenant, 'Sambal'), await upload(tenant, `x${EICAR}`)];
      await becomes(tenant, clean, 'ready');
      await becomes(tenant, infected, 'rejected');
      expect((await contentOf(service.baseUrl, tenant.admin, clean)).bytes.toString()).toBe('Sambal');
    }
    expect(wrong()).toEqual([]);
  });

  it('are imported, each file in its tenant, with all at once', async () => {
    const lines = Array.from({ length: PRODUCTS }, (_, i) => `S-${i},Sambal ${i},9.90`);
    const file = `sku,name,selling_price\n${lines.join('\n')}\n`;
    const made = await Promise.all(
      tenants.map(async (tenant) => endedImport(unscanned, tenant, await startImportAt(unscanned, tenant, file))),
    );
    expect(made.map(({ status }) => status)).toEqual(tenants.map(() => 'done'));
    for (const { admin } of tenants) {
      const { body } = await at(service).get('/api/v1/retail/products/', admin.token);
      expect(body.data).toHaveLength(PRODUCTS);
    }
    expect(wrong()).toEqual([]);
  });

  it('are made of whole tenants, with what each has', async () => {
    for (const { id, admin } of tenants) {
      const path = `/api/v1/tenants/${id}/exports/`;
      const asked = await at(service).post(path, { password: PASSWORD }, admin.token);
      expect(asked.status).toBe(201);
      await eventually(
        'the archive is ready',
        async () => {
          const { data } = (await at(service).get(`${path}${asked.body.data.id}/`, admin.token)).body;
          return data.status === 'ready' && data.counts['retail.products'] === PRODUCTS;
        },
        60,
      );
    }
    expect(wrong()).toEqual([]);
  });
});
