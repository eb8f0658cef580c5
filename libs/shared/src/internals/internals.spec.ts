import pg, { type PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { checkClient } from './pg.js';
import { poolOf } from './typeorm.js';

const sourceWith = (driver: object) => ({ driver }) as unknown as DataSource;
const clientWith = (inside: object) => inside as unknown as PoolClient;
const oneLine = (name: string, missing: string): RegExp =>
  new RegExp(`^${name} \\d+\\.\\d+\\.\\S+ cannot be used: it has no ${missing} any more; [^\\n]*lockfile$`);

describe('what is used of the internals of TypeORM', () => {
  it('is in the installed release: the pool of connections', () => {
    const pool = new pg.Pool({ max: 3 });
    expect(poolOf(sourceWith({ master: pool }))).toBe(pool);
  });

  const pool = {
    connect: () => null,
    on: () => null,
    totalCount: 0,
    idleCount: 0,
    waitingCount: 0,
    options: { max: 1 },
  };
  it.each([
    ['connection pool at driver.master', {}],
    ['driver.master.connect\\(\\)', { master: { ...pool, connect: undefined } }],
    ['driver.master.on\\(\\)', { master: { ...pool, on: undefined } }],
    ['driver.master.totalCount', { master: { ...pool, totalCount: undefined } }],
    ['driver.master.idleCount', { master: { ...pool, idleCount: () => 0 } }],
    ['driver.master.waitingCount', { master: { ...pool, waitingCount: undefined } }],
    ['driver.master.options.max', { master: { ...pool, options: {} } }],
  ])('ends a start in one line where a release has it no more: %s', (missing, driver) => {
    expect(() => poolOf(sourceWith(driver))).toThrow(oneLine('typeorm', missing));
  });
});

describe('what is used of the internals of pg', () => {
  it('is in the installed release: the socket of a client', () => {
    expect(() => checkClient(new pg.Client() as unknown as PoolClient)).not.toThrow();
  });

  const stream = { cork: () => null, uncork: () => null, write: () => true };
  const connection = Object.fromEntries(
    ['parse', 'bind', 'describe', 'execute', 'close', 'sync'].map((name) => [name, () => null]),
  );
  const without = (name: string) => ({ connection: { ...connection, stream, [name]: undefined } });
  it.each<[missing: string, inside: object]>([
    ['socket at client.connection.stream', {}],
    ['socket at client.connection.stream', { connection: {} }],
    ['client.connection.stream.cork\\(\\)', { connection: { ...connection, stream: { ...stream, cork: undefined } } }],
    [
      'client.connection.stream.uncork\\(\\)',
      { connection: { ...connection, stream: { ...stream, uncork: undefined } } },
    ],
    [
      'client.connection.stream.write\\(\\)',
      { connection: { ...connection, stream: { ...stream, write: undefined } } },
    ],
    ...Object.keys(connection).map((name) => [`client.connection.${name}\\(\\)`, without(name)] as [string, object]),
  ])('ends a start in one line where a release has it no more: %s (%#)', (missing, inside) => {
    expect(() => checkClient(clientWith(inside))).toThrow(oneLine('pg', missing));
  });
});
