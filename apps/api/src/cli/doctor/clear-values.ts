import { TenantRepository } from '@usaha/core';
import { Database, Keyring, NO_TENANT, StoredRecord, type Context } from '@usaha/shared';
import { createDataSource, countClear } from '@usaha/shared/operation';
import { entities } from '../../database/persistence.js';
import { neutral, reasonOf, well, type Finding } from './finding.js';

const about = 'Sealed fields';
const records = entities.filter(({ prototype }) => prototype instanceof StoredRecord);

/** Whether all that should be sealed is: an upgrade leaves in clear what was written before its column was sealed. */
export async function lookForClearValues(url: string, pending: readonly string[]): Promise<Finding[]> {
  if (pending.length > 0) return [neutral(about, 'are checked once no migration is pending')];
  const dataSource = await createDataSource({ url, entities, poolSize: 1 }).initialize();
  try {
    // Nothing is sealed or opened here; a keyring is only what the database is told.
    const database = await Database.over(dataSource, new Keyring([['none', Buffer.alloc(32)]], Buffer.alloc(32)));
    const left = await countAll(database);
    if (left === 0) return [well(about, 'none lies in clear')];
    return [neutral(about, `${left} records hold some in clear: npm run cli -- seal:rotate seals them`)];
  } catch (error) {
    return [neutral(about, `cannot be looked at: ${reasonOf(error)}`)];
  } finally {
    await dataSource.destroy();
  }
}

/** Tenant by tenant, since no statement sees the records of two. */
async function countAll(database: Database): Promise<number> {
  const read = <T>(tenant_id: string, work: (ctx: Context) => Promise<T>): Promise<T> =>
    database.read({ tenant_id, actor: null, now: new Date() }, work);
  const tenants = await read(NO_TENANT, (ctx) => new TenantRepository(database).everyId(ctx));
  let left = 0;
  for (const tenant_id of tenants) left += await read(tenant_id, (ctx) => countClear(database, ctx, records));
  return left;
}
