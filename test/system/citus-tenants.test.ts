import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { ExpiredEntries } from '../../apps/api/dist/cli/audit/expired-entries.js';
import { citusUrl, distributedDatabase, type CitusDatabase } from '../support/citus.js';
import { execute } from '../support/command-line.js';
import { testSecrets } from '../support/servers.js';
import { plantTenant, sql } from '../support/system-database.js';
import { rowsOf } from '../support/tenant-rows.js';
import { keyOf } from '../support/test-keys.js';

jest.setTimeout(120_000);

/** What an operator does with whole tenants of a Citus cluster: drop what the trail holds too long, export, purge. */

const cli = resolve(__dirname, '../../apps/api/bundle/cli.js');
const otherSecrets = {
  JWT_KEYS: 'other:Another 17 slow brown foxes who sign 2048 tokens elsewhere',
  SEAL_KEYS: `other:${keyOf(70).toString('base64')}`,
  SEARCH_KEY: keyOf(90).toString('base64'),
};
const OLD_MONTH = '2015-03';
const OLD = 3;

(citusUrl ? describe : describe.skip)('the tenants of a Citus cluster', () => {
  let database: CitusDatabase;
  let folder: string;
  let [tenant, other] = ['', ''];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'usaha-citus-'));
    database = await distributedDatabase(citusUrl as string);
    [tenant, other] = [await plantTenant(database.ownerUrl), await plantTenant(database.ownerUrl)];
    for (const one of [tenant, other]) {
      for (let i = 0; i < OLD; i += 1) await plantEntry(one, new Date(`${OLD_MONTH}-10T0${i}:00:00Z`));
      await plantEntry(one, new Date());
    }
  }, 300_000);
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** An entry of the trail whose id is of its instant. */
  async function plantEntry(tenant_id: string, at: Date): Promise<void> {
    const time = at.getTime().toString(16).padStart(12, '0');
    await sql(
      database.ownerUrl,
      `insert into kernel.audit_entries (tenant_id, id, at, action, record_type, record_id, changes)
       values ($1, $2, $3, 'update', 'product', $4, '{"name": "Kopi"}')`,
      [tenant_id, `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`, at, randomUUID()],
    );
  }

  const run = (...args: string[]) =>
    execute(cli, args, { DATABASE_URL: database.appUrl, MIGRATION_DATABASE_URL: database.ownerUrl, ...testSecrets });

  it('sends workers each setting once: PostgreSQL warns of none', async () => {
    const client = new pg.Client({ connectionString: database.ownerUrl });
    const notices: string[] = [];
    client.on('notice', ({ message }) => notices.push(message ?? ''));
    await client.connect();
    try {
      expect(await new ExpiredEntries(client, tenant, new Date('2016-01-01T00:00:00Z')).count()).toBe(OLD);
    } finally {
      await client.end();
    }
    expect(notices).toEqual([]);
  });

  it('lose the entries of their trail that are past seven years, once files have them', async () => {
    const to = join(folder, 'trail');
    const { code, out, err } = await run('audit:retention', '--apply', '--to', to);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.match(/written to files and deleted: 3$/gm)).toHaveLength(2);
    for (const one of [tenant, other])
      expect(readdirSync(join(to, one)).sort()).toEqual([`${OLD_MONTH}.jsonl.gz`, 'manifest.json']);
    expect((await rowsOf(database.ownerUrl, tenant))['kernel.audit_entries']).toBe(1);
    expect((await run('audit:retention')).out).toBe('No entries are past their retention\n');
  });

  it('A-502: come from an installation of one PostgreSQL, and lie on the worker of their id', async () => {
    const slug = 'demo-kurier-lembah';
    const to = join(folder, 'courier');
    // The embedded database of another data folder, with the keys of that installation.
    const there = { DATA_DIR: join(folder, 'data'), ...otherSecrets };
    expect((await execute(cli, ['seed:demo'], there)).code).toBe(0);
    expect((await execute(cli, ['tenant:export', slug, '--to', to], there)).code).toBe(0);
    const loaded = await run('tenant:load', to, '--apply');
    expect(loaded).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${slug} is loaded, and every row is what the export has`),
    });
    const { tenant: of, counts } = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8')) as {
      tenant: { id: string };
      counts: Record<string, number>;
    };
    const {
      'core.event_interests': _,
      'core.file_usage': __,
      'core.sign_in_names': ___,
      ...rows
    } = await rowsOf(database.ownerUrl, of.id);
    expect(rows).toEqual(Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)));
  });

  it('are exported and purged, each by itself', async () => {
    const before = await rowsOf(database.ownerUrl, other);
    expect(await run('tenant:suspend', tenant)).toMatchObject({ code: 0 });
    const to = join(folder, 'export');
    const exported = await run('tenant:export', tenant, '--to', to);
    expect(exported).toMatchObject({ code: 0, out: expect.stringContaining('is complete: 3 rows of') });
    const purged = await run('tenant:purge', tenant, '--export', to, '--now', '--apply', '--confirm', tenant);
    expect(purged).toMatchObject({ code: 0, out: expect.stringContaining(`${tenant} is purged`) });
    // Its id and slug stay.
    expect(await rowsOf(database.ownerUrl, tenant)).toEqual({ 'core.tenants': 1 });
    expect(await rowsOf(database.ownerUrl, other)).toEqual(before);
  });
});
