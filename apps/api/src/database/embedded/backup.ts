import { createHash, type KeyObject } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { backupCluster, inCluster, makeBackupFolder, writeContents } from './backup-folder.js';
import { createFile, findCluster } from '@usaha/embedded-postgres';
import { reasonOf, StartError } from '@usaha/embedded-postgres/start-error';
import { contentOf, copyFiles, makeFolders, syncFolders, type Copied, type OnTheWay } from './copying.js';
import { sealing, turnedBy } from './sealed-stream.js';
import { keysName, type SealSecrets } from './secrets-file.js';

export interface BackupOptions {
  /** The data directory, whose server runs. */
  dir: string;
  /** Where the backup goes: empty, or not there yet. */
  folder: string;
  /** The server, as the superuser who owns everything. */
  url: string;
  /** The public key that it is encrypted to. */
  recipient: KeyObject | null;
  /** What opens its sealed fields, where that belongs to it: in an encrypted backup alone. */
  keys: SealSecrets | null;
  say: (line: string) => void;
}

/** Files that a running server makes again, or that belong to this one server: PostgreSQL's manual, "Backing Up the Data Directory". */
const emptied =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$|(^|\/)pgsql_tmp/;
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|backup_manifest|current_logfiles.*|usaha-server\.json.*)$|(^|\/)pg_internal\.init/;
const controlFile = 'global/pg_control';
const PROGRESS_MS = 5_000;

/**
 * Copies the cluster of a running server, with the log of what is written meanwhile: restored, it holds all that was
 * committed when the copy ended, and nothing by halves. @throws StartError; then the folder is as it was
 */
export async function backUp({ dir, folder, url, recipient, keys: given, say }: BackupOptions): Promise<void> {
  const cluster = await findCluster(resolve(dir));
  if (!cluster?.made) throw new StartError(`There is no database in ${dir} to back up`);
  const clear = await makeBackupFolder(folder, [resolve(dir), cluster.place]);
  const client = new pg.Client({ connectionString: url, application_name: 'usaha backup' });
  client.on('error', () => undefined); // its next statement is told as well
  try {
    await client.connect();
    const [row] = await ask<{ version: string }>(client, `select current_setting('server_version') as version`);
    const files: Copied[] = [];
    const folders = await copyCluster(client, cluster.path, join(folder, backupCluster), files, recipient, say);
    const keys = given && recipient ? await write(folder, keysName, JSON.stringify(given), recipient, keysName) : null;
    const made_at = new Date().toISOString();
    await writeContents(folder, { made_at, postgres: row?.version ?? '', folders, files, keys }, recipient);
    const how = recipient ? `, encrypted${keys ? ', with the keys of sealed fields' : ''}` : '';
    say(`The backup in ${folder} is complete: ${files.length} files, ${megabytes(files)}${how}`);
  } catch (error) {
    await clear();
    if (error instanceof StartError) throw error;
    throw new StartError(`The backup failed, and its files were removed (${reasonOf(error)})`, { cause: error });
  } finally {
    // The server ends the backup mode and gives up the kept log with the session.
    await client.end().catch(() => undefined);
  }
}

/** @returns the folders of the copy */
async function copyCluster(
  client: pg.Client,
  from: string,
  to: string,
  files: Copied[],
  recipient: KeyObject | null,
  say: (line: string) => void,
): Promise<string[]> {
  await refuseTablespaces(client);
  // Keeps the log from being recycled from here on; gone with the session.
  await client.query(`select pg_create_physical_replication_slot('usaha_backup_' || pg_backend_pid(), true, true)`);
  const [begun] = await ask<{ lsn: string; wal: string }>(
    client,
    `select lsn, pg_walfile_name(lsn) as wal from pg_backup_start('usaha', true) as lsn`,
  );
  say(`PostgreSQL has begun the backup at ${begun?.lsn}; copying ${from}`);
  const progress = setInterval(() => say(`  copied so far: ${files.length} files, ${megabytes(files)}`), PROGRESS_MS);
  const take = (file: Copied): void => void files.push(file);
  const onTheWay: OnTheWay = recipient ? { sealing: (path) => sealing(recipient, inCluster(path)) } : {};
  try {
    const content = await contentOf(from, (path) => emptied.test(path) || leftOut.test(path));
    await makeFolders(to, ['', ...content.folders], undefined);
    await copyFiles(
      content.files.filter((path) => path !== controlFile),
      from,
      to,
      undefined,
      take,
      onTheWay,
    );
    // Last, as the manual asks.
    await copyFiles([controlFile], from, to, undefined, take, onTheWay);
    const [ended] = await ask<{ lsn: string; wal: string; labelfile: string; spcmapfile: string }>(
      client,
      `select lsn, pg_walfile_name(lsn) as wal, labelfile, spcmapfile from pg_backup_stop(false)`,
    );
    if (!begun || !ended) throw new Error('PostgreSQL does not say where the backup begins and ends');
    say(`PostgreSQL has ended the backup at ${ended.lsn}; copying its log`);
    await copyFiles(await logBetween(begun.wal, ended.wal, from), from, to, undefined, take, onTheWay);
    const named = { backup_label: ended.labelfile, tablespace_map: ended.spcmapfile };
    for (const [name, text] of Object.entries(named))
      if (text !== '') files.push(await write(to, name, text, recipient, inCluster(name)));
    await syncFolders(to, content.folders);
    return content.folders;
  } finally {
    clearInterval(progress);
  }
}

async function refuseTablespaces(client: pg.Client): Promise<void> {
  const [found] = await ask<{ spcname: string; place: string }>(
    client,
    `select spcname, pg_tablespace_location(oid) as place from pg_tablespace where pg_tablespace_location(oid) like '/%'`,
  );
  if (found)
    throw new StartError(
      `The tablespace ${found.spcname} lies in ${found.place}, outside of the data directory: back this database up with pg_basebackup`,
    );
}

/** The segments of the log from one to another, and the histories of its timelines. */
async function logBetween(first: string, last: string, cluster: string): Promise<string[]> {
  const names = await readdir(join(cluster, 'pg_wal'));
  const segments = names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
  if (!segments.includes(first) || !segments.includes(last))
    throw new Error(`the log from ${first} to ${last} is not there any more`);
  return [...segments, ...names.filter((name) => name.endsWith('.history'))].map((name) => `pg_wal/${name}`);
}

/** Byte for byte as PostgreSQL gave it. */
async function write(
  to: string,
  path: string,
  text: string,
  recipient: KeyObject | null,
  name: string,
): Promise<Copied> {
  const bytes = Buffer.from(text);
  await createFile(join(to, path), recipient ? turnedBy(sealing(recipient, name), bytes) : bytes, 0o600);
  return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

const ask = async <R extends object>(client: pg.Client, text: string): Promise<R[]> =>
  (await client.query<R>(text)).rows;

const megabytes = (files: readonly Copied[]): string =>
  `${(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6).toFixed(0)} MB`;
