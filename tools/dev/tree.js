import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import swc from '@swc/core';

/** Changes with what is written from the same source. */
const version = createHash('sha256')
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .update(swc.version)
  .digest('hex');

/** As in tsconfig.base.json. */
const options = {
  sourceMaps: 'inline',
  // Debuggers read the sources from the checkout.
  inlineSourcesContent: false,
  swcrc: false,
  configFile: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};

export const isSource = (path) => /(?<!\.spec|\.d)\.ts$/.test(path);

/** @returns milliseconds, which every file system keeps; undefined where there is no file */
function timeOf(path) {
  const time = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return time && Math.round(time);
}

/** @returns the files in a folder and in the folders in it, as paths from that folder; none where it is missing */
const filesIn = (folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true }) : []);

/**
 * What npm run dev serves: the sources of all projects as JavaScript, file by file, laid out as in the checkout. Types are not
 * checked. The compiler alone writes `dist`.
 */
export class DevTree {
  #root;
  #folder;

  constructor(root) {
    this.#root = root;
    this.#folder = join(root, '.dev');
  }

  /** @param path of a compiled module from the root, such as `apps/api/dist/main.js` */
  pathOf(path) {
    return join(this.#folder, path);
  }

  /** Folders of projects, from the root. */
  get projects() {
    return ['apps', 'libs'].flatMap((folder) =>
      existsSync(join(this.#root, folder))
        ? readdirSync(join(this.#root, folder)).map((name) => join(folder, name))
        : [],
    );
  }

  /**
   * Writes the modules whose sources have changed, all or none of them, and removes those whose sources are gone.
   * @returns how many those are, without those that say what they said before
   * @throws where a source does not parse
   */
  async update() {
    const made = this.pathOf('.made');
    if (!existsSync(made) || readFileSync(made, 'utf8') !== version) {
      rmSync(this.#folder, { recursive: true, force: true });
      for (const project of this.projects) this.#layOut(project);
      writeFileSync(made, version);
    }
    const projects = this.projects.map((project) => this.#changesOf(project));
    const stale = projects.flatMap((changes) => changes.stale);
    const gone = projects.flatMap((changes) => changes.gone);
    const codes = await Promise.all(stale.map(({ source }) => transpile(source)));
    const changed = stale.filter(({ path }, i) => !existsSync(path) || readFileSync(path, 'utf8') !== codes[i]);
    stale.forEach(({ path, time }, i) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, codes[i]);
      utimesSync(path, new Date(time), new Date(time));
    });
    for (const path of gone) rmSync(path);
    return changed.length + gone.length;
  }

  /** Links what Node looks for around the modules: the manifest, and JavaScript that is not compiled. */
  #layOut(project) {
    const { name } = JSON.parse(readFileSync(join(this.#root, project, 'package.json'), 'utf8'));
    for (const file of ['package.json', 'preflight'])
      if (existsSync(join(this.#root, project, file))) this.#link(join(project, file), join(this.#root, project, file));
    this.#link(join('node_modules', name), this.pathOf(project));
  }

  #link(path, target) {
    mkdirSync(dirname(this.pathOf(path)), { recursive: true });
    symlinkSync(target, this.pathOf(path));
  }

  /** A module has the time of the source that it was written from. */
  #changesOf(project) {
    const sources = new Map(
      filesIn(join(this.#root, project, 'src'))
        .filter(isSource)
        .map((name) => [name.replace(/\.ts$/, '.js'), join(this.#root, project, 'src', name)]),
    );
    const folder = this.pathOf(join(project, 'dist'));
    const stale = [...sources]
      .map(([name, source]) => ({ source, path: join(folder, name), time: timeOf(source) }))
      .filter(({ path, time }) => time !== undefined && time !== timeOf(path));
    const gone = filesIn(folder).filter((name) => name.endsWith('.js') && !sources.has(name));
    return { stale, gone: gone.map((name) => join(folder, name)) };
  }
}

const transpile = async (source) =>
  (await swc.transformFile(source, { ...options, filename: source, sourceFileName: source })).code;
