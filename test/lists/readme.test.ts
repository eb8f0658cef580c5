import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the README and docs/operations.md name is there. test/release/readme.test.ts runs the walk-through. */

const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');

it('speaks of scripts, folders and documents that there are', () => {
  const { scripts } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  for (const [, path = ''] of readme.matchAll(/\]\(([^)]+)\)/g)) readFileSync(join(__dirname, '../..', path));
});

it('has every variable of the configuration in docs/operations.md', () => {
  const read = (path: string) => readFileSync(join(__dirname, '../..', path), 'utf8');
  const config = [
    'start/config',
    'start/file-settings',
    'files/s3/s3-settings',
    'files/clamd/clamd-settings',
    'start/public-url',
    'start/instances',
    'start/metrics-settings',
    'start/cors-origins',
    'start/platform-account',
    'start/sms-settings',
    'start/whatsapp-settings',
    'start/mail-limits',
    'start/message-terms',
    'start/einvoice-sending',
    'start/new-passwords',
    'start/webhook-networks',
    'database/database-url',
    'build',
  ]
    .map((name) => read(`apps/api/src/${name}.ts`))
    .join('\n');
  const variables = new Set(
    [...config.matchAll(/(?:read\.\w+\(\s*|\(read, |environment\.|process\.env\.)'?(?!PG)([A-Z][A-Z_]+)/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(variables.size).toBeGreaterThan(20);
  const documented = [...read('docs/operations.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
  expect([...documented].sort()).toEqual([...variables].sort());
});
