import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RELEASE } from '../../apps/api/dist/start/release.js';
import { dropDatabases, emptyDatabase, sql } from '../support/system-database.js';

/**
 * A context is a library that another team can take: packed as it would be published, installed into an empty project
 * outside the repository, type-checked and used there against a database, without HTTP, as its README says.
 */

const contexts = ['core', 'retail', 'healthcare', 'education', 'beauty', 'logistics'];
const libraries = ['shared', 'embedded-postgres', 'route-solver', 'picture-reader', ...contexts];

/** The program that a library's README shows. */
function exampleOf(library: string): string {
  const text = readFileSync(join(root, 'libs', library, 'README.md'), 'utf8');
  const [, program] = /^```ts\n([\s\S]*?)^```$/m.exec(text) ?? [];
  if (program === undefined) throw new Error(`The README of ${library} shows no program`);
  return program;
}

/** What each README's program prints. */
const printed: Record<string, RegExp> = {
  shared: /^2026-03-11\n0\.3\n1990-01-01\ntrue\n\d+\n$/,
  'embedded-postgres': /^postgresql:\/\/usaha.*\n$/m,
  'route-solver': /^exact: 1, 2; with loads: 2, 1\n$/,
  'picture-reader': /^image\/png: 67 bytes\n$/,
  core: /^aina@cahaya\.example is a manager of kedai-buku-cahaya\n$/,
  retail: /^INV-\d{4}-000001: RM 95\.40\n$/,
  healthcare: /^2030-01-07 at 10:00:00: scheduled\n$/,
  education: /^Aisyah: Form 4\n$/,
  logistics: /^MY\d{6}[0-9A-Z]{8}: pending, in_transit, delivered; 86\.731 km\n$/,
  beauty: /^2030-06-10T10:45:00\+08:00: RM80\n$/,
};

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'usaha-packed-'));
const project = join(folder, 'project');
// The account that the embedded PostgreSQL runs as reaches its data directory.
chmodSync(folder, 0o711);
const MINUTES = 60_000;

afterAll(async () => {
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

/** @returns what it said; says so where it failed. */
function run(command: string, args: string[], cwd: string, environment: NodeJS.ProcessEnv = {}): Promise<string> {
  // Nothing that npm told this run about the repository may reach the other project.
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS|INIT_CWD)/.test(name)),
  );
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      {
        cwd,
        env: { ...clean, ...environment },
        timeout: 4 * MINUTES,
        maxBuffer: 2 ** 24,
        shell: process.platform === 'win32',
      },
      (error, out, err) =>
        error ? reject(new Error(`${command} ${args.join(' ')}: ${error.message}\n${out}\n${err}`)) : resolve(out),
    );
  });
}

const program = `
import { NestFactory } from '@nestjs/core';
import {
  CoreModule, TenantService, User, UserService, coreEntities, coreMigrations, type NewUser, type Tenant,
} from '@usaha/core';
import {
  Database, DatabaseModule, DomainError, Keyring, NO_TENANT, migrate, sharedEntities, sharedMigrations,
  type Context, type Page,
} from '@usaha/shared';
import { createDataSource } from '@usaha/shared/operation';

const url = process.env['DATABASE_URL'] as string;
const dataSource = await createDataSource({
  url,
  entities: [...sharedEntities, ...coreEntities],
  migrations: [...sharedMigrations, ...coreMigrations],
  poolSize: 2,
}).initialize();
const migrated: string[] = await migrate(dataSource);

const keyring = new Keyring([['mine', Buffer.alloc(32, 1)]], Buffer.alloc(32, 2));
const database = await Database.over(dataSource, keyring);
const app = await NestFactory.createApplicationContext(
  { ...CoreModule.forRoot({ tokens: { keys: [['mine', Buffer.alloc(32, 3)]] } }), imports: [DatabaseModule.forRoot(database)] },
  { logger: ['error', 'warn'] },
);
const [tenants, users]: [TenantService, UserService] = [app.get(TenantService), app.get(UserService)];
const within = <T>(tenant_id: string, work: (ctx: Context) => Promise<T>): Promise<T> =>
  database.work({ tenant_id, actor: null, now: new Date() }, work);

const tenant: Tenant = await within(NO_TENANT, (ctx) =>
  tenants.create(ctx, { name: 'Klinik Seri Mutiara', business_type: 'healthcare' }),
);
const data: NewUser = { email: 'aina@mutiara.example', first_name: 'Aina', role: 'manager', ic_number: '900101-14-5678' };
const made: User = await within(tenant.id, (ctx) => users.create(ctx, data));
const got: User = await within(tenant.id, (ctx) => users.get(ctx, made.id));
const page: Page<User> = await within(tenant.id, (ctx) => users.list(ctx, { role: 'manager' }, { page: 1, size: 20 }));
// @ts-expect-error a role that there is not
const wrong: NewUser = { email: 'x@mutiara.example', role: 'KING' };
const taken = await within(tenant.id, (ctx) => users.create(ctx, { ...data, ...{ role: 'staff' } })).catch((error: unknown) => error);

console.log(JSON.stringify({
  migrated: migrated.length,
  slug: tenant.slug,
  got: { email: got.email, role: got.role, status: got.status, ic_number: got.ic_number, number: got.number },
  page: { total: page.total, ids: page.rows.map((user) => user.id) },
  made: made.id,
  taken: taken instanceof DomainError ? taken.kind : null,
  wrong: wrong.email,
}));
await app.close();
await dataSource.destroy();
`;

