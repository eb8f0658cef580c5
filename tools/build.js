import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isUnchanged, readBy, rememberBuild } from './build-stamp.js';
import { complain, say } from './say.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Brings build and bundle up to date, saying what is built and nothing where nothing is. TypeScript runs in a process of its
 * own, so that its memory goes with it; where it is not installed (a production image) the build is taken as it is.
 */
export async function build() {
  if (isUnchanged(root)) return;
  const tsc = installed('typescript/bin/tsc');
  if (tsc === undefined) return refuseWithoutBuild();
  const sources = readBy(root);
  const code = await run(tsc, ['-b', '--verbose'], (line) => {
    const project = /Building project '(.+)\/tsconfig\.json'/.exec(line)?.[1];
    if (project) say(`Building ${project.slice(project.startsWith(root) ? root.length : 0)}`);
  });
  if (code === 0) {
    if (installed('rolldown') === undefined) refuse('The bundler is not installed yet: run npm ci first.');
    // Loaded only here: a production image has none either.
    await (await import('./bundle.js')).bundle(say);
    return rememberBuild(root, sources);
  }
  // Once more, in the words that TypeScript has for people.
  await run(tsc, ['-b', '--pretty', String(process.stdout.isTTY === true)], complain);
  complain('The build failed; nothing was started.');
  process.exit(1);
}

/** @returns the compiler's exit code, once every line of it was heard */
function run(tsc, args, heard) {
  const child = spawn(process.execPath, [tsc, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
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
