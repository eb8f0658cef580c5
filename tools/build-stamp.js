import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether anything that a build reads or writes was touched since the last: sizes and times of sources, of what says how
 * they are compiled and against which packages, and of the build's own record of each project. It saves a compiler that
 * would find the same.
 */
const projects = ['libs', 'apps'];
const settings = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'node_modules/.package-lock.json',
];
const stampOf = (root) => join(root, 'apps/api/dist/.build-stamp');

export function isUnchanged(root) {
  try {
    return readFileSync(stampOf(root), 'utf8') === seen(root);
  } catch {
    return false;
  }
}

export const rememberBuild = (root) => writeFileSync(stampOf(root), seen(root));

function seen(root) {
  const hash = createHash('sha256');
  for (const name of settings) hash.update(traits(root, name));
  for (const folder of projects)
    for (const project of readdirSync(join(root, folder))) {
      const own = join(folder, project);
      for (const name of ['package.json', 'tsconfig.json', 'dist/.tsbuildinfo'])
        hash.update(traits(root, join(own, name)));
      for (const name of readdirSync(join(root, own, 'src'), { recursive: true }).sort())
        if (/\.(ts|json)$/.test(name)) hash.update(traits(root, join(own, 'src', name)));
    }
  return hash.digest('hex');
}

function traits(root, name) {
  const { size, mtimeMs } = statSync(join(root, name), { throwIfNoEntry: false }) ?? {};
  return `${name} ${size} ${mtimeMs}\n`;
}
