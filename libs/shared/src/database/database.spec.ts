import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { createDataSource } from './data-source.js';
import { Database } from './database.js';
import { Keyring } from '../sealing/sealed.js';

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const signedIn = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const ended = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'));

/** A server of PostgreSQL's protocol that lets everybody in, and ends whose turn it is in the same breath. */
async function serverThatEnds(which: (turn: number) => boolean): Promise<{ server: Server; port: number }> {
  let turn = 0;
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      turn += 1;
      if (which(turn)) socket.end(Buffer.concat([signedIn, ready, ended]));
      else socket.write(Buffer.concat([signedIn, ready]));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

const role = { elevated: false, settable: false, bound: true };
const keyring = new Keyring([['test', Buffer.alloc(32)]], Buffer.alloc(32));

describe('a connection that the server ends as soon as it is made', () => {
  it('is an answer that the database cannot be reached, and not the end of the process', async () => {
    // The first is the one that is looked at when the database is opened.
    const { server, port } = await serverThatEnds((turn) => turn > 1);
    const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'unknown', max: 2 });
    pool.on('error', () => undefined);
    const unheard: unknown[] = [];
    const hear = (error: unknown) => unheard.push(error);
    process.on('uncaughtException', hear);
    try {
      const source = { driver: { master: pool }, query: () => Promise.resolve([role]) };
      const database = await Database.over(source as unknown as DataSource, keyring);
      const first = await pool.connect();
      const ending = database.transaction('0198f3a2-6b1c-7c3e-9d2a-000000000001');
      await expect(ending.read('select 1')).rejects.toMatchObject({ kind: 'unavailable' });
      await ending.rollback();
      first.release(true);
      expect(unheard).toEqual([]);
      expect(database.poolState).toMatchObject({ waiting: 0 });
    } finally {
      process.off('uncaughtException', hear);
      await pool.end();
      server.close();
    }
  });
});

describe('the settings of a transaction', () => {
  const over = (elevated: boolean, idleInTransactionMs?: number, sharded = false) => {
    const client = new pg.Client();
    const pool = {
      connect: () => Promise.resolve(Object.assign(client, { release: () => undefined })),
      on: () => undefined,
      totalCount: 0,
      idleCount: 0,
      waitingCount: 0,
      options: { max: 1 },
    };
    const source = {
      driver: { master: pool },
      query: () => Promise.resolve([{ ...role, elevated, sharded, settable: true }]),
    };
    return Database.over(source as unknown as DataSource, keyring, { idleInTransactionMs });
  };

  const tenant_id = '0198f3a2-6b1c-7c3e-9d2a-000000000001';
  /** What leaves as bytes, each a Parse message, then what is kept prepared, with its values. */
  const begin = (database: Database): unknown[] => {
    const { bytes, commands, text, values } = database.preamble.of(tenant_id);
    const parsed = [...bytes.toString('latin1').matchAll(/P.{4}\0(.+?)\0/gs)].map(([, sent]) => sent as string);
    const all = values ? [...parsed, text, values] : parsed;
    expect(commands).toBe(parsed.length + (values ? 1 : 0));
    return all;
  };
  const settings = (idle: number): string =>
    `select where set_config('app.tenant_id', $1, true) || set_config('app.platform', '', true) || ` +
    `set_config('idle_in_transaction_session_timeout', '${idle}', true) || set_config('lock_timeout', '4000', true) is null`;

  it('are one statement, and bound the time that it may lie open, a minute and a half unless told', async () => {
    expect(begin(await over(false))).toEqual(['BEGIN', settings(90_000), [tenant_id]]);
    expect(begin(await over(false, 1_500))).toEqual(['BEGIN', settings(1_500), [tenant_id]]);
  });

  it('lay down a role that could see more', async () => {
    expect(begin(await over(true, 0))).toEqual(['BEGIN', 'SET LOCAL ROLE usaha_app', settings(0), [tenant_id]]);
  });

  it('are SETs on a cluster, which passes nothing else on to its machines', async () => {
    expect(begin(await over(true, 0, true))).toEqual([
      'BEGIN',
      `SET LOCAL app.tenant_id = '${tenant_id}'`,
      "SET LOCAL app.platform = ''",
      'SET LOCAL idle_in_transaction_session_timeout = 0',
      'SET LOCAL lock_timeout = 4000',
      'SET LOCAL ROLE usaha_app',
    ]);
    expect(begin(await over(false, 0, true))).not.toContain('SET LOCAL ROLE usaha_app');
  });

  it.each([false, true])('are of no tenant that is not named by a uuid (sharded: %s)', async (sharded) => {
    const { preamble } = await over(false, 0, sharded);
    expect(() => preamble.of("x', true), set_config('role', 'usaha")).toThrow('A tenant is named by a uuid');
  });

  it('end the wait for a row before the one for a connection, and that before a statement or request may have its time', async () => {
    const lock = Number(/'lock_timeout', '(\d+)'/.exec(begin(await over(false)).join())?.[1]);
    const { options } = createDataSource({ url: 'postgresql://unknown@localhost/none', entities: [] });
    const { connectTimeoutMS = 0, extra } = options as PostgresDataSourceOptions;
    expect(lock).toBeGreaterThan(0);
    expect(lock).toBeLessThan(connectTimeoutMS);
    expect(connectTimeoutMS).toBeLessThan((extra as { statement_timeout: number }).statement_timeout);
  });
});