it(
  'the libraries do the work of users, and what their READMEs show, in a project that knows nothing of this repository',
  async () => {
    for (const name of libraries) {
      const options = ['--ignore-scripts', '--silent', '--json', '--pack-destination', folder];
      const said = await run('npm', ['pack', ...options], join(root, 'libs', name));
      const [{ files }] = JSON.parse(said) as [{ files: { path: string }[] }];
      const paths = files.map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining(['README.md', 'dist/index.js', 'dist/index.d.ts']));
      expect(paths.filter((path) => /\/demo\/|tsbuildinfo|\.spec\./.test(path))).toEqual([]);
    }
    const packed = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    expect(packed.sort()).toEqual(libraries.map((name) => `usaha-${name}-${RELEASE}.tgz`).sort());

    mkdirSync(join(project, 'src'), { recursive: true });
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'elsewhere', private: true, type: 'module' }));
    // The compiler and the types of Node are the other team's own; here they are the repository's, to spare the download.
    const compilerOptions = {
      target: 'ES2022',
      module: 'nodenext',
      moduleResolution: 'nodenext',
      strict: true,
      experimentalDecorators: true,
      // What a library shows of its types is whole by itself.
      skipLibCheck: false,
      rootDir: 'src',
      outDir: 'out',
      typeRoots: [join(root, 'node_modules/@types')],
      types: ['node'],
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    writeFileSync(join(project, 'src/main.ts'), program);
    for (const name of libraries) writeFileSync(join(project, `src/${name}.ts`), exampleOf(name));
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await run(
      'npm',
      ['install', ...options, '@nestjs/core@^12.0.0', ...packed.map((name) => join(folder, name))],
      project,
    );

    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], project);
    const database = await emptyDatabase();
    const said = await run(process.execPath, ['out/main.js'], project, { DATABASE_URL: database.ownerUrl });
    const result = JSON.parse(said) as { made: string };
    expect(result).toEqual({
      migrated: expect.any(Number),
      slug: 'klinik-seri-mutiara',
      got: {
        email: 'aina@mutiara.example',
        role: 'manager',
        status: 'pending',
        ic_number: '900101-14-5678',
        number: expect.any(Number),
      },
      page: { total: 1, ids: [result.made] },
      made: result.made,
      taken: 'conflict',
      wrong: 'x@mutiara.example',
    });
    const rows = await sql<{ ic: string }>(database.ownerUrl, 'select ic_number as ic from core.users where id = $1', [
      result.made,
    ]);
    expect(rows[0]?.ic).toMatch(/^mine\./);

    const key = Buffer.alloc(32, 4).toString('base64');
    for (const name of libraries) {
      const { ownerUrl } = await emptyDatabase();
      const environment = {
        DATABASE_URL: ownerUrl,
        SEAL_KEY: key,
        SEARCH_KEY: key,
        JWT_KEY: key,
        DATA_DIR: join(folder, 'data'),
      };
      expect(await run(process.execPath, [`out/${name}.js`], project, environment)).toMatch(printed[name] as RegExp);
    }
  },
  10 * MINUTES,
);
