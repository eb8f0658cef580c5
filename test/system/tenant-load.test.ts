import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { leftByPurge } from '../../apps/api/dist/database/tenant-data/purged-tables.js';
import { CommandLine, type Ended } from '../support/command-line.js';
import { demoDatabase } from '../support/demo-database.js';
import { contentOf, uploadForm } from '../support/files.js';
import { useServer } from '../support/client.js';
import { jpeg } from '../support/pictures.js';
import { compareAnswers, type Side } from '../support/same-answers.js';
import { testSecrets } from '../support/servers.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import { at, eventually, startOwnService, stopOwnServices, type OwnService } from '../support/system-service.js';
import { rowsOf } from '../support/tenant-rows.js';
import { keyOf } from '../support/test-keys.js';

/** tenant:load takes a tenant over from another installation, which has other keys. Until all is there the tenant is hidden. */

jest.setTimeout(600_000);

const SHOP = 'demo-kedai-pak-din';
const CLINIC = 'demo-klinik-sentosa';
const TENANTS = [SHOP, CLINIC, 'demo-sekolah-cahaya', 'demo-dahlia-hair', 'demo-kurier-lembah'];
const cliFile = resolve(__dirname, '../../apps/api/bundle/cli.js');
const otherSecrets = {
  JWT_KEYS: 'other:Another 17 slow brown foxes who sign 2048 tokens elsewhere',
  SEAL_KEYS: `other:${keyOf(70).toString('base64')}`,
  SEARCH_KEY: keyOf(90).toString('base64'),
};

interface Manifest {
  as_of: string;
  schema?: object;
  entries: { table: string; rows: number }[];
}

const commandLine = new CommandLine();
let folder: string;
let source: OwnDatabase;
let target: OwnDatabase;
let here: OwnService;
let there: OwnService;

const urls = ({ appUrl, ownerUrl }: OwnDatabase) => ({ DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl });
const fromSource = (...args: string[]): Promise<Ended> =>
  commandLine.run(args, { ...urls(source), ...testSecrets }, folder);
const atTarget = (...args: string[]): Promise<Ended> =>
  commandLine.run(args, { ...urls(target), ...otherSecrets }, folder);

/** Lets a load begin, kills it where it waits for a table, and says what is looked at before. */
async function killedLoad(
  name: string,
  table: string,
  meanwhile = (): Promise<void> => Promise.resolve(),
): Promise<void> {
  const client = new pg.Client({ connectionString: target.ownerUrl });
  await client.connect();
  // Reading goes on: the check of the schema comes first.
  await client.query(`begin; lock table ${table} in share mode`);
  const child = spawn(process.execPath, [cliFile, 'tenant:load', name, '--apply'], {
    env: { PATH: process.env.PATH, ...urls(target), ...otherSecrets },
    cwd: folder,
    stdio: 'ignore',
  });
  await eventually('the load waits', async () => {
    const waiting = `select 1 from pg_locks l where not l.granted and l.relation = '${table}'::regclass`;
    return (await sql(target.ownerUrl, waiting)).length > 0;
  });
  // It would give up waiting while others look: stopped, it keeps its connection and its lock.
  child.kill('SIGSTOP');
  await meanwhile();
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  await client.query('rollback');
  await client.end();
}

async function adminOf(slug: string): Promise<{ tenant_id: string; email: string }> {
  const [{ tenant_id = '', email = '' } = {}] = await sql<{ tenant_id: string; email: string }>(
    source.ownerUrl,
    `select t.id as tenant_id, u.email from core.tenants t join core.users u on u.tenant_id = t.id and u.role = 'admin'
      where t.slug = $1 order by u.id limit 1`,
    [slug],
  );
  return { tenant_id, email };
}

async function signIn(service: OwnService, slug: string, email: string, password: string): Promise<string> {
  const answer = await at(service).post('/v1/auth/login', { email, password, tenant_slug: slug });
  if (answer.status !== 200) throw new Error(`${slug}: ${answer.status} ${answer.text}`);
  return answer.body.access_token as string;
}

/** An administrator of a loaded tenant, who is given a password. */
async function sideThere(slug: string): Promise<Side> {
  const { tenant_id, email } = await adminOf(slug);
  const { out, code } = await atTarget('user:reset-password', slug, email);
  expect(code).toBe(0);
  const password = /: (\S+)\n/.exec(out)?.[1] ?? '';
  return { baseUrl: there.baseUrl, token: await signIn(there, slug, email, password), tenant_id };
}

