import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';

const { builtins } = pg.types;

/** Values as the domain wants them: dates are strings (never a Date), counts and money are numbers. */
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [builtins.DATE]: (text) => text,
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.TIMESTAMPTZ]: (text) => plainInstant(text) ?? pg.types.getTypeParser(builtins.TIMESTAMPTZ)(text),
};

const plain = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{1,3}))?\+00$/;

/** An instant as PostgreSQL writes it in UTC, to the millisecond: nearly all of them, and quicker so. */
function plainInstant(text: string): Date | null {
  const match = plain.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day, hour, minute, second] = match.slice(1, 7).map(Number);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, Number((match[7] ?? '').padEnd(3, '0'))));
}

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format),
};

export interface DataSourceSettings {
  /** postgresql://… of the server, the role and the database. */
  url: string;
  entities: readonly (new () => object)[];
  /** Connections of this process; 10 unless told. */
  poolSize?: number;
  /** Milliseconds after which a statement is given up by the server; 0 for never. */
  statementTimeout?: number;
  migrations?: DataSourceOptions['migrations'];
}

/**
 * A TypeORM DataSource set up as this code base needs it: pipelined statements, the parsers above, the application's
 * name on the connection. Nothing synchronises the schema; migrations do.
 */
export function createDataSource({
  url,
  entities,
  poolSize = 10,
  statementTimeout = 30_000,
  migrations,
}: DataSourceSettings): DataSource {
  return new DataSource({
    type: 'postgres',
    entities: [...entities],
    migrations,
    migrationsTableName: 'usaha_migrations',
    applicationName: 'usaha',
    // What goes wrong is thrown, and said once, by whoever catches it.
    logging: [],
    poolSize,
    connectTimeoutMS: 5_000,
    extra: {
      // Read by pg, which knows sockets and all of libpq's parameters; TypeORM's own reading of URLs does not.
      connectionString: url,
      pipeline: true,
      types,
      ...(statementTimeout > 0 ? { statement_timeout: statementTimeout } : {}),
      keepAlive: true,
      // The pool is as large as it may be for good: closing what rests for ten seconds only costs a timer each time.
      idleTimeoutMillis: 0,
    },
  });
}
