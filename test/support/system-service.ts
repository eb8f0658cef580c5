import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, type Answer, type CallOptions, type Json } from './client.js';
import { PASSWORD, unique } from './people.js';
import { startServer, testSecrets, type ServerProcess, type StartOptions } from './servers.js';
import type { OwnDatabase } from './system-database.js';

export interface OwnService extends ServerProcess {
  logFile: string;
  /** What it has written so far. */
  output(): string;
  /** Its log, line by line: every line that is JSON. */
  log(): Json[];
}

/** The environment of an instance that sends no letters, and so leaves that job to others: production without a mail server. */
export const sendsNothing = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  METRICS_PORT: '0',
  OPERATOR_PASSWORD: 'a password of production',
};

const folders: string[] = [];
const running = new Set<ServerProcess>();

/** An instance of the service of the test file's own, on a separate database. */
export async function startOwnService(
  database: Pick<OwnDatabase, 'appUrl' | 'ownerUrl'>,
  environment: Record<string, string> = {},
  options: StartOptions = {},
): Promise<OwnService> {
  const folder = mkdtempSync(join(tmpdir(), 'usaha-own-'));
  folders.push(folder);
  const logFile = join(folder, 'server.log');
  const urls = { DATABASE_URL: database.appUrl, MIGRATION_DATABASE_URL: database.ownerUrl };
  const server = await startServer({ ...urls, ...testSecrets, ...environment }, logFile, options);
  running.add(server);
  const output = () => readFileSync(logFile, 'utf8');
  // The last line may still be incomplete: the text after the last line break is left out.
  const log = () =>
    output()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  const stop: ServerProcess['stop'] = async (signal) => {
    running.delete(server);
    return server.stop(signal);
  };
  return { ...server, logFile, output, log, stop };
}

/** Ends what the test file has started and not stopped itself. */
export async function stopOwnServices(): Promise<void> {
  for (const server of running) await server.stop('SIGKILL');
  running.clear();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Both surfaces of one instance; paths are whole. */
export const at = ({ baseUrl }: Pick<ServerProcess, 'baseUrl'>) => {
  const send = (method: string, path: string, options?: CallOptions): Promise<Answer> =>
    call(method, path, options, baseUrl);
  return {
    send,
    get: (path: string, token?: string) => send('GET', path, { token }),
    post: (path: string, body: unknown, token?: string) => send('POST', path, { body, token }),
    put: (path: string, body: unknown, token?: string) => send('PUT', path, { body, token }),
    delete: (path: string, token?: string) => send('DELETE', path, { token }),
  };
};

function must(answer: Answer, status: number): Json {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer.body;
}

export interface Member {
  id: string;
  email: string;
  token: string;
  refresh_token: string;
}

export interface OwnTenant {
  id: string;
  slug: string;
  admin: Member;
}

export async function signInAt(service: Pick<ServerProcess, 'baseUrl'>, email: string): Promise<Member> {
  const { data } = must(await at(service).post('/api/v1/auth/login/', { username: email, password: PASSWORD }), 200);
  return { id: data.user.id, email, token: data.access_token, refresh_token: data.refresh_token };
}

/** A tenant and its administrator, made on that instance. */
export async function newTenantAt(service: Pick<ServerProcess, 'baseUrl'>): Promise<OwnTenant> {
  const name = unique('own');
  const body = { username: name, email: `${name}@example.com`, password: PASSWORD };
  const { data } = must(await at(service).post('/api/v1/auth/register/', body), 201);
  const admin = { ...(await signInAt(service, body.email)), id: data.id };
  const fields = { name: unique('Kedai'), email: 'hello@example.com', business_type: 'RETAIL' };
  const tenant = must(await at(service).post('/v1/tenants', fields, admin.token), 201);
  return { id: tenant.id, slug: tenant.slug, admin };
}

/** Another member of a tenant, made and signed in on that instance. */
export async function newMemberAt(
  service: Pick<ServerProcess, 'baseUrl'>,
  tenant: OwnTenant,
  role: string,
  extra: Record<string, unknown> = {},
): Promise<Member> {
  const name = unique(role);
  const body = { username: name, email: `${name}@example.com`, password: PASSWORD, role, ...extra };
  const { data } = must(await at(service).post('/api/v1/users/', body, tenant.admin.token), 201);
  return { ...(await signInAt(service, body.email)), id: data.id };
}

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Waits until something is so, and says what was waited for when it never is. */
export async function eventually<T>(
  what: string,
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  seconds = 45,
): Promise<T> {
  const end = Date.now() + seconds * 1_000;
  // A look may be a connection to the database: what takes long is asked for less often.
  for (let wait = 20; ; wait = Math.min(wait * 1.2, 150)) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > end) throw new Error(`Not within ${seconds} s: ${what}`);
    await pause(wait);
  }
}
