import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childOptions, runAs } from './account.js';
import { program } from './binaries.js';
import { failureOf } from './failure.js';
import { giveToOwnerOf } from './files.js';
import { runningPostmaster } from './postmaster.js';
import type { ServerOptions } from './server.js';
import { reasonOf } from './start-error.js';

export const logName = 'postgres.log';
const windows = process.platform === 'win32';

/** A server that takes connections, as our child where the system makes it one; or why there is none. */
export type Launched = { pid: number; child?: ChildProcess } | { failure: string };

/** Starts the program, and waits until the server takes connections or has ended. @throws what the signal was aborted with */
export async function launch(options: ServerOptions, settings: string[]): Promise<Launched> {
  const path = join(options.dir, logName);
  const begun = await logLength(path);
  return windows ? launchOnWindows(options, settings, path) : launchHere(options, settings, path, begun);
}

async function launchHere(
  { cluster, binaries, account, dir, log, signal, underWay }: ServerOptions,
  settings: string[],
  path: string,
  begun: number,
): Promise<Launched> {
  // Opened here, so that it works independent of what the account may write, and handed down.
  // Appended to, so that what is rotated away while the server runs leaves no gap.
  const output = await open(path, 'a', 0o600);
  await giveToOwnerOf(dir, path);
  // Detached, so that Ctrl-C at the terminal reaches us alone and we end it in order.
  const child = spawn(program(binaries, 'postgres'), ['-D', cluster, ...settings], {
    ...childOptions(account),
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  });
  const failed = once(child, 'error').catch(() => undefined);
  child.on('error', () => undefined);
  child.unref();
  await output.close();
  const { pid } = child;
  if (pid === undefined) {
    await failed;
    return { failure: 'the program cannot be run' };
  }
  underWay?.();
  const started = Date.now();
  for (let reported = 0; child.exitCode === null && child.signalCode === null;) {
    const running = await runningPostmaster(cluster);
    if (running?.pid === pid && running.ready) return { pid, child };
    if (signal?.aborted) await breakOff(child);
    signal?.throwIfAborted();
    const waited = Math.floor((Date.now() - started) / 5000);
    if (waited > reported)
      log(`PostgreSQL is recovering what was not yet written out when it was killed (${(reported = waited) * 5} s)`);
    await sleep(5);
  }
  return { failure: (await failureIn(path, begun)) ?? `it ended with ${child.signalCode ?? child.exitCode}` };
}

const BREAK_OFF_MS = 10_000;

/** It may be too young to know its data directory yet, or in the middle of a recovery: either is done again by the next start. */
async function breakOff(child: ChildProcess): Promise<void> {
  child.kill('SIGINT');
  const impatience = setTimeout(() => child.kill('SIGQUIT'), BREAK_OFF_MS);
  await ended(child);
  clearTimeout(impatience);
}

/** Written after the manual: no Windows machine was at hand. pg_ctl lets an administrator start the server with lesser rights. */
async function launchOnWindows(
  { cluster, binaries, account, underWay }: ServerOptions,
  settings: string[],
  path: string,
): Promise<Launched> {
  try {
    const words = settings.map((setting) => (setting === '-c' ? setting : `"${setting}"`));
    const running = runAs(account, program(binaries, 'pg_ctl'), [
      'start',
      '-w',
      '-D',
      cluster,
      '-l',
      path,
      '-o',
      words.join(' '),
    ]);
    underWay?.();
    await running;
  } catch (error) {
    return { failure: reasonOf(error) };
  }
  const running = await runningPostmaster(cluster);
  return running ? { pid: running.pid } : { failure: 'it ended at once' };
}

/** Until node has taken note of its end, a child is an open handle; and one that nothing refers to would let node leave before it has. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  await once(child, 'exit');
}

async function logLength(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  );
}

async function failureIn(path: string, begun: number): Promise<string | undefined> {
  return failureOf((await readFile(path)).subarray(begun).toString('utf8'));
}
