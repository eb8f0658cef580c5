/** The files of a bundle: written so that nobody reads a part of one, and remembered with what they were made of. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
export const folder = join(root, 'apps/api/bundle');
const stamp = join(folder, '.made');
const A_DAY_MS = 86_400_000;

/** What else decides what becomes of the modules. */
const settings = ['tools/bundle.js', 'tools/bundle-files.js', 'node_modules/.package-lock.json'];

/** Whether all of it is there, and everything that it was made of is as it was. */
export function isFresh() {
  const made = remembered();
  return made !== null && isThere(made) && Object.entries(made.read).every(([path, was]) => traits(path) === was);
}

/** Whether all of it is there, whatever it was made of. */
export function isWhole() {
  const made = remembered();
  return made !== null && isThere(made);
}

/**
 * @param files name → code; those that are started by their names come last, since they name the others
 * @param modules paths of what they were made of
 * @param begun when that was read first
 */
export function write(files, modules, begun) {
  mkdirSync(folder, { recursive: true });
  const before = remembered();
  const written = {};
  for (const [name, code] of files) {
    written[name] = Buffer.byteLength(code);
    // A name with a hash says what is in it.
    if (sizeOf(name) !== written[name] || !/-[\w-]{8}\.js$/.test(name)) replace(join(folder, name), code);
  }
  const read = {};
  for (const path of [...settings, ...modules].sort()) {
    // What was touched meanwhile may have been read before or after that.
    const { mtimeMs } = statSync(join(root, path));
    read[path] = mtimeMs < begun ? traits(path) : 'touched while it was read';
  }
  replace(stamp, JSON.stringify({ read, written }));
  sweep(written, before?.written ?? {});
}

/** Removes what former bundles have left, a day after they were: a service that runs may not have loaded all of its own yet. */
function sweep(written, before) {
  const now = new Date();
  for (const name of readdirSync(folder)) {
    if (name in written || name === '.made') continue;
    const file = join(folder, name);
    if (name in before) utimesSync(file, now, now);
    else if (now - statSync(file).mtimeMs > A_DAY_MS) rmSync(file);
  }
}

function remembered() {
  return existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : null;
}

const isThere = ({ written }) => Object.entries(written).every(([name, size]) => sizeOf(name) === size);

const sizeOf = (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size;

function traits(path) {
  const { size, mtimeMs } = statSync(join(root, path), { throwIfNoEntry: false }) ?? {};
  return `${size} ${mtimeMs}`;
}

/** Nobody sees half of it, nor do two who write at once. */
function replace(file, text) {
  const part = `${file}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, file);
}
