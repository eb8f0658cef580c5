import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readAnswers, readExample } from '../../tools/new/example.js';
import { applyPatch, piecesOf } from '../../tools/new/patch.js';

/**
 * The worked example of docs/architecture.md, and what `npm run new resource` makes of it, in a copy of the checkout: the
 * command makes the files that the document shows, its patch adds the fields, and all of it is built, checked by the lists that a
 * resource can fail, and asked over HTTP.
 */

jest.setTimeout(1_800_000);

const checkout = resolve(__dirname, '../..');
const example = readExample(checkout);
let root: string;

/** What a resource can fail. Other lists concern no table, no route and no source of the application. */
const lists = [
  'additions',
  'card-data',
  'closed-sets',
  'drift',
  'erasure',
  'migrations',
  'openapi',
  'packets',
  'roles',
  'routes',
  'searched',
  'tenancy',
  'tenancy-role',
  'tenancy-schema',
  'tenant-data',
  'validated',
  'words',
  'wording',
];

/** Runs a program of the copy. @throws with all that it said, where it fails */
async function run(...command: string[]): Promise<string> {
  const { JEST_WORKER_ID: _worker, USAHA_TEST_STATE: _state, NODE_OPTIONS: _options, ...inherited } = process.env;
  // The operations of the checkout itself are asked by its own lists.
  const env = { ...inherited, OPERATIONS: '/(suppliers|exam-rooms)/' };
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${said}`);
  return said;
}

/** The files of the checkout with its build; packages are linked, those of the workspace to the copy. */
function copyCheckout(): void {
  const git = (...command: string[]) => execFileSync('git', command, { cwd: checkout, encoding: 'utf8' });
  const files = git('ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate').trim().split('\n');
  const built = [...readdirSync(join(checkout, 'libs')).map((library) => `libs/${library}`), 'apps/api'].map(
    (of) => `${of}/dist`,
  );
  for (const path of [...files, ...built]) {
    if (!existsSync(join(checkout, path))) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    cpSync(join(checkout, path), join(root, path), { recursive: true });
  }
  const packages = join(checkout, 'node_modules');
  mkdirSync(join(root, 'node_modules/@usaha'), { recursive: true });
  for (const name of readdirSync(packages))
    if (name !== '@usaha') symlinkSync(join(packages, name), join(root, 'node_modules', name));
  cpSync(join(packages, '@usaha'), join(root, 'node_modules/@usaha'), { recursive: true, verbatimSymlinks: true });
  // Some lists ask git for the files that there are.
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  execFileSync('git', ['add', '.'], { cwd: root });
}

const text = (path: string, of = root): string => readFileSync(join(of, path), 'utf8');
/** Of which each line is there how often. */
const counted = (lines: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
};
/** The lines of a file that the checkout's does not have. A comma after the last of JSON says nothing. */
function added(path: string): string[] {
  const lines = (of: string) =>
    text(path, of)
      .split('\n')
      .map((line) => line.replace(/,$/, ''));
  const before = counted(lines(checkout));
  return lines(root).filter((line) => {
    const left = before.get(line) ?? 0;
    before.set(line, left - 1);
    return left <= 0;
  });
}

const create = (...more: string[]) => run('tools/new.js', 'resource', ...more);
/** The stamp of the migration that the command has given. */
const stampOf = (context: string, plural: string) =>
  readdirSync(join(root, `libs/${context}/src/migrations`))
    .find((name) => name.endsWith(`-${plural}.ts`))
    ?.slice(0, 13) ?? '';
/** The document's text with the stamp, and the release, that the command has given. */
const asMade = (shown: string, stamp: string): string =>
  shown
    .replaceAll(example.stamp, stamp)
    .replace(
      /oldest_release = '[\d.]+'/,
      `oldest_release = '${(JSON.parse(text('package.json')) as { version: string }).version}'`,
    );

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'usaha-example-'));
  copyCheckout();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('is made by the command as the document shows it', async () => {
  await create('retail', 'supplier', '--malay', 'pembekal');
  const stamp = stampOf('retail', 'suppliers');
  for (const [path, shown] of example.files) expect(text(asMade(path, stamp))).toBe(asMade(shown, stamp));
  const shown = new Map<string, string[]>();
  for (const { path, after, before } of piecesOf(asMade(example.entries, stamp)))
    shown.set(path, [...(shown.get(path) ?? []), ...after.filter((line) => !before.includes(line))]);
  expect(shown.size).toBeGreaterThan(10);
  const plain = (line: string) => line.replace(/,$/, '').replace(/"[0-9a-f]{16}"$/, '"…"');
  for (const [path, lines] of shown) {
    const unlike = counted(lines.map(plain));
    for (const line of added(path).map(plain)) {
      // Prettier widens no table of Markdown here, and breaks no line of the example.
      if (path === 'test/lists/migrations.json' && !line.includes(stamp)) continue;
      unlike.set(line, (unlike.get(line) ?? 0) - 1);
    }
    expect([path, [...unlike].filter(([, count]) => count !== 0)]).toEqual([path, []]);
  }
});

it('is made under another name in another context', async () => {
  await create('education', 'exam-room');
  expect(text('libs/education/src/exam-room/exam-room.service.ts')).toContain('export class ExamRoomService {');
  const changed = execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], {
    cwd: root,
    encoding: 'utf8',
  });
  const made = changed.match(/\S*exam-rooms?\S*\.ts$/gm) ?? [];
  expect(made).toHaveLength(example.files.size);
  for (const path of made) expect(text(path)).not.toMatch(/supplier|retail/i);
  await expect(create('education', 'exam-room')).rejects.toThrow('already');
  await expect(create('nothing', 'exam-room')).rejects.toThrow('nothing is no context of an industry');
});

it('is built with its fields, and all lists are green', async () => {
  const stamp = stampOf('retail', 'suppliers');
  applyPatch(root, asMade(example.fields, stamp));
  await run(
    'node_modules/prettier/bin/prettier.cjs',
    '--check',
    ...execFileSync('git', ['diff', '--name-only'], { cwd: root, encoding: 'utf8' }).trim().split('\n'),
  );
  await run('node_modules/typescript/bin/tsc', '-b');
  const list = join(root, 'test/lists/migrations.json');
  const { checksumOf } = (await import(join(root, 'libs/shared/dist/schema/migration-checksums.js'))) as {
    checksumOf(migration: unknown): Promise<string>;
  };
  const name = `Suppliers${stamp}`;
  const built = (await import(join(root, `libs/retail/dist/migrations/${stamp}-suppliers.js`))) as Record<
    string,
    unknown
  >;
  writeFileSync(
    list,
    `${JSON.stringify({ ...JSON.parse(readFileSync(list, 'utf8')), [name]: await checksumOf(built[name]) }, null, 2)}\n`,
  );
  await run('tools/bundle.js', '--maps');
  await run('tools/openapi.js');
  writeFileSync(join(root, 'test/e2e/retail/worked-example.test.ts'), asTest(readAnswers(checkout)));
  const jest = [
    'node_modules/jest/bin/jest.js',
    '--ci',
    '--silent',
    '--selectProjects',
    'lists',
    'e2e',
    'unit',
    '--maxWorkers=2',
  ];
  await run(...jest, ...lists.map((name) => `test/lists/${name}.test`), 'supplier', 'exam-room', 'worked-example');
});

/** A test that asks what the document says is answered. */
const asTest = (answers: ReturnType<typeof readAnswers>): string => `
import { call } from '../../support/client.js';
import { newTenant } from '../../support/people.js';

it('answers as the document says', async () => {
  const { admin } = await newTenant();
  for (const { method, path, body, headers, expected } of ${JSON.stringify(answers)}) {
    const answer = await call(method, path, { token: admin.token, body, headers: headers as never });
    const found = {
      status: answer.status,
      Location: answer.headers.get('location') === null ? undefined : true,
      ETag: answer.headers.get('etag') ?? undefined,
      rows: Array.isArray(answer.body.data) ? answer.body.data.length : undefined,
      field: answer.body.error?.errors?.[0]?.field,
      message: answer.body.error?.errors?.[0]?.message,
    };
    expect([path, found]).toEqual([path, expect.objectContaining(expected)]);
  }
});
`;
