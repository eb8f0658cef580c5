import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename } from 'node:path';
import { promisify } from 'node:util';

/** Why no process can listen there just now; undefined where one can. @param host null: all addresses */
export async function whyNotListen(port, host) {
  const probe = createServer();
  try {
    probe.listen({ port, host: host ?? undefined });
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
    return undefined;
  } catch (error) {
    return error;
  }
}

/** `process 4711 (node)` where the system lets us see it, else `another process`. */
export async function whoListens(port) {
  const found = (await seenInProc(port)) ?? (await seenByLsof(port));
  return found ? `process ${found.pid} (${found.command})` : 'another process';
}

async function seenInProc(port) {
  const sockets = new Set([...(await listeners('tcp', port)), ...(await listeners('tcp6', port))]);
  for (const pid of sockets.size > 0 ? await readdir('/proc') : []) {
    if (!/^\d+$/.test(pid)) continue;
    const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const file of files) {
      const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '');
      if (sockets.has(target)) return { pid, command: await commandOf(pid) };
    }
  }
  return undefined;
}

/** The listening sockets of a port, as /proc names them: `socket:[12345]`. */
async function listeners(table, port) {
  const LISTEN = '0A';
  const lines = (await readFile(`/proc/net/${table}`, 'utf8').catch(() => '')).split('\n').slice(1);
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => state === LISTEN && parseInt(local.split(':')[1] ?? '', 16) === port)
    .map((fields) => `socket:[${fields[9]}]`);
}

/** By the program's file: what the process calls itself is, of Node 24, `MainThread`. */
const commandOf = async (pid) => {
  const file = basename(await readlink(`/proc/${pid}/exe`).catch(() => '')).replace(/ \(deleted\)$/, '');
  return file || (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'unknown')).trim();
};

/** Where there is no /proc, as on macOS. */
async function seenByLsof(port) {
  const asked = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'];
  // That it is not installed, or sees no process, is an answer too.
  const { stdout } = await promisify(execFile)('lsof', asked, { timeout: 2_000 }).catch(() => ({ stdout: '' }));
  return foundByLsof(stdout);
}

/** @param output of `lsof -Fpc`: a line each of process number and command */
export function foundByLsof(output) {
  const [, pid, command] = /^p(\d+)\nc(.*)$/m.exec(output) ?? [];
  return pid === undefined ? undefined : { pid, command };
}
