import { randomUUID } from 'node:crypto';
import { Renewals1764973000000 } from '../../libs/core/dist/migrations/1764973000000-renewals.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import { clonedDatabase, dropDatabases, plantTenant, sql } from '../support/system-database.js';

afterAll(dropDatabases);

it('A-332: the upgrade renews active subscriptions with a method that the tenant keeps, and no others', async () => {
  const { ownerUrl } = await clonedDatabase();
  const dataSource = createDataSource({ url: ownerUrl, entities: [] });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  const end = new Date(Date.now() + 10 * 86_400_000);
  const past = new Date(Date.now() - 86_400_000);
  try {
    const migration = new Renewals1764973000000();
    await migration.down(runner);
    const [tenant, other] = [await plantTenant(ownerUrl), await plantTenant(ownerUrl)];
    const method = async (tenant_id: string, deleted = false): Promise<string> => {
      const id = randomUUID();
      await sql(
        ownerUrl,
        `insert into core.payment_methods (tenant_id, id, created_at, updated_at, deleted_at, version, type)
         values ($1, $2, now(), now(), case when $3 then now() end, 1, 'fpx')`,
        [tenant_id, id, deleted],
      );
      return id;
    };
    const subscribe = async (payment_method_id: string | null, status = 'active', ends_at = end): Promise<string> => {
      const id = randomUUID();
      await sql(
        ownerUrl,
        `insert into core.subscriptions (tenant_id, id, created_at, updated_at, version, plan_type, plan_id, billing_cycle, status, starts_at,
           ends_at, renews_at, amount, currency, payment_method_id, modules, module_limit, user_limit, features, paid_amount, terms_paid,
           counted_from, money_from)
         values ($1, $2, now(), now(), 1, 'pro', 'pro', 'monthly', $3, now(), $4, $4, 299, 'MYR', $5, '{}', 1, 5, '{}', 0, 0, now(), now())`,
        [tenant, id, status, ends_at, payment_method_id],
      );
      return id;
    };
    const stored = await method(tenant);
    const renewed = [await subscribe(stored), await subscribe(stored.toUpperCase())];
    const expired = await subscribe(stored, 'expired', past);
    const left = [
      await subscribe(null),
      await subscribe('pm_1'),
      await subscribe(await method(tenant, true)),
      await subscribe(await method(other)),
      await subscribe(stored, 'cancelled'),
      await subscribe(stored, 'active', past),
    ];
    await migration.up(runner);
    const of = async (id: string) =>
      (
        await sql(
          ownerUrl,
          'select renewal_method_id, next_charge_at, renews_at, refused_charges from core.subscriptions where id = $1',
          [id],
        )
      )[0];
    for (const id of renewed)
      expect(await of(id)).toEqual({
        renewal_method_id: stored,
        next_charge_at: end,
        renews_at: end,
        refused_charges: 0,
      });
    for (const id of [...left, expired])
      expect(await of(id)).toMatchObject({ renewal_method_id: null, next_charge_at: null, refused_charges: 0 });
    expect(await of(expired)).toMatchObject({ renews_at: null });
    const [row] = await sql<{ plan_steps: { until: string | null }[] }>(
      ownerUrl,
      'select plan_steps from core.tenants where id = $1',
      [tenant],
    );
    expect(row?.plan_steps.filter(({ until }) => until === null)).toHaveLength(2);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
});
