import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandLine, execute, type Ended } from '../support/command-line.js';
import { startPooler } from '../support/pooler.js';
import { testSecrets } from '../support/servers.js';
import { clonedDatabase, dropDatabases, plantTenant, sql, type OwnDatabase } from '../support/system-database.js';

/** What doctor and a start find of a database that is not as this release needs it: after a rollback, a restore, a loss. */

const mainFile = resolve(__dirname, '../../apps/api/bundle/main.js');
const commandLine = new CommandLine();
let folder: string;
let database: OwnDatabase;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usaha-doctor-'));
  database = await clonedDatabase();
  const { appUrl, ownerUrl } = database;
  environment = { DATABASE_URL: appUrl, MIGRATION_DATABASE_URL: ownerUrl, ...testSecrets, PORT: '0' };
});
afterAll(async () => {
  commandLine.close();
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

const owner = (text: string) => sql(database.ownerUrl, text);
const doctor = (extra: Record<string, string> = {}): Promise<Ended> =>
  commandLine.run(['doctor'], { ...environment, ...extra }, folder);
const start = (): Promise<Ended> => execute(mainFile, [], { ...environment, DATA_DIR: join(folder, 'unused') }, folder);

describe('a schema that needs a later release', () => {
  beforeAll(async () => {
    await owner('alter table usaha_migrations add column if not exists oldest_release text');
    await owner(`insert into usaha_migrations (timestamp, name, oldest_release)
                 values (1999999999999, 'Later1999999999999', '1.999.0')`);
  });
  afterAll(() => owner(`delete from usaha_migrations where name = 'Later1999999999999'`));

  const refusal =
    /^This is release \d+\.\d+\.\d+, and the database needs release 1\.999\.0 or a later one since the migration Later1999999999999; [^\n]*\n$/;

  it('is refused by a start in one line, after a rollback', async () => {
    expect(await start()).toEqual({ code: 1, out: expect.any(String), err: expect.stringMatching(refusal) });
  });

  it('is refused by migrate, and named by doctor', async () => {
    expect(await commandLine.run(['migrate'], environment, folder)).toMatchObject({
      code: 1,
      err: expect.stringMatching(refusal),
    });
    const { code, out } = await doctor();
    expect(code).toBe(1);
    expect(out).toMatch(/^✗ Migrations +This is release .* needs release 1\.999\.0/m);
  });
});

describe('letters about accounts (A-403)', () => {
  const production = { NODE_ENV: 'production', OPERATOR_PASSWORD: 'Panjang-Sekali-77' };
  const mail = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'akaun@usaha.example' };

  it('need PUBLIC_URL and SMTP_URL in production: doctor names what is missing', async () => {
    const { code, out } = await doctor(production);
    expect(code).toBe(1);
    for (const name of ['PUBLIC_URL', 'SMTP_URL'])
      expect(out).toMatch(new RegExp(`^✗ Letters +${name} is not set`, 'm'));
    const whole = await doctor({ ...production, ...mail, PUBLIC_URL: 'https://usaha.example' });
    expect(whole.out).not.toContain('✗ Letters');
    expect((await doctor()).out).not.toContain('✗ Letters');
  });

  it('lead to no page of LINK_URLS that is none: doctor and a start say so', async () => {
    const LINK_URLS = 'https://app.example/#token={token} https://app.example/{token}';
    const { out } = await doctor({ LINK_URLS });
    expect(out).toMatch(/^✗ Letters +LINK_URLS must be https URLs .*; "https:\/\/app\.example\/\{token\}" is not$/m);
    const refused = await execute(
      mainFile,
      [],
      { ...environment, LINK_URLS, DATA_DIR: join(folder, 'unused') },
      folder,
    );
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('LINK_URLS must be https URLs')]);
  });
});

describe('a column that is missing', () => {
  beforeAll(() => owner('alter table retail.customers rename column first_name to gone'));
  afterAll(() => owner('alter table retail.customers rename column gone to first_name'));

  it('ends a start in one line that names it', async () => {
    expect(await start()).toEqual({
      code: 1,
      out: expect.any(String),
      err: expect.stringMatching(
        /^The schema of the database is not that of release [^\n]*retail\.customers\.first_name is missing[^\n]*\n$/,
      ),
    });
  });

  it('is not well, even where a later release has run migrations', async () => {
    await owner("insert into usaha_migrations (timestamp, name) values (1999999999999, 'Later1999999999999')");
    const { code, out } = await doctor();
    await owner(`delete from usaha_migrations where name = 'Later1999999999999'`);
    expect(code).toBe(1);
    expect(out).toMatch(/^✗ Schema +the column retail\.customers\.first_name is missing$/m);
    expect(out).toMatch(/^– Schema +the column retail\.customers\.gone is unknown to this version$/m);
  });
});

it('the right to make temporary tables, which a restored dump brings back, is not well', async () => {
  const { name } = database;
  expect((await doctor()).out).toMatch(/^✓ Temporary tables +may not be made by usaha_app$/m);
  await owner(`grant temporary on database ${name} to public`);
  const { code, out } = await doctor();
  await owner(`revoke temporary on database ${name} from public, usaha_app`);
  expect(code).toBe(1);
  expect(out).toContain(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC, usaha_app;`);
});

it('a pooler that loses prepared statements is not well', async () => {
  const pooler = await startPooler(decodeURIComponent(/@([^/]+)\//.exec(database.appUrl)?.[1] ?? ''));
  const { code, out } = await doctor({ DATABASE_URL: pooler.through(database.appUrl) });
  pooler.close();
  expect(code).toBe(1);
  expect(out).toMatch(/^✗ Pooler +The pooler before the database does not keep prepared statements: /m);
  expect((await doctor()).out).toMatch(/^✓ Pooler +none, or one that keeps prepared statements$/m);
});

it('A-347: shops that charge SST without a registration number are named', async () => {
  const [charges, other] = [await plantTenant(database.ownerUrl), await plantTenant(database.ownerUrl)];
  expect((await doctor()).out).toMatch(/^✓ SST +none charged it in 31 days without a registration number$/m);
  for (const [tenant, tax] of [
    [charges, 6],
    [other, 0],
  ] as const)
    await sql(
      database.ownerUrl,
      `insert into retail.sales (tenant_id, id, created_at, updated_at, sold_at, invoice_number, payment_status, subtotal, discount_amount, tax_amount,
         total, refunded_total, refunds_made, points_earned, points_returned, status, status_history, payments_kept, on_account, outstanding_amount)
       values ($1, gen_random_uuid(), now(), now(), now(), 'INV-1', 'completed', 100, 0, $2::numeric, 100 + $2::numeric, 0, 0, 0, 0, 'completed', '[]', false, false, 0)`,
      [tenant, tax],
    );
  expect((await doctor()).out).toMatch(
    new RegExp(`^– SST +1 businesses .* charged it in 31 days: ${charges}; .*default_tax_rate to 0$`, 'm'),
  );
  await owner(`update core.tenants set settings = '{"sst_registration_number": "W10"}' where id = '${charges}'`);
  expect((await doctor()).out).toMatch(/^✓ SST /m);
});

it('the largest tables and the clock are named', async () => {
  const { out } = await doctor();
  expect(out).toMatch(/^– Sizes +the database \d+ [kM]B; the largest tables \w+\.\w+ \d+ [kM]B \(about \d+ rows\)/m);
  expect(out).toMatch(/^✓ Clock +PostgreSQL and this machine agree$/m);
});
