/** The files of a bundle: written so that no process reads a part of one, and stored with what they were made of. */
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

const BUILD = 'build.json';
const A_DAY_MS = 86_400_000;

/** What else decides what becomes of the modules. */
const settings = ['tools/bundle.js', 'tools/bundle-files.js', 'node_modules/.package-lock.json'];

/** Those of the project in a folder. */
export class BundleFiles {
  constructor(root) {
    this.root = root;
    this.folder = join(root, 'apps/api/bundle');
    this.stamp = join(this.folder, '.made');
  }

  /** Whether all of it is there, and everything that it was made of is as it was. */
  get isFresh() {
    const { read = {} } = this.#remembered();
    return this.isWhole && Object.entries(read).every(([path, was]) => this.#traits(path) === was);
  }

  /** Whether all of it is there, regardless of what it was made of. */
  get isWhole() {
    const { written } = this.#remembered();
    return written !== undefined && Object.entries(written).every(([name, size]) => this.#sizeOf(name) === size);
  }

  /** Whether it was built with source maps. */
  get hasMaps() {
    return Object.keys(this.#remembered().written ?? {}).some((name) => name.endsWith('.map'));
  }

  /** Facts of a build that stand in none of its files: they change with each commit, which makes no new bundle. */
  writeBuild(build) {
    mkdirSync(this.folder, { recursive: true });
    const [file, text] = [join(this.folder, BUILD), JSON.stringify(build)];
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) replace(file, text);
  }

  /**
   * @param files name → code; those that are started by their names come last, since they name the others
   * @param modules paths of what they were made of
   * @param begun when that was read first
   */
  write(files, modules, begun) {
    mkdirSync(this.folder, { recursive: true });
    const { written: before = {} } = this.#remembered();
    const written = {};
    for (const [name, code] of files) {
      written[name] = Buffer.byteLength(code);
      // A name with a hash says what is in it.
      if (this.#sizeOf(name) !== written[name] || !/-[\w-]{8}\.js$/.test(name)) replace(join(this.folder, name), code);
    }
    const read = {};
    for (const path of [...settings, ...modules].sort()) {
      // A file touched meanwhile may have been read before or after that.
      const { mtimeMs } = statSync(join(this.root, path));
      read[path] = mtimeMs < begun ? this.#traits(path) : 'touched while it was read';
    }
    replace(this.stamp, JSON.stringify({ read, written }));
    this.#sweep(written, before);
  }

  /** Removes what former bundles have left, a day after they were: a service that runs may not have loaded all its files yet. */
  #sweep(written, before) {
    const now = new Date();
    for (const name of readdirSync(this.folder)) {
      if (name in written || name === '.made' || name === BUILD) continue;
      const file = join(this.folder, name);
      if (name in before) utimesSync(file, now, now);
      else if (now - statSync(file).mtimeMs > A_DAY_MS) rmSync(file);
    }
  }

  #remembered() {
    return existsSync(this.stamp) ? JSON.parse(readFileSync(this.stamp, 'utf8')) : {};
  }

  #sizeOf(name) {
    return statSync(join(this.folder, name), { throwIfNoEntry: false })?.size;
  }

  #traits(path) {
    const { size, mtimeMs } = statSync(join(this.root, path), { throwIfNoEntry: false }) ?? {};
    return `${size} ${mtimeMs}`;
  }
}

/**
 * States another commit of a build that is as it was: a checkout may change no source.
 * @param commit undefined where git does not tell: then the build says what it said
 */
export function stateCommit(root, commit) {
  if (commit === undefined) return;
  try {
    new BundleFiles(root).writeBuild({ commit });
  } catch (error) {
    // An installation that may only be read is served all the same.
    if (!['EROFS', 'EACCES', 'EPERM'].includes(error.code)) throw error;
  }
}

/** No reader sees half of it, and two writers at once do no harm. */
function replace(file, text) {
  const part = `${file}.${process.pid}`;
  writeFileSync(part, text);
  renameSync(part, file);
}
