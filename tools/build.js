import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isUnchanged, readBy, rememberBuild } from './build-stamp.js';
import { stateCommit } from './bundle-files.js';
import { commitOf } from './commit.js';
import { complain, say } from './say.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Enough for TypeScript on this code (it takes 450), in MB: Node would allow itself half of a small machine's memory. */
const COMPILER_HEAP_MB = 640;

/**
 * Brings build and bundle up to date, saying what is built and nothing where nothing is. TypeScript and the bundler each run
 * in a separate process, one after the other: their memory ends with them, before the service starts. Where they are not
 * installed (a production image) the build is taken as it is.
 */
export async function build() {
  if (isUnchanged(root)) return stateCommit(root, process.env.USAHA_COMMIT || commitOf(root));
  const tsc = installed('typescript/bin/tsc');
  if (tsc === undefined) return refuseWithoutBuild();
  const sources = readBy(root);
  const heap = `--max-old-space-size=${COMPILER_HEAP_MB}`;
  const code = await run([heap, tsc, '-b', '--verbose'], (line) => {
    const project = /Building project '(.+)\/tsconfig\.json'/.exec(line)?.[1];
    if (project) say(`Building ${project.slice(project.startsWith(root) ? root.length : 0)}`);
  });
  if (code === 0) {
    if (installed('rolldown') === undefined) refuse('The bundler is not installed yet: run npm ci first.');
    if ((await run([fileURLToPath(new URL('bundle.js', import.meta.url)), '--say'], (line) => console.log(line))) === 0)
      return rememberBuild(root, sources);
    refuse('The bundle could not be made; nothing was started.');
  }
  // Once more, in the words that TypeScript has for people.
  await run([heap, tsc, '-b', '--pretty', String(process.stdout.isTTY === true)], complain);
  complain('The build failed; nothing was started.');
  process.exit(1);
}

/** Runs Node in a separate process. @returns its exit code, once every line of it was heard */
function run(args, heard) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (said + chunk).split('\n');
    said = lines.pop();
    lines.forEach(heard);
  });
  return new Promise((resolve) => {
    child.once('close', (code) => {
      if (said !== '') heard(said);
      resolve(code);
    });
  });
}

function installed(name) {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

function refuseWithoutBuild() {
  if (existsSync(new URL('../apps/api/bundle/main.js', import.meta.url)) && installed('@nestjs/core') !== undefined)
    return;
  refuse('Nothing is installed yet: run npm ci first.');
}

function refuse(why) {
  complain(why);
  process.exit(1);
}
