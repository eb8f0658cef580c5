import { pendingMigrations } from '@usaha/shared';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { addressOf } from '../database-access.js';
import { StartError } from '../embedded/start-error.js';
import { migrations } from '../persistence.js';

export interface Examined {
  /** As PostgreSQL says it: `18.1`. */
  version: string;
  /** As whom the URL signs in. */
  role: string;
  /** Names of the migrations that were not run yet. */
  pending: string[];
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
    return { version: found?.version ?? '', role: found?.role ?? '', pending: await pendingOf(client) };
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

async function pendingOf(client: pg.Client): Promise<string[]> {
  const source = { query: async (text: string) => (await client.query(text)).rows as unknown } as DataSource;
  try {
    return await pendingMigrations(source, migrations);
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return migrations.map(({ name }) => name);
    throw error;
  }
}
