import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BundleFiles } from './bundle-files.js';

/*
 * Whether anything that a build reads or writes was touched since the last: sizes and times of sources, of what says how
 * they are compiled and against which packages, of the compiler's own record of each project, and of the bundle's. It saves
 * a compiler that would find the same.
 */
const settings = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'node_modules/.package-lock.json',
  'tools/bundle.js',
  'tools/bundle-files.js',
];
const PREFLIGHT = 'apps/api/preflight';
const stampOf = (root) => join(root, 'apps/api/dist/.build-stamp');

export function isUnchanged(root) {
  try {
    return new BundleFiles(root).isWhole && readFileSync(stampOf(root), 'utf8') === stamp(root, readBy(root));
  } catch {
    // No stamp, or no build.
    return false;
  }
}

/** @param sources what `readBy` said before the build: what was touched meanwhile is built the next time */
export const rememberBuild = (root, sources) => writeFileSync(stampOf(root), stamp(root, sources));

/** What a build reads. */
export function readBy(root) {
  const hash = createHash('sha256');
  for (const name of settings) hash.update(traits(root, name));
  // Not compiled, and a part of the bundle.
  for (const name of readdirSync(join(root, PREFLIGHT)).sort()) hash.update(traits(root, join(PREFLIGHT, name)));
  for (const own of projectsIn(root)) {
    for (const name of ['package.json', 'tsconfig.json']) hash.update(traits(root, join(own, name)));
    for (const name of readdirSync(join(root, own, 'src'), { recursive: true }).sort())
      if (/\.(ts|json)$/.test(name)) hash.update(traits(root, join(own, 'src', name)));
  }
  return hash.digest('hex');
}

const stamp = (root, sources) =>
  [
    sources,
    ...projectsIn(root).map((own) => traits(root, join(own, 'dist/.tsbuildinfo'))),
    traits(root, 'apps/api/bundle/.made'),
  ].join('\n');

const projectsIn = (root) =>
  ['libs', 'apps'].flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)));

function traits(root, name) {
  const { size, mtimeMs } = statSync(join(root, name), { throwIfNoEntry: false }) ?? {};
  return `${name} ${size} ${mtimeMs}\n`;
}
