import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { clonedDatabase, dropDatabases } from '../support/system-database.js';
import { at, newTenantAt, startOwnService, stopOwnServices } from '../support/system-service.js';

/** The service runs from the bundle (tools/bundle.js): packages are in it once, and nothing of it has changed its name. */

const folder = mkdtempSync(join(tmpdir(), 'usaha-bundle-'));
const listLoaded = resolve(__dirname, '../support/list-loaded.mjs');

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

const bundle = resolve(__dirname, '../../apps/api/bundle');

/** The packages of the bundle, as the comments above their modules name them. Files of former bundles may lie next to it. */
function bundledPackages(): Set<string> {
  const { written } = JSON.parse(readFileSync(join(bundle, '.made'), 'utf8')) as { written: Record<string, number> };
  const code = Object.keys(written).map((name) => readFileSync(join(bundle, name), 'utf8'));
  return packagesIn(/^\s*\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\/.*$/gm, code.join('\n'));
}

const packagesIn = (pattern: RegExp, text: string): Set<string> =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name as string));

it('of packages that are in it no second copy is loaded, which would know nothing of the first; its documents are those of the build', async () => {
  const file = join(folder, 'loaded');
  const environment = { NODE_OPTIONS: `--import=${listLoaded}`, LOADED_FILE: file };
  const service = await startOwnService(await clonedDatabase(), environment);
  const { admin } = await newTenantAt(service);
  const phone = await at(service).post('/api/v1/utils/validate-phone', { phone_number: '012-345 6789' }, admin.token);
  expect(phone.status).toBe(200);
  for (const name of ['contract', 'reference']) {
    const written = JSON.parse(readFileSync(join(__dirname, `../../docs/openapi/${name}.json`), 'utf8')) as unknown;
    expect((await at(service).send('GET', `/docs/${name}.json`)).body).toEqual(written);
  }
  await service.stop();
  const loaded = packagesIn(/^.*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm, readFileSync(file, 'utf8'));
  expect([...loaded]).toEqual(expect.arrayContaining(['@node-rs/argon2', 'libphonenumber-js', 'pg', 'pino']));
  const bundled = bundledPackages();
  expect([...bundled]).toEqual(expect.arrayContaining(['@nestjs/core', 'class-validator', 'express', 'typeorm']));
  expect([...loaded].filter((name) => bundled.has(name))).toEqual([]);
});

it('a start loads no package that is for what only some ask for: telephone numbers, documents', async () => {
  const file = join(folder, 'loaded-by-a-start');
  const environment = { NODE_OPTIONS: `--import=${listLoaded}`, LOADED_FILE: file };
  const service = await startOwnService(await clonedDatabase(), environment);
  await service.stop();
  const loaded = packagesIn(/^.*node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm, readFileSync(file, 'utf8'));
  expect([...loaded]).toEqual(expect.arrayContaining(['class-transformer', 'pg', 'pino']));
  for (const name of ['libphonenumber-js', 'pdfkit']) expect([...loaded]).not.toContain(name);
});

