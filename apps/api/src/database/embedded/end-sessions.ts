import pg from 'pg';
import { startEmbeddedPostgres } from '@usaha/embedded-postgres';

/**
 * Ends all sessions of a restored database: where the environment gives the keys that signed their tokens, they would go on.
 * PostgreSQL recovers the database for it, so that a backup that does not recover is found at once.
 * @param dir a data directory that this process has claimed
 */
export async function endSessions(dir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dir, log: () => undefined });
  try {
    const client = new pg.Client({ connectionString: postgres.url('usaha', 'usaha') });
    client.on('error', () => undefined); // its statements are told as well
    await client.connect();
    try {
      // A backup of a start that was broken off has no tables yet.
      const { rows } = await client.query<{ exists: boolean }>(
        `select to_regclass('core.sessions') is not null as exists`,
      );
      if (rows[0]?.exists)
        await client.query('update core.sessions set ended_at = $1 where ended_at is null', [new Date()]);
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
}
