import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { leftByPurge } from '../../apps/api/dist/database/tenant-data/purged-tables.js';
import { CommandLine, type Ended } from '../support/command-line.js';
import { demoDatabase } from '../support/demo-database.js';
import { PASSWORD } from '../support/people.js';
import { testSecrets } from '../support/servers.js';
import { dropDatabases, sql, urlWith, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newMemberAt,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';
import { othersThan, rowsOf } from '../support/tenant-rows.js';

/** tenant:purge removes a tenant permanently, after every question, and nothing of another. */

jest.setTimeout(180_000);

const PLATFORM = '00000000-0000-7000-8000-000000000001';
const CLINIC = 'demo-klinik-sentosa';
const SHOP = 'demo-butik-seri-kasih';
const cliFile = resolve(__dirname, '../../apps/api/bundle/cli.js');

const commandLine = new CommandLine();
let folder: string;
let database: OwnDatabase;
let service: OwnService;

const environment = (): Record<string, string> => ({
  DATABASE_URL: database.appUrl,
  MIGRATION_DATABASE_URL: database.ownerUrl,
  ...testSecrets,
});
const cli = (...args: string[]): Promise<Ended> => commandLine.run(args, environment(), folder);
const purge = (slug: string, ...options: string[]): Promise<Ended> => cli('tenant:purge', slug, ...options);
const apply = (slug: string, ...options: string[]): Promise<Ended> =>
  purge(slug, ...options, '--apply', '--confirm', slug);

const idOf = async (slug: string): Promise<string> =>
  (await sql<{ id: string }>(database.ownerUrl, 'select id from core.tenants where slug = $1', [slug]))[0]?.id ?? '';

/** As if it had been suspended for a number of days. */
async function suspended(slug: string, days: number): Promise<void> {
  expect(await cli('tenant:suspend', slug)).toMatchObject({ code: 0 });
  const text = `update core.tenants set updated_at = now() - make_interval(days => $2) where slug = $1`;
  await sql(database.ownerUrl, text, [slug, days]);
}

interface Note {
  record_id: string;
  changes: Record<string, { before: unknown; after: unknown }>;
}

/** What the operator's administrator finds, the oldest first. */
async function notes(): Promise<Note[]> {
  const body = { email: 'operator@example.com', password: 'operator-password', tenant_slug: 'platform' };
  const { access_token } = (await at(service).post('/v1/auth/login', body)).body as { access_token: string };
  const { status, body: found } = await at(service).get('/api/v1/audit/?action=purge', access_token);
  expect(status).toBe(200);
  return (found.data as Note[]).toReversed();
}

/** Only what `leftByPurge` states is left of a tenant. */
async function expectPurged(id: string, slug: string): Promise<void> {
  expect(Object.keys(await rowsOf(database.ownerUrl, id)).sort()).toEqual(Object.keys(leftByPurge).sort());
  const rows = await sql<{ row: string; names: string[] }>(
    database.ownerUrl,
    `select to_jsonb(t) - '{id,created_at,updated_at,deleted_at,version,business_type,subscription_plan,pricing_model,creator_version}'::text[] as row,
            array(select n.name from core.sign_in_names n where n.tenant_id = t.id) as names
     from core.tenants t where id = $1`,
    [id],
  );
  expect(rows).toEqual([
    {
      row: {
        name: slug,
        slug,
        schema_name: slug,
        domain: null,
        registration_number: null,
        email: null,
        phone: null,
        address: null,
        status: 'terminated',
        suspended_by: 'operator',
        logo_url: null,
        logo_file_id: null,
        settings: {},
        plan_steps: [],
        created_by: null,
        creator_member_id: null,
        account_id: null,
      },
      names: [slug],
    },
  ]);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usaha-purge-'));
  database = await demoDatabase();
  service = await startOwnService(database);
});
afterAll(async () => {
  commandLine.close();
  await stopOwnServices();
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

describe('a purge is refused, and changes nothing,', () => {
  let before: Record<string, string>;
  const nothing = (message: RegExp) => ({ code: 1, out: expect.any(String), err: expect.stringMatching(message) });

  beforeAll(async () => {
    expect((await cli('tenant:export', SHOP, '--to', 'early')).code).toBe(0);
    await suspended(CLINIC, 29);
    expect((await cli('tenant:export', CLINIC, '--to', 'clinic')).code).toBe(0);
    before = await othersThan(database.ownerUrl, []);
  });
  afterEach(async () => expect(await othersThan(database.ownerUrl, [])).toEqual(before));

  it('of a tenant in use, even at once', async () => {
    const message =
      /^Nothing was changed\. demo-butik-seri-kasih is active; tenant:suspend demo-butik-seri-kasih comes first\n$/;
    expect(await apply(SHOP, '--without-export', '--now')).toEqual(nothing(message));
  });

  it('of the operator’s own, and of what is none', async () => {
    expect((await apply('platform', '--without-export', '--now')).code).toBe(1);
    expect(await apply('no-such-tenant')).toEqual(nothing(/^There is no tenant no-such-tenant\n$/));
  });

  it('before thirty days are over', async () => {
    const message =
      /^Nothing was changed\. demo-klinik-sentosa has been out of use since \S+ and can be purged after 30 days, from \S+; --now does not wait\n$/;
    expect(await apply(CLINIC, '--export', 'clinic')).toEqual(nothing(message));
  });

  it('without its slug once more', async () => {
    const { code, err } = await purge(CLINIC, '--without-export', '--now', '--apply', '--confirm', 'demo-klinik');
    expect({ code, err }).toEqual({
      code: 1,
      err: `Nothing was changed: --confirm has to repeat the slug, ${CLINIC}\n`,
    });
    expect((await purge(CLINIC, '--now', '--apply')).err).toMatch(/^This command is called: /);
  });

  it('without an export, or with one that is not whole, of another tenant, or too old', async () => {
    expect(await apply(CLINIC, '--now')).toEqual(
      nothing(/^Nothing was changed: tenant:export demo-klinik-sentosa --to <folder> comes first/),
    );
    expect(await apply(CLINIC, '--export', 'nowhere', '--now')).toEqual(nothing(/manifest\.json cannot be read/));
    expect(await apply(CLINIC, '--export', 'early', '--now')).toEqual(
      nothing(/the export in \S+early is of demo-butik-seri-kasih\n$/),
    );
    appendFileSync(join(folder, 'clinic/data/healthcare.patients.ndjson'), '{}\n');
    expect(await apply(CLINIC, '--export', 'clinic', '--now')).toEqual(
      nothing(/healthcare\.patients\.ndjson is not what the export wrote/),
    );
  });

  it('by a role that does not own the tables', async () => {
    const { code, err } = await commandLine.run(
      ['tenant:purge', CLINIC, '--without-export', '--now', '--apply', '--confirm', CLINIC],
      { ...environment(), MIGRATION_DATABASE_URL: urlWith(database.ownerUrl, { user: 'usaha_app' }) },
      folder,
    );
    expect(code).toBe(1);
    expect(err).toMatch(
      /^The role usaha_app may not delete all rows of \S+: name the owner of the tables in MIGRATION_DATABASE_URL\n$/,
    );
  });

  it('unless it is told to: by itself it says what there is', async () => {
    const { code, out, err } = await purge(CLINIC);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const {
      'core.tenants': _,
      'core.sign_in_names': __,
      ...rows
    } = await rowsOf(database.ownerUrl, await idOf(CLINIC));
    const told = [...out.matchAll(/^ {2}(\S+)\t(\d+)$/gm)].map(([, path, count]) => [path, Number(count)]);
    expect(Object.fromEntries(told)).toEqual(rows);
    expect(out).toMatch(/^Among them accounts: \d+ rows, the newest of \d{4}-\d\d-\d\d, to be kept seven years/m);
    expect(out).toMatch(/^Among them health records: \d+ rows/m);
    expect(out).toMatch(/Nothing was changed\. demo-klinik-sentosa has been out of use since [^\n]*\n$/);
  });
});

describe('a purge', () => {
  let id: string;
  let before: Record<string, string>;
  let rows: Record<string, number>;
  let told: Ended;

  beforeAll(async () => {
    id = await idOf(CLINIC);
    await suspended(CLINIC, 31);
    rmSync(join(folder, 'clinic'), { recursive: true });
    expect((await cli('tenant:export', CLINIC, '--to', 'clinic')).code).toBe(0);
    rows = await rowsOf(database.ownerUrl, id);
    before = await othersThan(database.ownerUrl, [id, PLATFORM]);
    told = await apply(CLINIC, '--export', 'clinic');
  });

  it('leaves no row but the id and the slug', async () => {
    expect(told.err).toBe('');
    expect(told.code).toBe(0);
    expect(told.out).toMatch(/^demo-klinik-sentosa is purged: \d+ rows are gone; /m);
    await expectPurged(id, CLINIC);
  });

  it('leaves every row of every other tenant as it was', async () => {
    expect(await othersThan(database.ownerUrl, [id, PLATFORM])).toEqual(before);
  });

  it('is on the operator’s trail, once, by table and without a personal value', async () => {
    const [note, ...others] = await notes();
    expect(others).toEqual([]);
    const { 'core.tenants': _, 'core.sign_in_names': __, ...gone } = rows;
    const { by, ...tables } = note?.changes ?? {};
    expect(note?.record_id).toBe(id);
    expect(by).toEqual({ before: null, after: expect.stringMatching(/^\S+$/) });
    expect(tables).toEqual(
      Object.fromEntries(Object.entries(gone).map(([path, count]) => [path, { before: count, after: 0 }])),
    );
  });

  it('ends permanently: no sign-in, no way back, and its slug is no other’s', async () => {
    const body = { email: 'dr.lim@sentosa.example', password: 'demo-password', tenant_slug: CLINIC };
    expect((await at(service).post('/v1/auth/login', body)).status).toBe(404);
    expect((await cli('tenant:suspend', CLINIC, '--lift')).code).toBe(1);
    const { admin } = await newTenantAt(service);
    const made = await at(service).post(
      '/v1/tenants',
      { name: 'Demo Klinik Sentosa', email: 'x@example.com', business_type: 'RETAIL' },
      admin.token,
    );
    expect(made).toMatchObject({ status: 201, body: { slug: `${CLINIC}-2` } });
  });

  it('once more finds nothing, and notes nothing', async () => {
    expect((await purge(CLINIC)).out).toMatch(/^Its purge of \S+ is complete$/m);
    expect((await apply(CLINIC)).out).toMatch(/is purged: 0 rows are gone/);
    expect(await notes()).toHaveLength(1);
    await expectPurged(id, CLINIC);
  });
});

describe('people of a purged tenant', () => {
  let home: OwnTenant;
  let branch: { id: string; slug: string };

  beforeAll(async () => {
    home = await newTenantAt(service);
    const body = { name: `${home.slug} branch`, email: 'b@example.com', business_type: 'RETAIL' };
    branch = (await at(service).post('/v1/tenants', body, home.admin.token)).body as { id: string; slug: string };
    await newMemberAt(service, home, 'staff', { ic_number: '870615-10-6127' });
    const before = await othersThan(database.ownerUrl, [home.id, PLATFORM]);
    await suspended(home.slug, 0);
    expect((await apply(home.slug, '--without-export', '--now')).code).toBe(0);
    expect(await othersThan(database.ownerUrl, [home.id, PLATFORM])).toEqual(before);
  });

  it('go on as members of other tenants, which stay as they are', async () => {
    const body = { email: home.admin.email, password: PASSWORD, tenant_slug: branch.slug };
    const { status, body: signedIn } = await at(service).post('/v1/auth/login', body);
    expect(status).toBe(200);
    expect((await at(service).get(`/v1/tenants/${branch.id}`, signedIn.access_token)).status).toBe(200);
  });

  it('are let in nowhere by what they had here', async () => {
    expect((await at(service).get('/v1/users', home.admin.token)).status).toBe(401);
    const { refresh_token } = home.admin;
    expect((await at(service).post('/v1/auth/refresh', { refresh_token })).status).toBe(401);
    const body = { email: home.admin.email, password: PASSWORD, tenant_slug: home.slug };
    expect((await at(service).post('/v1/auth/login', body)).status).toBe(404);
  });
});

it('a purge that is killed in the middle is finished by the next, and the tenant stays shut', async () => {
  const id = await idOf(SHOP);
  await suspended(SHOP, 40);
  const before = await othersThan(database.ownerUrl, [id, PLATFORM]);
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  // What points to products is deleted; for these rows it waits.
  const args = ['tenant:purge', SHOP, '--without-export', '--apply', '--confirm', SHOP];
  await client.query('begin');
  await client.query('select 1 from retail.products where tenant_id = $1 for update', [id]);
  const child = spawn(process.execPath, [cliFile, ...args], {
    env: { PATH: process.env.PATH, ...environment() },
    cwd: folder,
    stdio: 'ignore',
  });
  await eventually('the purge waits for a row', async () => {
    const waiting = `select 1 from pg_stat_activity where application_name = 'usaha purge' and datname = current_database() and wait_event_type = 'Lock'`;
    return (await sql(database.ownerUrl, waiting)).length > 0;
  });
  // A second one at the same time keeps out.
  expect(await apply(SHOP)).toMatchObject({
    code: 1,
    err: 'Another purge is under way; call this one again after it\n',
  });
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  const half = await rowsOf(database.ownerUrl, id);
  await client.end();

  expect(half['retail.products']).toBeGreaterThan(0);
  expect(half['retail.sale_lines']).toBeUndefined();
  expect((await cli('tenant:suspend', SHOP, '--lift')).code).toBe(1);
  expect((await purge(SHOP)).out).toMatch(/^Its purge was begun at \S+\. Nothing was changed now; /m);

  await eventually('the killed one has let go of its lock', async () => (await apply(SHOP)).code === 0);
  await expectPurged(id, SHOP);
  expect(await othersThan(database.ownerUrl, [id, PLATFORM])).toEqual(before);
  expect((await notes()).filter(({ record_id }) => record_id === id)).toHaveLength(1);
});
