/**
 * Puts the built service together: what the compiler has made of the sources, and the packages that every start loads, become
 * a few files in apps/api/bundle. Most of a start was finding, reading and compiling 2,700 modules one by one.
 *
 * With --maps each file gets a source map, which Node reads with --enable-source-maps and a debugger by itself. The code is the
 * same. Without them a build takes 140 MB less, which is why a start makes none.
 *
 *   node tools/bundle.js [--say] [--maps]
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BundleFiles } from './bundle-files.js';
import { commitOf } from './commit.js';
import { say } from './say.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = new BundleFiles(root);

/** The files that are started by their paths. */
const service = {
  main: 'apps/api/dist/main.js',
  cli: 'apps/api/dist/cli.js',
  'stop-signal': 'apps/api/dist/start/stop-signal.js',
};

/**
 * Threads, which are looked for next to the file that starts them. Each is a separate file, of what it calls and nothing else: of a file
 * that it shared it would load all. That a module is only there to be loaded, as for its decorators, is for the service.
 */
const threads = [
  { 'pdf.worker': 'apps/api/dist/render/pdf/pdf.worker.js' },
  { 'xlsx.worker': 'apps/api/dist/data-tables/sheets/xlsx.worker.js' },
  { 'xlsx-writer.worker': 'apps/api/dist/exports/xlsx-writer.worker.js' },
  { 'solver.worker': 'libs/logistics/dist/optimization/solver.worker.js' },
];

/** Packages that stay where they are. */
const asTheyAre = [
  '@node-rs/argon2', // a native module
  'class-transformer', // looked into by its path: a second copy would know nothing
  'libphonenumber-js', // much of it only with the first number (malaysia/phone.ts)
  'pdfkit', // reads fonts and colours next to itself
  'pg', // TypeORM asks for it by its name: a second copy would be another
  'pino', // starts a thread from a separate file
];

const LATE = 'late:';
/** Of those, what class-validator requires at once, and a start of the service can do without. */
const late = ['libphonenumber-js/max'];

/**
 * Builds it where anything that it is made of has changed since, or where maps are asked for and there are none.
 * @param say what is told then
 * @param maps whether to write source maps
 */
export async function bundle({ say = () => undefined, maps = false } = {}) {
  // apps/api/src/build.ts reads it.
  files.writeBuild({ commit: process.env.USAHA_COMMIT || (commitOf(root) ?? 'unknown') });
  if (files.isFresh && (files.hasMaps || !maps)) return;
  say('Bundling apps/api');
  const begun = Date.now();
  // One after the other: side by side they take 90 MB more.
  const output = await bundled(service, { maps });
  for (const thread of threads)
    output.push(...(await bundled(thread, { maps, treeshake: { moduleSideEffects: false } })));
  const names = new Set(output.map(({ fileName }) => fileName));
  for (const file of output) if (!isMap(file)) check(file, names);
  const [entries, others] = [output.filter((file) => file.isEntry), output.filter((file) => !file.isEntry)];
  const modules = new Set(output.flatMap(({ moduleIds = [] }) => moduleIds).filter(isOurs));
  files.write(
    [...others, ...entries].map(({ fileName, code, source }) => [fileName, code ?? source]),
    [...modules].map((id) => relative(root, id)),
    begun,
  );
}

const isOurs = (id) => id.startsWith(root) && !id.includes('/node_modules/');
const isMap = ({ type, fileName }) => type === 'asset' && fileName.endsWith('.js.map');

async function bundled(input, { maps, treeshake = true }) {
  const { rolldown } = await import('rolldown');
  const missing = [];
  const build = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    treeshake,
    external: (id, importer) =>
      asTheyAre.some((name) => id === name || id.startsWith(`${name}/`)) && !isLate(id, importer),
    onLog: (level, { code, id = '', message }) => {
      // Packages look for others that they can do without.
      if (code === 'UNRESOLVED_IMPORT' && !id.includes('/node_modules/')) missing.push(message);
    },
    plugins: [whenFirstUsed, maps && fromTypeScript, { name: 'ascii', renderChunk: inAscii }],
  });
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    // Classes give schemas of the documents their names, and errors theirs.
    keepNames: true,
    // Stack traces are read by people, and a minified file is printed in other characters than these.
    minify: false,
    sourcemap: maps,
    // Debuggers read the sources from the checkout.
    sourcemapExcludeSources: true,
  });
  await build.close();
  if (missing.length > 0) throw new Error(missing.join('\n'));
  return output;
}

const isLate = (id, importer = '') => late.includes(id) && importer.includes('/node_modules/class-validator/');

/** Puts something in the place of a package that loads it when anything of it is first asked for. */
const whenFirstUsed = {
  name: 'when-first-used',
  resolveId: (id, importer) => (isLate(id, importer) ? `${LATE}${id}` : null),
  load: (id) =>
    id.startsWith(LATE)
      ? `module.exports = new Proxy({}, { get: (_, name) => require('${id.slice(LATE.length)}')[name] });`
      : null,
};

/** Gives the bundler the compiler's maps, so that the maps of the bundle name the TypeScript files. */
const fromTypeScript = {
  name: 'from-typescript',
  load: {
    filter: { id: /\/(?:apps|libs)\/[^/]+\/dist\/.+\.js$/ },
    handler: (id) =>
      isOurs(id) && existsSync(`${id}.map`)
        ? { code: readFileSync(id, 'utf8'), map: JSON.parse(readFileSync(`${id}.map`, 'utf8')) }
        : null,
  },
};

/**
 * V8 keeps a text in which one character is beyond Latin-1 in two bytes for each: at rest the service would take 8 MB more, for
 * dashes in comments.
 */
const inAscii = (code) => ({
  code: code.replace(/(\\*)([^\0-\x7f])/g, (_, backslashes, unit) => {
    // One that stands before such a character by itself says nothing.
    const kept = backslashes.length % 2 === 0 ? backslashes : backslashes.slice(1);
    return `${kept}\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  }),
  // Lines stay, and stack traces name lines.
  map: null,
});

/** @throws where it would be slow, or look next to it for a file that is not there, most likely a thread */
function check({ fileName, type, code }, names) {
  if (type !== 'chunk') throw new Error(`${fileName} is no code: its reader would look for it next to the bundle`);
  if (/[^\0-\x7f]/.test(code)) throw new Error(`${fileName} is not ASCII`);
  for (const [, path] of code.matchAll(/new URL\(["'](\.[^"']+)["'], import\.meta\.url\)/g))
    if (!names.has(path.slice('./'.length)) && !existsSync(join(files.folder, path)))
      throw new Error(`${path} is not to be found from apps/api/bundle`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [tells, maps] = ['--say', '--maps'].map((option) => process.argv.includes(option));
  await bundle({ say: tells ? say : undefined, maps });
}
