import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './account.js';
import { codeOf } from './start-error.js';

/** The system's limit for the path of a socket, of which PostgreSQL's file name takes the end. */
const longestSocketPath = 103;
const fileName = '/.s.PGSQL.5432.lock';

/**
 * The folder of the server's socket, closed to all other accounts: that is what lets the server trust every connection through it.
 * The same cluster gets the same folder each time, so that killed servers leave one behind and not many; the server records it in postmaster.pid.
 */
export async function socketDirectory(cluster: string, account: Account): Promise<string> {
  const uid = account?.uid ?? process.getuid?.() ?? 0;
  const name = `usaha-${createHash('sha256').update(`${uid}:${cluster}`).digest('hex').slice(0, 12)}`;
  const temporary = tmpdir();
  const parent = Buffer.byteLength(join(temporary, name) + fileName) <= longestSocketPath ? temporary : '/tmp';
  const path = join(parent, name);
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    const found = await lstat(path);
    if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return path;
    // Another account's: the name can be guessed, and every account may write to the temporary folder.
    return give(await mkdtemp(join(parent, 'usaha-')), account);
  }
  return give(path, account);
}

async function give(path: string, account: Account): Promise<string> {
  if (account) await chown(path, account.uid, account.gid);
  return path;
}
