import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Brings the build up to date, saying what is built and nothing where nothing is. TypeScript runs in a process of its
 * own, so that its memory goes with it; where it is not installed (a production image) the build is taken as it is.
 */
export async function build() {
  const tsc = installed('typescript/bin/tsc');
  if (tsc === undefined) return refuseWithoutBuild();
  const child = spawn(process.execPath, [tsc, '-b', '--verbose'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface(child.stdout).on('line', (line) => {
    const project = /Building project '(.+)\/tsconfig\.json'/.exec(line)?.[1];
    if (project) console.log(`Building ${project.slice(project.startsWith(root) ? root.length : 0)}`);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code === 0) return;
  // Once more, in the words that TypeScript has for people.
  spawnSync(process.execPath, [tsc, '-b'], { cwd: root, stdio: 'inherit' });
  console.error('The build failed; nothing was started.');
  process.exit(1);
}

function installed(name) {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return undefined;
  }
}

function refuseWithoutBuild() {
  if (existsSync(new URL('../apps/api/dist/main.js', import.meta.url)) && installed('@nestjs/core') !== undefined)
    return;
  console.error('Nothing is installed yet: run npm ci first.');
  process.exit(1);
}
