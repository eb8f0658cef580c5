import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { changedInside } from './package-version.js';

/**
 * All that is used of TypeORM beyond what it publishes: the pool that its PostgreSQL driver keeps as
 * `driver.master`. Statements go through the driver of PostgreSQL, which takes half of the time (docs/decisions.md),
 * and a second pool next to TypeORM's would be connections that no limit counts.
 */
export function poolOf(dataSource: DataSource): Pool {
  const pool = (dataSource.driver as unknown as { master?: Partial<Pool> }).master;
  if (!pool) throw changedInside('typeorm', 'connection pool at driver.master');
  for (const method of ['connect', 'on'] as const)
    if (typeof pool[method] !== 'function') throw changedInside('typeorm', `driver.master.${method}()`);
  for (const count of ['totalCount', 'idleCount', 'waitingCount'] as const)
    if (typeof pool[count] !== 'number') throw changedInside('typeorm', `driver.master.${count}`);
  if (typeof pool.options?.max !== 'number') throw changedInside('typeorm', 'driver.master.options.max');
  return pool as Pool;
}
