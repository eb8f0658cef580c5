import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** `pg 8.23.0`: a package as this process has it installed. Found by its entry, since not every package shows its package.json. */
function installed(name: string): string {
  for (let folder = dirname(require.resolve(name)); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    const found = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
    if (found.name === name) return `${name} ${found.version}`;
  }
  return name;
}

/** The error of a start on a release whose internals are not those that are used. */
export const changedInside = (name: string, missing: string): Error =>
  new Error(`${installed(name)} cannot be used: it has no ${missing} any more; install the version of the lockfile`);
