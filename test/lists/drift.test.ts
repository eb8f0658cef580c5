import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';
import { outputOf } from '../support/script-output.js';

/** Entities and tables are two accounts of one thing: after the migrations neither says more than the other. */

interface Drift {
  drift: string[];
  tables: number;
  schemas: string[];
}

/** The migrations' own table, which no entity describes. */
const NOT_OURS = ['public.usaha_migrations'];

describe('entities and tables', () => {
  let found: Drift;
  beforeAll(async () => {
    found = await outputOf<Drift>('schema-drift.mjs', workerState().ownerUrl as string);
  });

  it('have the same tables, columns, types, precision, nullability, defaults and primary keys', () => {
    expect(found.drift).toEqual([]);
    expect(found.tables).toBeGreaterThan(50);
  });

  it('are in the same schemas: no table lies where nothing is compared', async () => {
    const rows = await sql<{ path: string }>(
      workerState().ownerUrl as string,
      `select n.nspname || '.' || c.relname as path from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and n.nspname not like 'pg\\_%' and n.nspname <> all ($1)
         and n.nspname <> 'information_schema'`,
      [found.schemas],
    );
    expect(rows.map(({ path }) => path)).toEqual(NOT_OURS);
  });
});