describe('a stack trace', () => {
  const main = join(bundle, 'main.js');
  /** Ends the start at the first line that it would print, in `say` of start/main.ts. */
  const broken = `data:text/javascript,process.stdout.write=()=>{throw new Error('probe')}`;
  const traced = (...options: string[]): string => {
    const { PATH } = process.env;
    const environment = { PATH, PORT: '0', DATA_DIR: join(folder, 'traced') };
    const { stderr } = spawnSync(process.execPath, [...options, '--import', broken, main], { env: environment });
    return stderr.toString();
  };

  it('names files and lines of the sources with --enable-source-maps, and of the bundle without', () => {
    const [, line] =
      /^Error: probe\n.*\n +at say .*\/apps\/api\/src\/start\/main\.ts:(\d+):\d+\)$/m.exec(
        traced('--enable-source-maps'),
      ) ?? [];
    const source = readFileSync(resolve(__dirname, '../../apps/api/src/start/main.ts'), 'utf8').split('\n');
    expect(source[Number(line) - 1]).toContain('process.stdout.write(');
    expect(traced()).toMatch(/^Error: probe\n.*\n +at say .*\/apps\/api\/bundle\/main-[\w-]+\.js:\d+:\d+\)$/m);
  });

  it('is served by maps of positions alone: the sources are not in them', () => {
    const { written } = JSON.parse(readFileSync(join(bundle, '.made'), 'utf8')) as { written: Record<string, number> };
    const read = (name: string) => readFileSync(join(bundle, name), 'utf8');
    const mapped = Object.keys(written).filter((name) => `${name}.map` in written);
    expect(mapped).toEqual(expect.arrayContaining(['main.js', 'cli.js', 'pdf.worker.js', 'solver.worker.js']));
    for (const name of mapped) {
      expect(read(name)).toMatch(new RegExp(`\\n//# sourceMappingURL=${name}\\.map\\n?$`));
      expect(JSON.parse(read(`${name}.map`))).not.toHaveProperty('sourcesContent');
    }
  });
});

it('a start compiles and bundles in separate processes, whose memory ends before it serves', () => {
  const ofStart = ['start.js', 'serve.js', 'build.js', 'cli.js'].map((name) =>
    readFileSync(resolve(__dirname, '../../tools', name), 'utf8'),
  );
  for (const code of ofStart) expect(code).not.toMatch(/(from |import\()'(\.\/bundle\.js|rolldown|typescript)/);
});

describe('a bundle', () => {
  const root = join(folder, 'project');
  const made = join(root, 'apps/api/bundle');
  const module = 'apps/api/dist/main.js';

  /** What tools/bundle-files.js says in a separate process. @param what is done with the files first */
  const said = (what = ''): { isFresh: boolean; isWhole: boolean } => {
    const program = `
      const { BundleFiles } = await import(${JSON.stringify(resolve(__dirname, '../../tools/bundle-files.js'))});
      const files = new BundleFiles(${JSON.stringify(root)});
      ${what}
      console.log(JSON.stringify({ isFresh: files.isFresh, isWhole: files.isWhole }));`;
    return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program]).toString());
  };
  const written = (chunk: string, begun = 'Date.now() + 1') =>
    said(`files.write([['${chunk}', 'chunk'], ['main.js', 'main']], ['${module}'], ${begun});`);

  beforeEach(() => {
    rmSync(root, { recursive: true, force: true });
    for (const path of ['tools/bundle.js', 'tools/bundle-files.js', 'node_modules/.package-lock.json', module]) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), '');
    }
  });

  it('is made again where something that it was made of was touched, were it to what is older', () => {
    expect(said()).toEqual({ isFresh: false, isWhole: false });
    expect(written('run-12345678.js')).toEqual({ isFresh: true, isWhole: true });
    utimesSync(join(root, module), 1, 1);
    expect(said()).toEqual({ isFresh: false, isWhole: true });
    expect(written('run-12345678.js', '0')).toEqual({ isFresh: false, isWhole: true });
  });

  it.each(['run-12345678.js', 'main.js'])('is made again where %s is lost, or cut', (name) => {
    written('run-12345678.js');
    writeFileSync(join(made, name), '');
    expect(said()).toEqual({ isFresh: false, isWhole: false });
    written('run-12345678.js');
    rmSync(join(made, name));
    expect(said()).toEqual({ isFresh: false, isWhole: false });
    expect(written('run-12345678.js')).toEqual({ isFresh: true, isWhole: true });
  });

  it('leaves files of the one before for a day, for a service that may not have loaded all of them', () => {
    written('old-12345678.js');
    utimesSync(join(made, 'old-12345678.js'), 1, 1);
    written('new-12345678.js');
    expect(readdirSync(made)).toContain('old-12345678.js');
    utimesSync(join(made, 'old-12345678.js'), 1, 1);
    written('new-12345678.js');
    expect(readdirSync(made).sort()).toEqual(['.made', 'main.js', 'new-12345678.js']);
  });
});
