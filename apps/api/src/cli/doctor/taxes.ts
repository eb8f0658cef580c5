import { TenantRepository } from '@usaha/core';
import { Database, Keyring, NO_TENANT, type Context } from '@usaha/shared';
import { createDataSource } from '@usaha/shared/operation';
import { entities } from '../../database/persistence.js';
import { neutral, reasonOf, well, type Finding } from './finding.js';

const about = 'SST';
/** Days back from now whose sales are looked at. */
const DAYS = 31;
const MOST_NAMED = 5;
const DAY_MS = 86_400_000;

/** Whether shops charge SST without a registration number: only registered ones may (Sales Tax Act 2018; A-347). */
export async function lookForUnregistered(url: string, pending: readonly string[]): Promise<Finding[]> {
  if (pending.length > 0) return [neutral(about, 'is looked at once no migration is pending')];
  const dataSource = await createDataSource({ url, entities, poolSize: 1 }).initialize();
  try {
    // Nothing is sealed or opened here; a keyring is only what the database is told.
    const database = await Database.over(dataSource, new Keyring([['none', Buffer.alloc(32)]], Buffer.alloc(32)));
    const found = await unregistered(database, new Date());
    if (found.length === 0) return [well(about, `none charged it in ${DAYS} days without a registration number`)];
    const more = found.length > MOST_NAMED ? ' …' : '';
    return [
      neutral(
        about,
        `${found.length} businesses without an sst_registration_number charged it in ${DAYS} days: ${found.slice(0, MOST_NAMED).join(', ')}${more}; only registered ones may, others set configuration.retail.default_tax_rate to 0`,
      ),
    ];
  } catch (error) {
    return [neutral(about, `cannot be looked at: ${reasonOf(error)}`)];
  } finally {
    await dataSource.destroy();
  }
}

/** Ids of tenants, asked one by one, since no statement sees the records of two. */
async function unregistered(database: Database, now: Date): Promise<string[]> {
  const read = <T>(tenant_id: string, work: (ctx: Context) => Promise<T>): Promise<T> =>
    database.read({ tenant_id, actor: null, now }, work);
  const tenants = new TenantRepository(database);
  const since = new Date(now.getTime() - DAYS * DAY_MS);
  const found: string[] = [];
  for (const tenant_id of await read(NO_TENANT, (ctx) => tenants.everyId(ctx)))
    await read(tenant_id, async (ctx) => {
      const taxed = await ctx.db.read(
        'select 1 from retail.sales r where r.tenant_id = $1 and r.sold_at >= $2 and r.tax_amount > 0 limit 1',
        [tenant_id, since],
      );
      if (taxed.length > 0 && (await tenants.find(ctx, tenant_id))?.is_sst_registered === false) found.push(tenant_id);
    });
  return found;
}
