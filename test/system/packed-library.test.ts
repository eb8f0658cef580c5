import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropDatabases, emptyDatabase, sql } from '../support/system-database.js';

/**
 * A context is a library that another team can take: packed as it would be published, installed into an empty project
 * outside the repository, type-checked and used there against a database, without HTTP.
 */

const root = join(__dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'usaha-packed-'));
const project = join(folder, 'project');
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
import { Core, User, coreEntities, coreMigrations, type NewUser, type Tenant } from '@usaha/core';
import {
  Database, DomainError, Keyring, NO_TENANT, createDataSource, migrate, sharedEntities, sharedMigrations,
  type Context, type Page,
} from '@usaha/shared';

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
const core = new Core({ database, tokens: { keys: [['mine', Buffer.alloc(32, 3)]] } });
const within = <T>(tenant_id: string, work: (ctx: Context) => Promise<T>): Promise<T> =>
  database.work({ tenant_id, actor: null, now: new Date() }, work);

const tenant: Tenant = await within(NO_TENANT, (ctx) =>
  core.tenants.create(ctx, { name: 'Klinik Seri Mutiara', business_type: 'HEALTHCARE' }),
);
const data: NewUser = { email: 'aina@mutiara.example', first_name: 'Aina', role: 'MANAGER', ic_number: '900101-14-5678' };
const made: User = await within(tenant.id, (ctx) => core.users.create(ctx, data));
const got: User = await within(tenant.id, (ctx) => core.users.get(ctx, made.id));
const page: Page<User> = await within(tenant.id, (ctx) => core.users.list(ctx, { role: 'MANAGER' }, { page: 1, size: 20 }));
// @ts-expect-error a role that there is not
const wrong: NewUser = { email: 'x@mutiara.example', role: 'KING' };
const taken = await within(tenant.id, (ctx) => core.users.create(ctx, { ...data, ...{ role: 'STAFF' } })).catch((error: unknown) => error);

console.log(JSON.stringify({
  migrated: migrated.length,
  slug: tenant.slug,
  got: { email: got.email, role: got.role, status: got.status, ic_number: got.ic_number, number: got.number },
  page: { total: page.total, ids: page.rows.map((user) => user.id) },
  made: made.id,
  taken: taken instanceof DomainError ? taken.kind : null,
  wrong: wrong.email,
}));
await dataSource.destroy();
`;

it(
  'libs/shared and libs/core do the work of users in a project that knows nothing of this repository',
  async () => {
    for (const name of ['shared', 'core'])
      await run(
        'npm',
        ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder],
        join(root, 'libs', name),
      );
    const packed = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    expect(packed.sort()).toEqual(['usaha-core-1.0.0.tgz', 'usaha-shared-1.0.0.tgz']);

    mkdirSync(join(project, 'src'), { recursive: true });
    writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'elsewhere', private: true, type: 'module' }));
    // The compiler and the types of Node are the other team's own; here they are the repository's, to spare the download.
    const compilerOptions = {
      target: 'ES2022',
      module: 'nodenext',
      moduleResolution: 'nodenext',
      strict: true,
      experimentalDecorators: true,
      skipLibCheck: true,
      rootDir: 'src',
      outDir: 'out',
      typeRoots: [join(root, 'node_modules/@types')],
      types: ['node'],
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
    writeFileSync(join(project, 'src/main.ts'), program);
    const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await run('npm', ['install', ...options, ...packed.map((name) => join(folder, name))], project);

    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], project);
    const database = await emptyDatabase();
    const said = await run(process.execPath, ['out/main.js'], project, { DATABASE_URL: database.ownerUrl });
    const result = JSON.parse(said) as { made: string };
    expect(result).toEqual({
      migrated: expect.any(Number),
      slug: 'klinik-seri-mutiara',
      got: {
        email: 'aina@mutiara.example',
        role: 'MANAGER',
        status: 'PENDING',
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
  },
  10 * MINUTES,
);
