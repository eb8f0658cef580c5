import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { childOptions, type Account } from './account.js';

/**
 * Stops the server when this process ends by any means: a small child reads a pipe whose other end closes with us.
 * In a separate session, so that Ctrl-C at the terminal does not end it before its time.
 */
export function watchOver(pid: number, socketDirectory: string, account: Account): () => Promise<void> {
  const windows = process.platform === 'win32';
  const [file, args] = windows
    ? [process.execPath, ['-e', `process.stdin.resume().on('end', () => process.kill(${pid}))`]]
    : ['/bin/sh', ['-c', script, 'sh', String(pid), socketDirectory]];
  const child = spawn(file, args, {
    ...childOptions(account),
    detached: !windows,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(child, 'exit').catch(() => undefined);
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  child.stdin.on('error', () => undefined);
  return async () => {
    child.ref();
    child.kill('SIGKILL');
    child.stdin.destroy();
    await ended;
  };
}

/** A fast shutdown, then the folder that the server leaves empty. */
const script = 'cat >/dev/null; kill -INT "$1" || exit; while kill -0 "$1"; do sleep 0.1; done; rmdir "$2"';
