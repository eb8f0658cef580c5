import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newWebhookSecret, webhookHeaders } from '@usaha/core';
import { eventually } from '../support/system-service.js';

/**
 * the verifiers of docs/webhooks.md, run as they stand there against requests that the service signs. Node is there; of the
 * others those are skipped whose program is not installed, with a note. `.ci/run` installs them.
 */
const text = readFileSync(join(__dirname, '../../docs/webhooks.md'), 'utf8');
const programOf = (heading: string): string =>
  new RegExp(`^### ${heading}$[^]*?^\`\`\`\\w+\\n([^]*?)^\`\`\`$`, 'm').exec(text)?.[1] ?? '';

const isInstalled = (program: string): boolean =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, program)));

const body = '{"id":"msg_1","type":"retail.sale.completed","data":{"note":"茶 \\u0000 a\\nb"}}';
const [secret, other] = [newWebhookSecret(), newWebhookSecret()];
const now = (seconds = 0): Date => new Date(Date.now() + seconds * 1_000);

/** Signed as the service signs it. */
const signed = (secrets: string[], at = now()): Record<string, string> =>
  webhookHeaders({ event_id: 'msg_1', body, secrets, at, sequence: 1, attempt: 1, release: 'test' });

interface Case {
  title: string;
  headers: Record<string, string>;
  body?: string;
  holds: boolean;
}

const without = (name: string): Record<string, string> => ({ ...signed([secret]), [name]: '' });
const cases = (): Case[] => [
  { title: 'its secret', headers: signed([secret]), holds: true },
  { title: 'its secret first, then that of before a rotation', headers: signed([secret, other]), holds: true },
  { title: 'the new secret first, then its own', headers: signed([other, secret]), holds: true },
  { title: 'four minutes ago', headers: signed([secret], now(-240)), holds: true },
  { title: 'another secret', headers: signed([other]), holds: false },
  { title: 'a changed byte', headers: signed([secret]), body: body.replace('sale', 'salt'), holds: false },
  { title: 'a byte more', headers: signed([secret]), body: `${body} `, holds: false },
  { title: 'another id', headers: { ...signed([secret]), 'webhook-id': 'msg_2' }, holds: false },
  { title: 'six minutes ago', headers: signed([secret], now(-360)), holds: false },
  { title: 'in six minutes', headers: signed([secret], now(360)), holds: false },
  { title: 'a moment that is no number', headers: { ...signed([secret]), 'webhook-timestamp': 'now' }, holds: false },
  ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    title: `no ${name}`,
    headers: without(name),
    holds: false,
  })),
  { title: 'the beginning of a signature', headers: { ...signed([secret]), 'webhook-signature': 'v1,' }, holds: false },
];

let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'usaha-verifiers-'));
});
afterAll(async () => {
  for (const child of children) {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  await rm(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a receiver of the document, and returns what it prints and its address. */
async function start(heading: string, file: string, program: string, argumentsOf: (port: number) => string[]) {
  await writeFile(join(folder, file), programOf(heading));
  const port = await freePort();
  const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) };
  const child = spawn(program, argumentsOf(port), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(String(chunk)));
  const url = `http://127.0.0.1:${port}/hook`;
  await eventually(`${heading} receives`, async () => {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${printed.join('')}`);
    return (await fetch(url, { method: 'POST', body: '' }).catch(() => null))?.status === 400;
  });
  return { url, printed };
}

const receivers = [
  { heading: 'Node', file: 'receiver.mjs', program: 'node', argumentsOf: () => ['receiver.mjs'] },
  {
    heading: 'PHP',
    file: 'receiver.php',
    program: 'php',
    argumentsOf: (port: number) => ['-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
  { heading: 'Python', file: 'receiver.py', program: 'python3', argumentsOf: () => ['receiver.py'] },
];
const missing = [...receivers.map(({ program }) => program), 'openssl'].filter((program) => !isInstalled(program));
// Jest counts skipped tests, and does not say why.
if (missing.length > 0)
  process.stderr.write(
    `Verifiers of docs/webhooks.md are not run, since there is no ${missing.join(' and no ')} here\n`,
  );

const unlessMissing = (program: string) => (missing.includes(program) ? it.skip : it);

describe('A-453: the verifiers of docs/webhooks.md', () => {
  it('are four', () => {
    for (const heading of [...receivers.map((receiver) => receiver.heading), 'Shell'])
      expect(programOf(heading)).toContain('WEBHOOK_SECRET');
    expect(text.match(/^### /gm)).toHaveLength(4);
  });

  for (const { heading, file, program, argumentsOf } of receivers)
    unlessMissing(program)(`${heading}: accepts what the secret signed, and nothing else`, async () => {
      const { url, printed } = await start(heading, file, program, argumentsOf);
      const found: [string, number][] = [];
      for (const { title, headers, body: sent = body } of cases())
        found.push([title, (await fetch(url, { method: 'POST', headers, body: sent })).status]);
      expect(found).toEqual(cases().map(({ title, holds }) => [title, holds ? 204 : 400]));
      await eventually(
        'four events printed',
        () => printed.join('').match(/retail\.sale\.completed msg_1/g)?.length === 4,
      );
    });

  unlessMissing('openssl')('Shell: accepts what the secret signed, and nothing else', async () => {
    const script = `${programOf('Shell')}\nverify "$@"`;
    for (const shell of ['bash', 'sh'])
      for (const { title, headers, body: sent = body, holds } of cases()) {
        const given = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name] ?? '');
        const child = execFile(shell, ['-euc', script, 'verify', ...given], {
          env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret },
        });
        child.stdin?.on('error', () => undefined);
        child.stdin?.end(sent);
        const [code] = (await once(child, 'exit')) as [number];
        expect([shell, title, code]).toEqual([shell, title, holds ? 0 : 1]);
      }
  });
});
