import { PlansAhead1764971000000 } from '../../libs/core/dist/migrations/1764971000000-plans-ahead.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import { clonedDatabase, dropDatabases, plantTenant, sql } from '../support/system-database.js';

afterAll(dropDatabases);

it('A-334: the upgrade works out the plans of tenants from the subscriptions that are in force', async () => {
  const { ownerUrl } = await clonedDatabase();
  const dataSource = createDataSource({ url: ownerUrl, entities: [] });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  const days = (count: number): Date => new Date(Date.now() + count * 86_400_000);
  try {
    const migration = new PlansAhead1764971000000();
    await migration.down(runner);
    const [tenant, other] = [await plantTenant(ownerUrl), await plantTenant(ownerUrl)];
    let order = 0;
    const subscribe = (tenant_id: string, plan: string, status: string, ends_at: Date | null, terms_paid = 0) => {
      order += 1;
      const id = `0198f3a2-6b1c-7c3e-9d2a-${String(order).padStart(12, '0')}`;
      return sql(
        ownerUrl,
        `insert into core.subscriptions (tenant_id, id, created_at, updated_at, version, plan_type, plan_id, billing_cycle, status, starts_at,
           ends_at, amount, currency, modules, module_limit, user_limit, features, paid_amount, terms_paid, counted_from, money_from)
         values ($1, $2, now(), now(), 1, $3, $3, $4, $5, now(), $6, 49, 'MYR', '{}', 1, 5, '{}', 0, $7, now(), now())`,
        [tenant_id, id, plan, ends_at === null ? 'one_time' : 'monthly', status, ends_at, terms_paid],
      );
    };
    const end = days(10);
    await subscribe(tenant, 'growth', 'active', null);
    await subscribe(tenant, 'pro', 'cancelled', end, 1);
    await subscribe(tenant, 'enterprise', 'cancelled', days(20));
    await subscribe(tenant, 'enterprise', 'active', days(-1), 1);
    await subscribe(tenant, 'enterprise', 'expired', days(20), 1);
    await migration.up(runner);
    const read = (id: string) =>
      sql(ownerUrl, 'select subscription_plan, pricing_model, plan_steps from core.tenants where id = $1', [id]);
    expect(await read(tenant)).toEqual([
      {
        subscription_plan: 'pro',
        pricing_model: 'subscription',
        plan_steps: [
          { plan: 'pro', pricing: 'subscription', until: end.toISOString() },
          { plan: 'growth', pricing: 'perpetual', until: null },
        ],
      },
    ]);
    expect(await read(other)).toEqual([
      { subscription_plan: 'starter', pricing_model: 'subscription', plan_steps: [] },
    ]);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
});
