import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** `pg 8.23.0`: a package as this process has it installed, for messages about its insides. */
export function installed(name: string): string {
  const { version } = require(`${name}/package.json`) as { version: string };
  return `${name} ${version}`;
}

/** The error of a start on a release whose insides are not those that are leaned on. */
export const changedInside = (name: string, missing: string): Error =>
  new Error(`${installed(name)} cannot be used: it has no ${missing} any more; install the version of the lockfile`);
