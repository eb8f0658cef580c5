/**
 * npm test: formatting and the build together, then lint and the types of the tests together, then the tests. It stops at the first
 * step that fails, and what the tests say comes last.
 *
 *   node tools/test.js [all] [arguments for Jest]
 *   node tools/test.js unit | e2e | system | lists | release | fuzz [arguments for Jest]
 *   node tools/test.js one FILE [arguments for Jest]
 *
 * Without a word every test is run that an ordinary change can break; `all` adds the project `release`. With the name of a Jest
 * project only that project is run, after a build where it runs the build. With BASE_URL set, e2e runs against that server, and
 * nothing is built.
 */
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KEPT } from './jest-failed.cjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const projects = ['unit', 'e2e', 'system', 'lists', 'release', 'fuzz'];
const given = process.argv.slice(2);
const all = given[0] === 'all';
if (all) given.shift();
const [project, files] = given[0] === 'one' ? oneFile() : [projects.includes(given[0]) ? given.shift() : undefined, []];

/** Takes the file off the arguments. @returns its Jest project, and what Jest is told of it */
function oneFile() {
  // npm runs scripts in the root; a path is relative to the folder in which npm was called.
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), given[1] ?? '');
  given.splice(0, 2);
  const project = existsSync(file) ? projectOf(relative(root, file).replaceAll(sep, '/')) : undefined;
  if (project !== undefined) return [project, ['--runTestsByPath', file]];
  console.error(`${file} is not a test file. Example: npm run test:one libs/shared/src/values/money.spec.ts`);
  process.exit(1);
}

/** @param path of a file from the root @returns the Jest project that runs it (jest.config.js) */
function projectOf(path) {
  if (/^(?:libs|apps)\/[^/]+\/src\/.+\.spec\.ts$/.test(path)) return 'unit';
  const folder = /^test\/(\w+)\/.+\.test\.ts$/.exec(path)?.[1];
  return projects.includes(folder) ? folder : undefined;
}

// Where it stops before the tests, none has failed.
rmSync(KEPT, { force: true });

const color = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
const running = new Set();

/** Runs a script of package.json; resolves with its exit code and all it said. */
function script(name) {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  return new Promise((resolve) => {
    const child = spawn(npm[0], [...npm.slice(1), 'run', '--silent', name], {
      env: { ...process.env, ...color },
      stdio: ['ignore', 'pipe', 'pipe'],
      // npm is a batch file on Windows.
      shell: npm.length === 1 && process.platform === 'win32',
    });
    running.add(child);
    const said = [];
    child.stdout.on('data', (chunk) => said.push(chunk));
    child.stderr.on('data', (chunk) => said.push(chunk));
    child.on('error', (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output: Buffer.concat(said).toString() });
    });
  });
}

let stopped = false;

async function step(title, name) {
  const start = performance.now();
  const { code, output } = await script(name);
  if (stopped) return;
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  console.log(`${code === 0 ? '✓' : '✗'} ${title.padEnd(24)} ${seconds.padStart(8)}`);
  if (code === 0) return;
  stopped = true;
  for (const child of running) child.kill();
  console.log(`\n${output.trimEnd()}\n\nStopped: ${title} failed (npm run ${name}). No test was run.`);
  process.exit(code);
}

const build = () => step('build', 'build');
const runsBuild = project !== 'unit' && !(project === 'e2e' && process.env.BASE_URL);
if (!project) {
  // Formatting needs no build. Lint and types do: of what tests import from dist they read what the build declares.
  const judge = () => stopped || Promise.all([step('lint', 'lint'), step('types of the tests', 'typecheck:test')]);
  await Promise.all([step('formatting', 'format:check'), build().then(judge)]);
} else if (runsBuild) await build();

const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
// --selectProjects takes every word that follows, so it comes last.
const selection = project ? ['--selectProjects', project] : ['--ignoreProjects', ...(all ? [] : ['release']), 'fuzz'];
// Modules are loaded again for each file, and soon garbage: collected half as often, in Jest's workers too.
const heap = '--max-semi-space-size=32';
spawn(process.execPath, [heap, jest, ...given, ...files, ...selection], { stdio: 'inherit' }).on('close', (code) =>
  process.exit(code ?? 1),
);
