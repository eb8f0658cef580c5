import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findCluster } from './cluster.js';
import { passwordName, type EmbeddedPostgres } from './postgres.js';
import { runningPostmaster } from './postmaster.js';

/** The server that another process has started on this data directory, for work in addition to it. */
export async function runningEmbeddedPostgres(dir: string): Promise<Pick<EmbeddedPostgres, 'url'> | undefined> {
  const path = resolve(dir);
  const cluster = await findCluster(path);
  const running = cluster?.made ? await runningPostmaster(cluster.path) : undefined;
  if (!running?.ready) return undefined;
  const { port, socket_directory } = running;
  const place = socket_directory ? encodeURIComponent(socket_directory) : `127.0.0.1:${port}`;
  const password = await readFile(join(path, passwordName), 'utf8').catch(() => undefined);
  return {
    url: (user, database) => {
      const credentials = [user, ...(password ? [password] : [])].map(encodeURIComponent).join(':');
      return `postgresql://${credentials}@${place}/${encodeURIComponent(database)}`;
    },
  };
}
