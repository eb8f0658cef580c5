import { execFile, type ExecFileOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify, types } from 'node:util';
import { StartError } from './start-error.js';

const execute = promisify(execFile);

/** The operating system's user that PostgreSQL runs as, since it refuses to run as root; undefined: the user we are. */
export type Account = { uid: number; gid: number } | undefined;

/** Accounts of the system that may run a database for root, the usual one first. */
const ACCOUNTS = ['postgres', 'nobody'] as const;

/** The first of these paths that exists and is not root's tells the account; else the usual one for a database, or anybody's. */
export async function accountFor(...paths: string[]): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (!found || found.uid === 0) continue;
    // initdb looks its user up by number and fails for one without a name (a volume of another machine's user).
    const named = await accountNamed(String(found.uid));
    if (named) return named;
  }
  const account = (await accountNamed(ACCOUNTS[0])) ?? (await accountNamed(ACCOUNTS[1]));
  if (!account)
    throw new StartError(
      `PostgreSQL cannot run as root and there is no user ${ACCOUNTS.join(' or ')}; start as an ordinary user, or set DATABASE_URL`,
    );
  return account;
}

export async function ownerOf(path: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const { uid, gid } = await stat(path);
  return { uid, gid };
}

async function accountNamed(name: string): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all([execute('id', ['-u', name]), execute('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/**
 * How every child is spawned: from a directory that the account can stand in, and without the caller's PG* and locale
 * variables, which would change what PostgreSQL does.
 */
export const childOptions = (account: Account): ExecFileOptions => ({
  ...account,
  cwd: process.platform === 'win32' ? undefined : '/',
  env:
    process.platform === 'win32' ? process.env : { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  windowsHide: true,
});

/**
 * Runs a program to its end; a failure says what the program said.
 * @param signal ends it early; what it has started has ended, too, when this throws
 */
export async function runAs(account: Account, file: string, args: string[], signal?: AbortSignal): Promise<string> {
  signal?.throwIfAborted();
  const running = execute(file, args, { ...childOptions(account), encoding: 'utf8' });
  const end = (): void => void running.child.kill();
  signal?.addEventListener('abort', end);
  try {
    const { stdout } = await running;
    return stdout.toString();
  } catch (error) {
    signal?.throwIfAborted();
    const said = types.isNativeError(error) && 'stderr' in error ? String(error.stderr).trim().split('\n') : [];
    const line = said.find((text) => /error|fatal/i.test(text)) ?? said.at(-1);
    throw line ? new Error(line, { cause: error }) : error;
  } finally {
    signal?.removeEventListener('abort', end);
  }
}

/** Can the account go into this directory, or run this program? Asked of the system itself: it alone knows modes, groups, lists and mounts. */
export async function canEnter(account: Account, path: string): Promise<boolean> {
  if (!account) return true;
  return runAs(account, '/bin/sh', ['-c', 'test -x "$1"', 'sh', path]).then(
    () => true,
    () => false,
  );
}
