import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execute } from '../support/command-line.js';

/** What `bench/faults.js` says of a PgBouncer that cannot be tried, before it starts anything. */

const bench = resolve(__dirname, '../../bench/faults.js');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'usaha-pgbouncer-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command that only knows its release. */
function pgBouncer(release: string, name = release): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\necho 'PgBouncer ${release}'\necho 'libevent 2.1.12-stable'\n`);
  chmodSync(path, 0o755);
  return path;
}

const faults = (environment: Record<string, string>) => execute(bench, ['--only', 'PgBouncer'], environment);

it('names the release that is needed and the one that PGBOUNCER is', async () => {
  expect(await faults({ PGBOUNCER: pgBouncer('1.18.0') })).toEqual({
    code: 0,
    out: 'PgBouncer restarted: not tried, PgBouncer 1.21 or later is needed, 1.18.0 is installed\n',
    err: '',
  });
});

it('takes the command in PATH where PGBOUNCER is not set', async () => {
  pgBouncer('1.20.1', 'pgbouncer');
  const { out } = await faults({ PATH: `${folder}:${process.env.PATH}` });
  expect(out).toBe('PgBouncer restarted: not tried, PgBouncer 1.21 or later is needed, 1.20.1 is installed\n');
});

it('says that a command cannot be run, and how another is named', async () => {
  const { code, out } = await faults({ PGBOUNCER: join(folder, 'absent') });
  expect(code).toBe(0);
  expect(out).toMatch(/^PgBouncer restarted: not tried, \S+absent cannot be run: [^\n]*in PGBOUNCER\n$/);
});
