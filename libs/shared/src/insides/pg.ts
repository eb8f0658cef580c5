import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';
import { changedInside } from './package-version.js';

/** What is used of pg beyond what it publishes, all of it here: the socket of a client, `connection.stream`. */
const streamOf = (client: PoolClient): Writable =>
  (client as unknown as { connection: { stream: Writable } }).connection.stream;

/** @throws where a client has no such socket: then nothing could be sent together */
export function checkClient(client: PoolClient): void {
  const stream = (client as unknown as { connection?: { stream?: Partial<Writable> } }).connection?.stream;
  if (!stream) throw changedInside('pg', 'socket at client.connection.stream');
  for (const method of ['cork', 'uncork'] as const)
    if (typeof stream[method] !== 'function') throw changedInside('pg', `client.connection.stream.${method}()`);
  if (typeof stream.writableCorked !== 'number') throw changedInside('pg', 'client.connection.stream.writableCorked');
}

/**
 * What is sent in this turn of the event loop leaves in one packet: the opening with the first statement, all rows of a
 * record with each other, the trail with COMMIT. A packet costs more than the statement in it.
 */
export function sendTogether(client: PoolClient): void {
  const stream = streamOf(client);
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