async function sideHere(slug: string): Promise<Side> {
  const { tenant_id, email } = await adminOf(slug);
  return { baseUrl: here.baseUrl, token: await signIn(here, slug, email, 'demo-password'), tenant_id };
}

/** What the shop has in addition to months of sales: files, and what cannot come along. */
async function fillShop({ token }: Side): Promise<void> {
  const uploads = [
    await uploadForm({ token }, Buffer.alloc(700_000, 'Kopi'), { filename: 'price list.txt' }),
    await uploadForm({ token }, 'sku,name\nA,Kopi\n', { filename: 'list.csv', fields: { purpose: 'import' } }),
    await uploadForm({ token }, jpeg(), { filename: 'kopi.jpg', fields: { purpose: 'picture' } }),
    await uploadForm({ token }, 'to be deleted', { filename: 'old.txt' }),
  ];
  expect(uploads.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const [, , picture, old] = uploads.map(({ body }) => body.data.id as string);
  const { send } = at(here);
  const made = [
    await send('POST', '/api/v1/retail/products/', {
      token,
      body: { name: 'Kopi O', sku: 'LOAD-1', selling_price: 3.5, current_stock: 7, picture_ids: [picture] },
    }),
    await send('DELETE', `/api/v1/files/${old}/`, { token }),
    await send('POST', '/api/v1/api-keys/', { token, body: { name: 'Till', scopes: ['retail:read'] } }),
    await send('POST', '/api/v1/webhooks/', { token, body: { url: 'https://hooks.example.com/usaha' } }),
    await send('POST', '/api/v1/modules/retail/enable/', {
      token,
      body: { configuration: { retail: { enable_inventory_alerts: true } } },
    }),
  ];
  expect(made.map(({ status, text }) => (status < 300 ? 'done' : text))).toEqual(made.map(() => 'done'));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usaha-load-'));
  source = await demoDatabase();
  target = await clonedDatabase();
  here = await startOwnService(source);
  there = await startOwnService(target, otherSecrets);
  useServer(here.baseUrl);
  await fillShop(await sideHere(SHOP));
  for (const slug of TENANTS) expect(await fromSource('tenant:export', slug, '--to', slug)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  commandLine.close();
  await stopOwnServices();
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

describe('A-502: a folder that is not loaded, and changes nothing', () => {
  const nothing = (message: RegExp) => ({ code: 1, out: '', err: expect.stringMatching(message) });
  const copied = (name: string): string => {
    cpSync(join(folder, SHOP), join(folder, name), { recursive: true });
    return join(folder, name);
  };
  /** The manifest with other words, and the hashes as they are. */
  const rewritten = (path: string, change: (manifest: Manifest) => void): void => {
    const file = join(path, 'manifest.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    change(manifest);
    writeFileSync(file, JSON.stringify(manifest));
  };
  afterEach(async () => {
    expect(await sql(target.ownerUrl, 'select 1 from core.tenants where slug like $1', ['demo-%'])).toEqual([]);
  });

  it('is whole: without --apply it is described', async () => {
    const { code, out } = await atTarget('tenant:load', SHOP);
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}retail\.sales\t\d{3,}$/m);
    expect(out).toMatch(
      /^The export of demo-kedai-pak-din \(\S+\) as of \S+ by release \S+ is whole: \d+ rows of \d+ tables, 3 files$/m,
    );
    expect(out).toMatch(/no password/);
    expect(out).toMatch(/Nothing was changed; npm run cli -- tenant:load demo-kedai-pak-din --apply loads it\n$/);
  });

  it('has another byte in its rows or files', async () => {
    appendFileSync(join(copied('rows'), 'data/retail.sales.ndjson'), '{}\n');
    expect(await atTarget('tenant:load', 'rows', '--apply')).toEqual(
      nothing(/retail\.sales\.ndjson is not what the export wrote/),
    );
    const files = join(copied('bytes'), 'files');
    writeFileSync(join(files, readdirSync(files)[0] ?? ''), 'other');
    expect(await atTarget('tenant:load', 'bytes', '--apply')).toEqual(
      nothing(/files\/\S+ is not what the export wrote/),
    );
  });

  it('is of another schema, of an earlier release, or without files', async () => {
    rewritten(copied('schema'), (manifest) => Object.assign(manifest, { schema: { last: 'Later1', sha256: 'x' } }));
    expect(await atTarget('tenant:load', 'schema')).toEqual(
      nothing(/^The export is of release \S+ \(Later1\), and this is/),
    );
    rewritten(copied('early'), (manifest) => void delete manifest.schema);
    expect(await atTarget('tenant:load', 'early')).toEqual(nothing(/which did not tell its schema/));
    expect((await fromSource('tenant:export', SHOP, '--to', 'bare', '--without-files')).code).toBe(0);
    expect(await atTarget('tenant:load', 'bare')).toEqual(nothing(/has no files/));
  });

  it('lacks rows that its manifest counts, or names a table that is none', async () => {
    rewritten(copied('counts'), ({ entries }) => entries.forEach((entry) => (entry.rows += 1)));
    expect(await atTarget('tenant:load', 'counts')).toEqual(nothing(/ has \d+ rows, and \d+ by the manifest/));
    rewritten(copied('tables'), ({ entries }) => entries.forEach((entry) => (entry.table = '../manifest')));
    expect((await atTarget('tenant:load', 'tables')).code).toBe(1);
    expect(await atTarget('tenant:load', 'nowhere')).toEqual(nothing(/manifest\.json cannot be read/));
  });

  it('is of a tenant that is here', async () => {
    expect(await fromSource('tenant:load', SHOP, '--apply')).toEqual(
      nothing(/cannot be loaded here: the tenant is here already/),
    );
  });
});

describe('A-502: a load', () => {
  it('that is killed in the middle leaves nothing to be seen, and the next one finishes it', async () => {
    const { tenant_id, email } = await adminOf(SHOP);
    await killedLoad(SHOP, 'retail.sale_lines', async () => {
      const body = { email, password: 'demo-password', tenant_slug: SHOP };
      expect((await at(there).post('/v1/auth/login', body)).status).toBe(404);
      expect((await atTarget('tenant:list')).out).not.toContain(SHOP);
      expect((await atTarget('tenant:load', SHOP, '--apply')).err).toMatch(/^Another load is under way/m);
    });
    const half = await rowsOf(target.ownerUrl, tenant_id);
    expect(half['retail.sales']).toBeGreaterThan(0);
    expect((await atTarget('tenant:suspend', SHOP, '--lift')).code).toBe(1);
    expect((await atTarget('tenant:load', SHOP)).out).toMatch(
      /^A load of \S+ was begun at \S+\. Nothing was changed now;/m,
    );
    const another = await fromSource('tenant:export', SHOP, '--to', 'another');
    expect(another.code).toBe(0);
    expect((await atTarget('tenant:load', 'another', '--apply')).err).toMatch(/was begun at \S+ with another export/);

    const told = await eventually('the killed one has let go of its lock', async () => {
      const ended = await atTarget('tenant:load', SHOP, '--apply');
      return ended.err.includes('Another load') ? undefined : ended;
    });
    expect(told.code).toBe(0);
    expect(told.out).toMatch(/^demo-kedai-pak-din is loaded, and every row is what the export has;/m);
    expect((await atTarget('tenant:load', SHOP, '--apply')).out).toMatch(/was loaded already; nothing was changed\n$/);
  });

  it('that was given up is purged, and the tenant is not loaded any more', async () => {
    const slug = 'demo-tuisyen-bijak';
    const { tenant_id } = await adminOf(slug);
    expect((await fromSource('tenant:export', slug, '--to', slug)).code).toBe(0);
    await killedLoad(slug, 'education.students');
    const purged = await atTarget('tenant:purge', slug, '--without-export', '--now', '--apply', '--confirm', slug);
    expect(purged).toMatchObject({ code: 0, err: '' });
    expect(Object.keys(await rowsOf(target.ownerUrl, tenant_id)).sort()).toEqual(Object.keys(leftByPurge).sort());
    expect((await atTarget('tenant:load', slug, '--apply')).err).toMatch(
      /was purged here at \S+: it is not loaded again/,
    );
  });

  it.each(TENANTS.slice(1))('of %s ends with every row', async (slug) => {
    const told = await atTarget('tenant:load', slug, '--apply');
    expect(told.code).toBe(0);
    expect(told.out).toMatch(/ is loaded, and every row is what the export has;/);
  });

  it.each(TENANTS)('leaves lists, reports, documents and files of %s as they were', async (slug) => {
    const { different, same } = await compareAnswers(await sideHere(slug), await sideThere(slug));
    expect(different).toEqual([]);
    expect(same.lists).toBeGreaterThan(15);
    expect(same.reports).toBeGreaterThan(3);
    expect(same.documents).toBeGreaterThan(2);
    expect(same.others).toBeGreaterThan(20);
  });

  it('seals with the keys of this installation, and finds by them', async () => {
    const { tenant_id } = await adminOf(CLINIC);
    const rows = await sql<{ ic_number: string }>(
      target.ownerUrl,
      'select ic_number from healthcare.patients where tenant_id = $1 and ic_number is not null',
      [tenant_id],
    );
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(({ ic_number }) => !ic_number.startsWith('other.'))).toEqual([]);
    const side = await sideThere(CLINIC);
    const listed = await at(there).get('/api/v1/healthcare/patients/?page_size=1', side.token);
    const { id } = listed.body.data[0];
    const { ic_number } = (await at(there).get(`/api/v1/healthcare/patients/${id}/`, side.token)).body.data;
    const found = await at(there).get(`/api/v1/healthcare/patients/?search=${ic_number}`, side.token);
    expect(found.body.data.map((patient: { id: string }) => patient.id)).toEqual([id]);
  });

  it('has files whole, in this store, with their usage', async () => {
    const side = await sideThere(SHOP);
    const { data } = (await at(there).get('/api/v1/files/', side.token)).body;
    expect(data).toHaveLength(3);
    for (const { id, sha256 } of data) {
      const { bytes } = await contentOf(there.baseUrl, side, id);
      expect(bytes.equals(readFileSync(join(folder, SHOP, 'files', id)))).toBe(true);
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    }
    expect((await atTarget('files:check')).out).toMatch(/^Files that were read: 3 .*; faults: 0\n$/m);
    expect(statSync(join(folder, SHOP, 'files')).mode & 0o777).toBe(0o700);
  });

  it('goes on where it was: numbers of documents and users follow, and the low stock is told', async () => {
    const [here, there_] = [await sideHere(SHOP), await sideThere(SHOP)];
    const sold: string[] = [];
    const numbers: number[] = [];
    for (const { baseUrl, token } of [here, there_]) {
      const product = (await at({ baseUrl }).get('/api/v1/retail/products/?search=LOAD-1', token)).body.data[0];
      const body = { items: [{ product_id: product.id, quantity: 1 }], payment_method: 'cash' };
      const sale = await at({ baseUrl }).post('/api/v1/retail/sales/', body, token);
      sold.push(sale.body.data.invoice_number);
      const user = { username: 'later', email: 'later@example.com', password: 'a long password 17', role: 'staff' };
      const made = await at({ baseUrl }).post('/api/v1/users/', user, token);
      expect([made.status, made.text]).toEqual([201, made.text]);
    }
    expect(sold[0]).toMatch(/^INV-\d{4}-\d{6}$/);
    expect(sold[1]).toBe(sold[0]);
    const users = await sql<{ number: number }>(
      target.ownerUrl,
      'select number from core.users where tenant_id = $1 order by id',
      [there_.tenant_id],
    );
    numbers.push(...users.map(({ number }) => number));
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.at(-1)).toBe(Math.max(...numbers));
    const [interests] = await sql(
      target.ownerUrl,
      'select inner_types from core.event_interests where tenant_id = $1',
      [there_.tenant_id],
    );
    expect(JSON.stringify(interests)).toContain('retail.');
  });

  it('leaves what has no secret here unable to work, until it is given one', async () => {
    const side = await sideThere(SHOP);
    const [webhook] = (await at(there).get('/api/v1/webhooks/', side.token)).body.data;
    expect(webhook).toMatchObject({ status: 'disabled', disabled_reason: 'manual' });
    const users = await sql<{ status: string; is_set: boolean }>(
      target.ownerUrl,
      'select status, password_hash is not null as is_set from core.users where tenant_id = $1 order by id',
      [side.tenant_id],
    );
    // The administrator was given a password, and the last user was made here.
    expect(users.filter(({ is_set }) => is_set)).toHaveLength(2);
    for (const { status, is_set } of users) expect(status).toBe(is_set ? 'active' : 'pending');
    const [key] = (await at(there).get('/api/v1/api-keys/', side.token)).body.data;
    const rotated = await at(there).post(`/api/v1/api-keys/${key.id}/rotate/`, { overlap_hours: 0 }, side.token);
    expect(rotated.status).toBe(200);
    expect((await at(there).get('/api/v1/retail/products/', rotated.body.data.key)).status).toBe(200);
  });

  it('is on the trail of the operator, with its begin and its end', async () => {
    const { tenant_id } = await adminOf(SHOP);
    const notes = await sql<{ action: string; as_of: string }>(
      target.ownerUrl,
      `select action, changes ->> 'as_of' as as_of from kernel.audit_entries where record_id = $1 and action like 'load%' order by id`,
      [tenant_id],
    );
    const { as_of } = JSON.parse(readFileSync(join(folder, SHOP, 'manifest.json'), 'utf8'));
    expect(notes).toEqual([
      { action: 'load', as_of },
      { action: 'loaded', as_of },
    ]);
  });
});
