import { createRequire } from 'node:module';
import { StartError } from '@usaha/embedded-postgres/start-error';

const require = createRequire(import.meta.url);

/** The end of a start after an upgrade that took away what we lean on: says what to look at, in one line. */
export function brokenUpgrade(name: string, missing: string): StartError {
  const { version } = require(manifestOf(name)) as { version: string };
  return new StartError(
    `${name} ${version} is not what this service was written for: it has no ${missing} (see internals/)`,
  );
}

/** Some packages do not export their package.json: it lies in their folder all the same. */
function manifestOf(name: string): string {
  const folder = `/node_modules/${name}/`;
  const entry = require.resolve(name).replaceAll('\\', '/');
  return `${entry.slice(0, entry.lastIndexOf(folder) + folder.length)}package.json`;
}
