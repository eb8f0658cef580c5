import {
  MigrationChanged,
  ReleaseTooOld,
  checkMigrations,
  pendingMigrations,
  type Queryable,
} from '@usaha/shared/operation';
import pg from 'pg';
import { queryableOf } from '../database/coordinator-url.js';
import { addressOf } from '../database/database-url.js';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { migrations } from '../database/persistence.js';
import { RELEASE } from '../start/release.js';

export interface Examined {
  /** As PostgreSQL says it: `18.1`. */
  version: string;
  /** The database role of the URL. */
  role: string;
  /** Names of the migrations that were not run yet. */
  pending: string[];
  /** Names of those that were run and that this code does not know: a later release's. */
  unknown: string[];
  /** The fault of those that were run: one of them is another in this code, or needs a later release. null: nothing. */
  changed: string | null;
}

/** Looks at a database without changing anything. @throws StartError where it cannot be reached */
export async function examine(url: string): Promise<Examined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'usaha cli',
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; role: string }>(
      `select current_setting('server_version') as version, current_user as role`,
    );
    const [found] = rows;
    return { version: found?.version ?? '', role: found?.role ?? '', ...(await migrationsOf(client)) };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new StartError(`The database at ${addressOf(url)} cannot be used: ${message || code || 'no answer'}`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

const UNDEFINED_TABLE = '42P01';

async function migrationsOf(client: pg.Client): Promise<Pick<Examined, 'pending' | 'unknown' | 'changed'>> {
  const source = queryableOf(client);
  try {
    return {
      pending: await pendingMigrations(source, migrations),
      unknown: await unknownIn(client),
      changed: await changeIn(source),
    };
  } catch (error) {
    if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw error;
    return { pending: migrations.map(({ name }) => name), unknown: [], changed: null };
  }
}

async function unknownIn(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from usaha_migrations where name <> all ($1) order by timestamp',
    [migrations.map(({ name }) => name)],
  );
  return rows.map(({ name }) => name);
}

async function changeIn(source: Queryable): Promise<string | null> {
  try {
    await checkMigrations(source, migrations, RELEASE);
    return null;
  } catch (error) {
    if (error instanceof MigrationChanged || error instanceof ReleaseTooOld) return error.message;
    throw error;
  }
}
