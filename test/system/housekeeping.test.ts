import { purgeExpired } from '@usaha/core';
import { NO_TENANT, firstId } from '@usaha/shared';
import { openDatabase } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, plantTenant, sql } from '../support/system-database.js';

afterAll(dropDatabases);

const DAY_MS = 86_400_000;

it('sign-ins are deleted 90 days after they were, of every tenant, and no sooner (A-397)', async () => {
  const { appUrl, ownerUrl } = await clonedDatabase();
  const now = new Date();
  const tenants = [await plantTenant(ownerUrl), await plantTenant(ownerUrl)];
  const insert = (tenant: string, age_ms: number) =>
    sql(
      ownerUrl,
      `insert into core.sign_in_entries (tenant_id, id, user_id, action, way, address, user_agent)
       values ($1, $2, gen_random_uuid(), 'login', 'password', '192.0.2.7', $3)`,
      [tenant, firstId(new Date(now.getTime() - age_ms)), `${age_ms}`],
    );
  const ages = [0, 89 * DAY_MS, 90 * DAY_MS, 90 * DAY_MS + 1, 91 * DAY_MS, 400 * DAY_MS];
  for (const tenant of tenants) for (const age of ages) await insert(tenant, age);
  const left = async (): Promise<number[]> =>
    (
      await sql<{ age: string }>(
        ownerUrl,
        'select user_agent as age from core.sign_in_entries where tenant_id = any($1) order by tenant_id, id desc',
        [tenants],
      )
    ).map(({ age }) => Number(age));
  const database = await openDatabase(appUrl);
  try {
    const run = () => database.work({ tenant_id: NO_TENANT, actor: null, now }, (ctx) => purgeExpired(ctx));
    await run();
    await run();
  } finally {
    await database.end();
  }
  const kept = ages.filter((age) => age <= 90 * DAY_MS);
  expect(await left()).toEqual([...kept, ...kept]);
});
