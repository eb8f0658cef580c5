import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import pg, { type PoolClient, type Submittable } from 'pg';
import utils from 'pg/lib/utils.js';
import { changedInside } from './package-version.js';

/** All that is used of pg beyond what it publishes: how a client's messages are written, and how values are. */

/** A value as it travels. */
export type SentValue = string | Buffer | null;

/** The messages of PostgreSQL's extended protocol, as `client.connection` writes them. */
export interface Wire {
  readonly stream: Pick<Writable, 'cork' | 'uncork' | 'write'>;
  parse(statement: { name?: string; text: string }): void;
  bind(statement: { statement?: string; values?: SentValue[] }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(portal: object): void;
  close(what: { type: 'S'; name: string }): void;
  sync(): void;
}

const METHODS = ['parse', 'bind', 'describe', 'execute', 'close', 'sync'] as const;

/** What a client keeps of its queries that are not answered yet. */
interface Queues {
  readonly _activeQuery: unknown;
  readonly _sentQueryQueue: readonly unknown[];
}

/** The query that is answered next; null where none is. */
export function unansweredOn(client: pg.ClientBase): unknown {
  const { _activeQuery, _sentQueryQueue } = client as unknown as Queues;
  return _activeQuery ?? _sentQueryQueue[0] ?? null;
}

const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/** How many bytes have come in so far. */
export const bytesHeardOn = (client: pg.ClientBase): number => socketOf(client).bytesRead;

/**
 * Closes the connection at once. `end()` says goodbye and waits for answers first, which a host that has vanished never gives.
 * @param why what its statements fail with
 */
export const hangUp = (client: pg.ClientBase, why?: Error): void => {
  socketOf(client).destroy(why);
};

/** Milliseconds that a request to cancel may take. */
const CANCEL_MS = 5_000;

interface Cancelling {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
  readonly connection: { readonly ssl: unknown };
}

interface CancelConnection extends EventEmitter {
  readonly stream: Socket;
  connect(port: number | string, host?: string): void;
  cancel(processID: number, secretKey: number): void;
}

/**
 * Asks PostgreSQL, on a connection made for it, to end what runs on the client's: without it a statement goes on, with its locks, when
 * its connection is closed. It is a request: a server that cannot be reached, or a pooler that has forgotten the client, does nothing.
 */
export function cancelOn(client: pg.ClientBase): void {
  if (unansweredOn(client) === null) return;
  const { processID, secretKey, host, port, connection } = client as unknown as Cancelling;
  const Wire = pg.Connection as unknown as new (options: object) => CancelConnection;
  const asking = new Wire({ ssl: connection.ssl });
  const timer = setTimeout(() => asking.stream.destroy(), CANCEL_MS).unref();
  asking.once(connection.ssl ? 'sslconnect' : 'connect', () => asking.cancel(processID, secretKey));
  asking.once('end', () => clearTimeout(timer));
  asking.on('error', () => undefined);
  if (host.startsWith('/')) asking.connect(`${host}/.s.PGSQL.${port}`);
  else asking.connect(port, host);
}

export const wireOf = (client: PoolClient): Wire => (client as unknown as { connection: Wire }).connection;

/** @throws where a client cannot be written to as it is here: then nothing could be sent together */
export function checkClient(client: PoolClient): void {
  const connection = (client as unknown as { connection?: Partial<Wire> }).connection;
  const stream: Partial<Writable> | undefined = connection?.stream;
  if (!connection || !stream) throw changedInside('pg', 'socket at client.connection.stream');
  for (const method of ['cork', 'uncork', 'write'] as const)
    if (typeof stream[method] !== 'function') throw changedInside('pg', `client.connection.stream.${method}()`);
  for (const method of METHODS)
    if (typeof connection[method] !== 'function') throw changedInside('pg', `client.connection.${method}()`);
  if (typeof stream.destroy !== 'function') throw changedInside('pg', 'client.connection.stream.destroy()');
  for (const name of ['processID', 'secretKey', 'host', 'port'])
    if (!(name in client)) throw changedInside('pg', `client.${name}`);
  const { cancel } = pg.Connection.prototype as unknown as { cancel?: unknown };
  if (typeof cancel !== 'function') throw changedInside('pg', 'Connection.cancel()');
  if (!('_activeQuery' in client) || !Array.isArray((client as unknown as Partial<Queues>)._sentQueryQueue))
    throw changedInside('pg', 'queues at client._activeQuery and client._sentQueryQueue');
  if (typeof utils.prepareValue !== 'function') throw changedInside('pg', 'prepareValue() in lib/utils');
}

/**
 * What a client takes as a query and lets write and read by itself. pg refuses all others in a pipeline, since such could keep
 * a portal open while the next is on its way: ours ends each with a Sync, as pg's own does.
 */
export const WrittenQuery = pg.Query as unknown as new (text: string) => EventEmitter;

/** What writes itself onto the wire. */
export interface Written {
  submit(wire: Wire): null;
}

/** Writes it behind what was written before; pg hands it the answers. */
export const submit = (client: PoolClient, written: Written): void => {
  client.query(written as unknown as Submittable);
};

/** The instant that was sent last, as a number and as a text: a record has the same one several times. */
let [lastInstant, lastText] = [Number.NaN, ''];

/** A value as pg would send it. Instants, which most records have several of, are written in UTC at a third of the cost. */
export function sentValue(value: unknown): SentValue {
  if (typeof value === 'string') return value;
  if (!(value instanceof Date)) return utils.prepareValue(value);
  const instant = value.getTime();
  if (instant === lastInstant) return lastText;
  const year = value.getUTCFullYear();
  if (!(year > 0 && year < 10_000)) return utils.prepareValue(value);
  [lastInstant, lastText] = [instant, value.toISOString()];
  return lastText;
}

/** The bytes of statements without values or rows, each a separate message, none followed by a Sync. */
export function bytesOf(texts: readonly string[]): Buffer {
  const written: Buffer[] = [];
  const stream = new Writable({
    write(bytes: Buffer, _, done) {
      written.push(bytes);
      done();
    },
  });
  const wire = new pg.Connection({ stream } as object) as unknown as Wire;
  for (const text of texts) {
    wire.parse({ text });
    wire.bind({});
    wire.execute({});
  }
  return Buffer.concat(written);
}
