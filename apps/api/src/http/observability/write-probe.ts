import { databaseTroubleOf, type Queryable } from '@usaha/shared/operation';

/** So often it is tried at most. */
const EVERY_MS = 5_000;

/** Whether what is written can be kept, and why not. */
export type Writes = 'up' | 'read_only' | 'disk_full';

const READ_ONLY = `select current_setting('transaction_read_only') as read_only`;

/**
 * Rows that exceed their memory go into a temporary file of some 150 KB, in the data directory, which goes with the statements' one transaction: a full
 * disk refuses it as it refuses a row. It leaves nothing behind, takes a few milliseconds, and needs no right.
 */
const SPILL = `set local temp_tablespaces = ''; set local work_mem = '64kB'; select count(*) from generate_series(1, 8000)`;

/** Whether the database takes writes: asked for every few seconds at most. */
export class WriteProbe {
  private asked = -Infinity;
  private latest: Writes = 'up';

  /** @throws where the connection is lost */
  async look(database: Queryable): Promise<Writes> {
    if (performance.now() - this.asked < EVERY_MS) return this.latest;
    this.latest = await this.probe(database);
    this.asked = performance.now();
    return this.latest;
  }

  private async probe(database: Queryable): Promise<Writes> {
    const [row] = await database.query<{ read_only: string }[]>(READ_ONLY);
    if (row?.read_only === 'on') return 'read_only';
    try {
      await database.query(SPILL);
      return 'up';
    } catch (error) {
      const trouble = databaseTroubleOf(error);
      if (trouble === null || trouble === 'unreachable' || trouble === 'shutting_down') throw error;
      // Other refusals of a temporary file, such as temp_file_limit, refuse no row.
      return trouble === 'disk_full' ? 'disk_full' : 'up';
    }
  }
}
