/**
 * Puts the built service together: what the compiler has made of the sources, and the packages that every start loads, become
 * a few files in apps/api/bundle. Most of a start was finding, reading and compiling 2,700 modules one by one.
 *
 *   node tools/bundle.js
 */
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'apps/api/bundle');
/** When the last bundle was begun that was finished. */
const stamp = join(folder, '.begun');
const A_DAY_MS = 86_400_000;

/** What is started by its path. */
const service = {
  main: 'apps/api/dist/main.js',
  cli: 'apps/api/dist/cli.js',
  'stop-signal': 'apps/api/dist/stop-signal.js',
};

/**
 * Threads, which are looked for beside what starts them. Each is a file of its own, of what it calls and nothing else: of a file
 * that it shared it would load all. That a module is only there to be loaded, as for its decorators, is for the service.
 */
const threads = [
  { 'pdf.worker': 'apps/api/dist/render/pdf/pdf.worker.js' },
  { 'solver.worker': 'libs/logistics/dist/optimization/solver.worker.js' },
];

/** Packages that stay where they are. */
const asTheyAre = [
  '@node-rs/argon2', // a native module
  'class-transformer', // looked into by its path: a second copy would know nothing
  'pdfkit', // reads fonts and colours beside itself
  'pg', // TypeORM asks for it by its name: a second copy would be another
  'pino', // starts a thread from a file of its own
];

/** Builds it anew where anything that it is made of was written since. */
export async function bundle() {
  if (isFresh()) return;
  const begun = Date.now();
  const made = [written(service), ...threads.map((thread) => written(thread, { moduleSideEffects: false }))];
  const output = (await Promise.all(made)).flat();
  requireNeighbours(output);
  sweep(output);
  writeFileSync(stamp, String(begun));
}

async function written(input, treeshake = true) {
  const { rolldown } = await import('rolldown');
  const missing = [];
  const build = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    treeshake,
    external: (id) => asTheyAre.some((name) => id === name || id.startsWith(`${name}/`)),
    onLog: (level, { code, id = '', message }) => {
      // Packages look for others that they can do without.
      if (code === 'UNRESOLVED_IMPORT' && !id.includes('/node_modules/')) missing.push(message);
    },
    plugins: [{ name: 'ascii', renderChunk: inAscii }],
  });
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    // Classes give schemas of the documents their names, and errors theirs.
    keepNames: true,
    // What runs may not have loaded all of it yet.
    cleanDir: false,
  });
  await build.close();
  if (missing.length > 0) throw new Error(missing.join('\n'));
  return output;
}

function isFresh() {
  try {
    const begun = Number(readFileSync(stamp, 'utf8'));
    return parts().every((file) => statSync(file).mtimeMs < begun);
  } catch {
    // No bundle, or no build.
    return false;
  }
}

function parts() {
  const own = ['libs', 'apps'].flatMap((kind) => readdirSync(join(root, kind)).map((name) => join(root, kind, name)));
  const built = own.flatMap((project) =>
    readdirSync(join(project, 'dist'), { recursive: true })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(project, 'dist', name)),
  );
  return [...built, join(root, 'node_modules/.package-lock.json'), fileURLToPath(import.meta.url)];
}

/**
 * V8 keeps a text in which one character is beyond Latin-1 in two bytes for each: at rest the service would take 8 MB more, for
 * dashes in comments.
 */
const inAscii = (code) =>
  code.replace(/(\\*)([^\0-\x7f])/g, (_, backslashes, unit) => {
    // One that stands before such a character by itself says nothing.
    const kept = backslashes.length % 2 === 0 ? backslashes : backslashes.slice(1);
    return `${kept}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** @throws where something is looked for beside the code, a thread most likely, that is not beside the bundle */
function requireNeighbours(output) {
  for (const { code = '' } of output)
    for (const [, path] of code.matchAll(/new URL\(["'](\.[^"']+)["'], import\.meta\.url\)/g))
      if (!existsSync(join(folder, path))) throw new Error(`${path} is not to be found from apps/api/bundle`);
}

/** Removes what former bundles have left, save what a service that is still running may not have loaded yet. */
function sweep(output) {
  const names = new Set(output.map(({ fileName }) => fileName));
  for (const name of readdirSync(folder).filter((other) => !names.has(other))) {
    const file = join(folder, name);
    if (Date.now() - statSync(file).mtimeMs > A_DAY_MS) rmSync(file);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
