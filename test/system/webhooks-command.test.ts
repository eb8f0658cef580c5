import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CommandLine, execute, type Ended } from '../support/command-line.js';
import { unique } from '../support/people.js';
import { testSecrets } from '../support/servers.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.js';

/** the commands for webhooks, next to a running service. */
const cliFile = resolve(__dirname, '../../apps/api/bundle/cli.js');
const commandLine = new CommandLine();
let folder: string;
let database: OwnDatabase;
let environment: Record<string, string>;
let service: OwnService;
let tenant: OwnTenant;
const children = new Set<ChildProcess>();
const receivers = new Set<WebhookReceiver>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'usaha-webhooks-'));
  database = await clonedDatabase();
  environment = { DATABASE_URL: database.appUrl, MIGRATION_DATABASE_URL: database.ownerUrl, ...testSecrets };
  service = await startOwnService(database);
  tenant = await newTenantAt(service);
});
afterEach(async () => {
  for (const child of children) await ended(child, 'SIGINT');
});
afterAll(async () => {
  commandLine.close();
  for (const receiver of receivers) await receiver.stop();
  await stopOwnServices();
  await dropDatabases();
  rmSync(folder, { recursive: true, force: true });
});

const cli = (...args: string[]): Promise<Ended> => commandLine.run(['webhooks', ...args], environment, folder);
const rowsOf = ({ out }: Ended): string[][] =>
  out
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

/** Ends a process by a signal, and returns its exit code. */
async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
  child.kill(signal);
  await exit;
  children.delete(child);
  return child.exitCode;
}

async function newReceiver(): Promise<WebhookReceiver> {
  const receiver = await startReceiver();
  receivers.add(receiver);
  return receiver;
}

/** A process that listens, once it says so. */
async function listen(...args: string[]) {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, [cliFile, 'webhooks', 'listen', tenant.slug, ...args], { env, cwd: folder });
  children.add(child);
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => out.push(String(chunk)));
  child.stderr.on('data', (chunk: Buffer) => err.push(String(chunk)));
  const lines = () => out.join('').split('\n').slice(0, -1);
  await eventually('it listens', () => {
    if (child.exitCode !== null) throw new Error(`It ended: ${err.join('')}`);
    return err.join('').includes('Ctrl-C ends it');
  });
  return { lines, err: () => err.join(''), end: (signal: NodeJS.Signals = 'SIGINT') => ended(child, signal) };
}

const endpoints = async (): Promise<{ id: string; url: string }[]> => {
  const { body } = await at(service).get('/api/v1/webhooks/', tenant.admin.token);
  return body.data;
};
const makeProduct = async (): Promise<string> => {
  const product = { name: 'Kopi', sku: unique('sku'), selling_price: 10, current_stock: 5 };
  const { status, body } = await at(service).post('/api/v1/retail/products/', product, tenant.admin.token);
  expect(status).toBe(201);
  return body.data.id;
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

describe('A-453: webhooks listen', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints a product that is made meanwhile, with a signature that holds, and leaves no endpoint after %s',
    async (signal) => {
      const listening = await listen();
      expect(await endpoints()).toEqual([expect.objectContaining({ description: 'cli webhooks listen' })]);
      const id = await makeProduct();
      const lines = await eventually('it is printed', () => {
        const printed = listening.lines();
        const at = printed.findIndex((line) => line.includes('retail.product.created'));
        return at >= 0 && printed.length > at + 1 && printed;
      });
      const head = lines.findIndex((line) => line.includes('retail.product.created'));
      expect(lines[head]).toMatch(
        /^\d{4}-\d\d-\d\dT[\d:.]+Z {2}retail\.product\.created {2}sequence \d+ {2}attempt 1 {2}the signature holds$/,
      );
      expect(JSON.parse(lines[head + 1] ?? '')).toMatchObject({ type: 'retail.product.created', data: { id } });
      expect(await listening.end(signal)).toBe(0);
      expect(listening.err()).toContain('The endpoint is removed');
      expect(await endpoints()).toEqual([]);
    },
  );

  it('receives the types of --events on --port alone, and answers --answer', async () => {
    const port = await freePort();
    const listening = await listen('--events', 'retail.stock.*', '--port', String(port), '--answer', '500');
    const [endpoint] = await endpoints();
    expect(endpoint).toMatchObject({ url: `http://127.0.0.1:${port}/`, event_types: ['retail.stock.*'] });
    await makeProduct();
    const lines = await eventually('stock is printed', () => {
      const printed = listening.lines();
      return printed.length > 0 && printed;
    });
    expect(lines.filter((line) => line.includes('retail.product.'))).toEqual([]);
    const tried = await eventually('the attempt is written', async () => {
      const { body } = await at(service).get(`/api/v1/webhooks/${endpoint?.id}/deliveries/`, tenant.admin.token);
      return body.data[0].attempts_made > 0 && body.data[0];
    });
    expect(tried).toMatchObject({ last_error: 'http', last_status_code: 500, status: 'pending' });
    expect(await listening.end()).toBe(0);
    expect(await endpoints()).toEqual([]);
  });

  it('says in one line what is wrong', async () => {
    for (const [args, words] of [
      [['listen', tenant.slug, '--port', '70000'], /^--port must be a whole number from 0 to 65535, not "70000"$/],
      [['listen', tenant.slug, '--answer', 'no'], /^--answer must be a whole number from 200 to 599, not "no"$/],
      [['listen', tenant.slug, '--events', 'retail.nothing'], /event_types/],
      [['listen', 'kedai-that-is-nowhere'], /tenant/i],
      [['hear', tenant.slug], /^This command is called: npm run cli -- webhooks list/],
      [['replay', tenant.slug, tenant.id, 'yesterday'], /^<since> must be a day or a moment like/],
    ] as const) {
      const ended = await cli(...args);
      expect([args, ended.code, ended.err.trimEnd().split('\n')]).toEqual([args, 1, [expect.stringMatching(words)]]);
    }
    expect(await endpoints()).toEqual([]);
  });

  it('does not begin where the service does not run', async () => {
    const ended = await execute(cliFile, ['webhooks', 'listen', tenant.slug], { DATA_DIR: join(folder, 'none') });
    expect([ended.code, ended.err]).toEqual([1, expect.stringContaining('start it first (npm start)')]);
  });
});

