import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually, pause } from '../support/system-service.js';

/** npm run dev, tried on a separate project whose service is one file: nothing of the checkout is edited. */

jest.setTimeout(240_000);

const checkout = resolve(__dirname, '../..');
let root: string;
let dev: ChildProcess;
let output: string;

/** A service that says which it is, where it stands in its source, and that it has stopped in order. */
const source = (name: string, more = '') => `const name: string = '${name}';
process.once('SIGTERM', () => {
  clearInterval(staying);
  process.stdout.write(\`\${name} stops\\n\`);
});
const staying = setInterval(() => undefined, 1_000);
${more}
interface Where { stack?: string }
const where: Where = new Error('here');
process.stdout.write(\`\${name} serves \${process.pid} \${where.stack?.split('\\n')[1]?.trim()} since \${Math.round(performance.timeOrigin)}\\n\`);
`;
const write = (text: string, name = 'main.ts') => writeFileSync(join(root, 'apps/api/src', name), text);

/** The compiler gets little of a busy machine. */
const COMPILED_WITHIN_S = 100;

const said = (pattern: RegExp) =>
  eventually(`${pattern}`, () => pattern.exec(output), COMPILED_WITHIN_S).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${output}`);
  });

/** @returns the process of the service of that name */
const serves = async (name: string) => Number((await said(new RegExp(`^${name} serves (\\d+) `, 'm')))[1]);

/** Milliseconds that some work takes. */
function elapsed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'usaha-dev-'));
  mkdirSync(join(root, 'apps/api/src'), { recursive: true });
  for (const path of ['tools', 'apps/api/preflight'])
    cpSync(join(checkout, path), join(root, path), { recursive: true });
  const { engines } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { engines: object };
  const json = (path: string, value: object) => writeFileSync(join(root, path), JSON.stringify(value));
  json('package.json', { type: 'module', engines });
  json('apps/api/package.json', { name: '@usaha/api', type: 'module' });
  json('tsconfig.json', { files: [], references: [{ path: 'apps/api' }] });
  const { compilerOptions } = JSON.parse(readFileSync(join(checkout, 'tsconfig.base.json'), 'utf8')) as {
    compilerOptions: object;
  };
  const folders = { rootDir: 'src', outDir: 'dist', tsBuildInfoFile: 'dist/.tsbuildinfo' };
  json('apps/api/tsconfig.json', { compilerOptions: { ...compilerOptions, ...folders }, include: ['src'] });
  mkdirSync(join(root, 'node_modules'));
  for (const name of ['typescript', '@swc', '@types', 'undici-types'])
    if (existsSync(join(checkout, 'node_modules', name)))
      symlinkSync(join(checkout, 'node_modules', name), join(root, 'node_modules', name));
  write(source('first'));
  output = '';
  start();
});

function start(): void {
  const environment = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: join(root, 'data') };
  dev = spawn(process.execPath, ['tools/dev.js'], { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [dev.stdout, dev.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
}

afterEach(async () => {
  if (dev.exitCode === null && dev.signalCode === null) {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  }
  rmSync(root, { recursive: true, force: true });
});

it('serves, and serves again what was changed, in lines of the sources, after the one before has stopped', async () => {
  const first = await serves('first');
  expect(output).toMatch(/^first serves \d+ at .*apps\/api\/src\/main\.ts:9:22\)? since/m);
  const bare = elapsed(() => spawnSync(process.execPath, ['--eval', '0']));
  const changed = performance.now();
  write(source('second'));
  await serves('second');
  // Three seconds, or more on a machine so busy that Node alone takes long to start.
  expect(performance.now() - changed).toBeLessThan(Math.max(3_000, 50 * bare));
  expect(output.indexOf('first stops')).toBeLessThan(output.indexOf('second serves'));
  expect(isRunning(first)).toBe(false);
});

it('leaves the service alone while the change does not parse', async () => {
  const first = await serves('first');
  write(source('second', 'const wrong: number = ;'));
  await said(/^The service runs on without this change: /m);
  expect(isRunning(first)).toBe(true);
  write(source('third'));
  await serves('third');
  expect(output).not.toContain('second serves');
});

it('serves a change at once, and tells of its types afterwards', async () => {
  await serves('first');
  await said(/^The types are right$/m);
  write(source('second', 'const wrong: number = name;'));
  await serves('second');
  await said(/main\.ts[(:]7\D.*error TS2322/);
  await said(/^The service runs with these errors: 2$/m);
});

it('tells of the types of what was changed during the first compilation', async () => {
  await serves('first');
  // It has read the file by now, and has not ended.
  await pause(900);
  write(source('second', 'const wrong: number = name;'));
  await serves('second');
  await said(/main\.ts[(:]7\D.*error TS2322/);
  expect(output.match(/second serves/g)).toHaveLength(1);
});

it('does not start again for a file that says what it said', async () => {
  await serves('first');
  write(source('first'));
  await pause(1_000);
  write(source('second'));
  await serves('second');
  expect(output.match(/first serves/g)).toHaveLength(1);
});

it('notices a file in a folder that is added, and its change', async () => {
  await serves('first');
  const folder = join(root, 'apps/api/src/names');
  mkdirSync(folder);
  write("export const added = 'second';\n", 'names/name.ts');
  write(`import { added } from './names/name.js';\n${source('first').replace("'first'", 'added')}`);
  await serves('second');
  // As editors do: another file of that name.
  write("export const added = 'third';\n", 'names/name.ts.new');
  renameSync(join(folder, 'name.ts.new'), join(folder, 'name.ts'));
  await serves('third');
});

it('serves what the sources say where they changed while it did not run', async () => {
  await serves('first');
  dev.kill('SIGTERM');
  await once(dev, 'exit');
  write(source('second'));
  start();
  await serves('second');
});

it('hands over to a process that has loaded the packages already', async () => {
  const first = await serves('first');
  // It begins five seconds after the start, so as not to delay it.
  await pause(8_000);
  const changed = Date.now();
  write(source('second'));
  const second = await serves('second');
  expect(second).not.toBe(first);
  const [, began] = /^second serves .* since (\d+)$/m.exec(output) ?? [];
  expect(Number(began)).toBeLessThan(changed);
});

it('starts again with the next change where the service has ended by itself', async () => {
  const first = await serves('first');
  process.kill(first, 'SIGKILL');
  await said(/^The service has ended \(SIGKILL\); it starts again with the next change$/m);
  write(source('second'));
  await serves('second');
});

it.each(['SIGINT', 'SIGTERM'] as const)('on %s stops the service in order and ends with code 0', async (signal) => {
  const first = await serves('first');
  dev.kill(signal);
  expect(await once(dev, 'exit')).toEqual([0, null]);
  expect(output).toMatch(/^first stops$/m);
  expect(output).not.toContain('has ended');
  expect(isRunning(first)).toBe(false);
});

it('has the service stop in order where it is killed itself', async () => {
  const first = await serves('first');
  dev.kill('SIGKILL');
  await once(dev, 'exit');
  await eventually('the service ends', () => !isRunning(first));
  expect(output).toMatch(/^first stops$/m);
});
