import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { clonedDatabase, dropDatabases } from '../support/system-database.js';
import { startOwnService, stopOwnServices } from '../support/system-service.js';

/** The README's walk-through, run as it stands there: its commands in one bash, its `# → …` lines what they print. */

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
const [, walkThrough = ''] = /^## A walk-through$(.*?)^## /ms.exec(readme) ?? [];
const blocks = [...walkThrough.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
const promised = (block: string): string[] => [...block.matchAll(/^# → (.*)$/gm)].map(([, text = '']) => text);

/** Between two blocks of output; nothing that a command prints. */
const MARK = '\u001e';

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

it('has commands, and says what most of them print', () => {
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks.flatMap(promised).length).toBeGreaterThan(10);
});

it('prints what it says, on a started server', async () => {
  // Not that of all tests, which sends no letters of new businesses.
  const { baseUrl } = await startOwnService(await clonedDatabase());
  const script = ['set -eu -o pipefail', ...blocks].join(`\nprintf '${MARK}\\n'\n`);
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, BASE: baseUrl, LC_ALL: 'C.UTF-8' },
    timeout: 25_000,
  });
  expect(stderr).toBe('');
  const printed = stdout.split(`${MARK}\n`).slice(1);
  const lines = printed.map((text) => text.split('\n').filter((line) => line !== ''));
  expect(lines.map((found, i) => ({ block: blocks[i], found }))).toEqual(
    blocks.map((block) => ({ block, found: promised(block) })),
  );
});