describe('A-453: webhooks list, failed and replay', () => {
  it('show endpoints by host, failed deliveries, and send again with the same ids', async () => {
    const receiver = await newReceiver();
    const { body } = await at(service).post(
      '/api/v1/webhooks/',
      { url: receiver.url, event_types: ['retail.product.*'] },
      tenant.admin.token,
    );
    const { id } = body.data;
    // Products of the tests above are recorded too.
    const since = new Date().toISOString();
    await makeProduct();
    const [first] = await receiver.waitFor(1);

    const listed = await cli('list');
    expect(listed.code).toBe(0);
    const row = rowsOf(listed).find((columns) => columns[1] === id);
    expect(row).toMatchObject([
      tenant.slug,
      id,
      'active',
      `127.0.0.1:${receiver.port}`,
      'retail.product.*',
      '0',
      '1',
      /./,
    ]);
    expect(listed.out).not.toContain('hook-');
    expect(rowsOf(await cli('list', tenant.slug))).toEqual([row]);

    expect(rowsOf(await cli('failed', tenant.slug))).toEqual([]);
    await sql(
      database.ownerUrl,
      "update core.webhook_deliveries set status = 'failed', last_error = 'http', last_status_code = 503",
    );
    expect(rowsOf(await cli('failed', tenant.slug))).toEqual([
      [id, expect.any(String), expect.any(String), 'retail.product.created', '1', '1', 'http', '503'],
    ]);

    expect(await cli('replay', tenant.slug, id, since)).toMatchObject({
      code: 0,
      out: `Queued 1 events for endpoint ${id}: the service sends them now\n`,
    });
    const [, second] = await receiver.waitFor(2);
    expect([second?.headers['webhook-id'], second?.body]).toEqual([first?.headers['webhook-id'], first?.body]);
    await at(service).delete(`/api/v1/webhooks/${id}/`, tenant.admin.token);
  });
});

describe('A-450: an endpoint whose network is shut again', () => {
  it('is blocked at the attempt, and neither its log nor that of the service tells the address', async () => {
    const receiver = await newReceiver();
    const made = await at(service).post('/api/v1/webhooks/', { url: receiver.url }, tenant.admin.token);
    const { id } = made.body.data;
    const shut = await startOwnService(database, { WEBHOOK_ALLOW_NETWORKS: 'none' });
    const { status, body } = await at(shut).post(`/api/v1/webhooks/${id}/test/`, {}, tenant.admin.token);
    expect([status, body.data.status, body.data.last_error, body.data.last_status_code]).toEqual([
      200,
      'failed',
      'blocked',
      null,
    ]);
    expect(receiver.received).toEqual([]);
    expect(shut.output()).not.toContain(receiver.url);
    const other = await at(shut).post('/api/v1/webhooks/', { url: receiver.url }, tenant.admin.token);
    expect([other.status, other.body.error.errors[0].field]).toEqual([400, 'url']);
    await shut.stop();
  });
});
