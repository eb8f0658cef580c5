import { once } from 'node:events';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dataDirectoryHolder } from '../../embedded/index.js';
import { neutral, reasonOf, unwell, well, type Check } from './finding.js';

export const checkPort: Check = async ({ port, host, dataDir }) => {
  if (port === 0) return [neutral('Port', 'chosen by the system at every start (PORT=0)')];
  const failure = await tryToListen(port, host);
  if (!failure) return [well('Port', `${port} is free`)];
  if (failure.code !== 'EADDRINUSE')
    return [unwell('Port', `${port} cannot be listened on (${reasonOf(failure)}); set another PORT or HOST`)];
  const holder = await dataDirectoryHolder(dataDir);
  if (holder?.port === port) return [well('Port', `${port} is served by this very service (process ${holder.pid})`)];
  const who = await whoListens(port);
  if (await answersAsService(port))
    return [well('Port', `${port} is served by a running Usaha (${who}); another one needs another PORT`)];
  return [unwell('Port', `${port} is held by ${who}; stop it, or set another PORT`)];
};

async function tryToListen(port: number, host: string | null): Promise<NodeJS.ErrnoException | undefined> {
  const probe = createServer();
  try {
    probe.listen(port, host ?? undefined);
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

async function answersAsService(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://localhost:${port}/health/live`, { signal: AbortSignal.timeout(2_000) });
    return answer.headers.has('x-request-id') && ((await answer.json()) as { status?: string }).status === 'up';
  } catch {
    return false;
  }
}

/** `process 4711 (node)` where the system lets us see it. */
async function whoListens(port: number): Promise<string> {
  const sockets = new Set([...(await listeners('tcp', port)), ...(await listeners('tcp6', port))]);
  for (const pid of sockets.size > 0 ? await readdir('/proc') : []) {
    if (!/^\d+$/.test(pid)) continue;
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const file of files) {
      const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '');
      if (sockets.has(target)) return `process ${pid} (${await commandOf(pid)})`;
    }
  }
  return 'another process';
}

/** The listening sockets of a port, as /proc names them: `socket:[12345]`. */
async function listeners(table: 'tcp' | 'tcp6', port: number): Promise<string[]> {
  const LISTEN = '0A';
  const lines = (await readFile(`/proc/net/${table}`, 'utf8').catch(() => '')).split('\n').slice(1);
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => state === LISTEN && parseInt(local.split(':')[1] ?? '', 16) === port)
    .map((fields) => `socket:[${fields[9]}]`);
}

const commandOf = async (pid: string): Promise<string> =>
  (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'unknown')).trim();
