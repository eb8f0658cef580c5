/** The processes side by side: this service, the bare server, and the load. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { KEY_NAME, SEAL_KEY, SEARCH_KEY } from './keys.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const POOL_SIZE = 10;
const START_MS = 60_000;

/** The environment of production: everything on that is on there. */
export const production = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  LOG_PRETTY: 'false',
  PORT: '0',
  HOST: '127.0.0.1',
  SEED_DEMO: 'false',
  DATABASE_POOL_SIZE: String(POOL_SIZE),
  JWT_KEYS: 'bench:The 9 quick brown foxes who sign 4096 tokens of the bench',
  SEAL_KEYS: `${KEY_NAME}:${SEAL_KEY.toString('base64')}`,
  SEARCH_KEY: SEARCH_KEY.toString('base64'),
  OPERATOR_PASSWORD: 'the password of an operator of the bench',
};

function start(script, { environment = {}, log, nodeOptions = [] }) {
  const output = log ? openSync(log, 'a') : 'inherit';
  const inherited = Object.fromEntries(['PATH', 'HOME', 'TMPDIR', 'TZ'].map((name) => [name, process.env[name]]));
  const child = fork(script, {
    env: { ...inherited, ...environment },
    execArgv: nodeOptions,
    stdio: ['ignore', output, output, 'ipc'],
  });
  if (log) closeSync(output);
  return child;
}

/** What a child says next; that it ended instead is an error. */
async function messageOf(child) {
  const listening = new AbortController();
  const { signal } = listening;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`${child.spawnargs[1]} ended with ${code}`);
      }),
    ]);
  } finally {
    listening.abort();
  }
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

const isReady = (port) =>
  fetch(`http://127.0.0.1:${port}/health/ready`).then(
    async (answer) => (await answer.text(), answer.ok),
    () => false,
  );

/**
 * Starts the built service.
 * @param environment says which database
 * @param main the bundle's, unless told: of the build's, where packages have to be told apart
 * @returns when it answers that it is ready
 */
export async function startService(log, environment, nodeOptions = [], main = '../apps/api/bundle/main.js') {
  const begin = performance.now();
  const from = openedLength(log);
  const child = start(here(main), {
    environment: { ...production, ...environment },
    log,
    // However the bench ends, what it started ends with it.
    nodeOptions: [...nodeOptions, '--import', here('../test/support/die-with-parent.mjs')],
  });
  for (;;) {
    const said = readFileSync(log, 'utf8').slice(from);
    const port = /surface at http:\/\/localhost:(\d+)\//.exec(said)?.[1];
    if (port && (await isReady(port)))
      return { pid: child.pid, port: Number(port), milliseconds: performance.now() - begin, stop: () => stop(child) };
    if (child.exitCode !== null || performance.now() - begin > START_MS)
      throw new Error(`The service did not start:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function openedLength(path) {
  closeSync(openSync(path, 'a'));
  return readFileSync(path, 'utf8').length;
}

export async function startBare(log, url) {
  const child = start(here('bare-server.js'), {
    environment: { NODE_ENV: 'production', DATABASE_URL: url, DATABASE_POOL_SIZE: String(POOL_SIZE) },
    log,
  });
  return { pid: child.pid, port: await messageOf(child), stop: () => stop(child) };
}

export function startLoad() {
  const child = start(here('load.js'), {});
  const ask = async (job) => {
    child.send(job);
    const { result, error } = await messageOf(child);
    if (error) throw new Error(error);
    return result;
  };
  return {
    pid: child.pid,
    run: (job) => ask({ work: 'run', ...job }),
    sample: (job) => ask({ work: 'sample', ...job }),
    stop: () => stop(child),
  };
}

/** Signs in to the service and keeps the tokens with the facts. */
export async function signIn(service, { password, shops, clinics, schools, salons, couriers, ...tenants }) {
  const businesses = [...shops, ...clinics, ...schools, ...salons, ...couriers];
  for (const tenant of [...Object.values(tenants), ...businesses]) {
    const answer = await fetch(`http://127.0.0.1:${service.port}/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: tenant.admin, password, tenant_slug: tenant.slug }),
    });
    if (!answer.ok) throw new Error(`Signing in failed: ${answer.status} ${await answer.text()}`);
    tenant.token = (await answer.json()).access_token;
  }
}
