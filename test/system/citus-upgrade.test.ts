import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { distribute, stepsLeft } from '../../apps/api/dist/database/distribution/distribute.js';
import { migrations } from '../../apps/api/dist/database/persistence.js';
import { migrate } from '../../libs/shared/dist/index.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import { citusUrl, emptyCitusDatabase, inTurn, SCHEMAS, type CitusDatabase } from '../support/citus.js';
import { execute } from '../support/command-line.js';
import { plantTenant, sql } from '../support/system-database.js';

/** A database that was distributed under release 1.0.0, with rows in it: all later migrations run there. */

jest.setTimeout(120_000);

const cli = resolve(__dirname, '../../apps/api/bundle/cli.js');
/** The stamp of the last migration of release 1.0.0. */
const LAST_OF_1_0_0 = 1_764_500_200_000;

const stampOf = ({ name }: { name: string }): number => Number(name.slice(-13));

(citusUrl ? describe : describe.skip)('a Citus cluster of release 1.0.0', () => {
  let database: CitusDatabase;
  beforeAll(async () => {
    database = await emptyCitusDatabase(citusUrl as string);
    await inTurn(citusUrl as string, async () => {
      await migrateBy(
        migrations.filter((one) => stampOf(one) <= LAST_OF_1_0_0),
        true,
      );
    });
  }, 300_000);
  afterAll(() => database.drop());

  /** @param isNew whether the database is distributed behind them, which the command refuses while it lacks migrations */
  async function migrateBy(known: typeof migrations, isNew = false): Promise<string[]> {
    const owner = createDataSource({
      url: database.ownerUrl,
      entities: [],
      migrations: known,
      poolSize: 2,
      statementTimeout: 0,
    });
    await owner.initialize();
    try {
      return await migrate(owner, undefined, async (own) => {
        if (isNew) await distribute(own, await stepsLeft(own));
      });
    } finally {
      await owner.destroy();
    }
  }

  const owner = <R extends object>(text: string, values: unknown[] = []): Promise<R[]> =>
    sql<R>(database.ownerUrl, text, values);

  const entry = (tenant_id: string, actor: string | null, type: string, record_id: string, changes: object) =>
    owner(
      `insert into kernel.audit_entries (tenant_id, id, at, actor_id, action, record_type, record_id, changes)
       values ($1, gen_random_uuid(), now(), $2, 'update', $3, $4, $5)`,
      [tenant_id, actor, type, record_id, JSON.stringify(changes)],
    );

  it('takes every later migration, with what each makes of rows, and is distributed whole afterwards', async () => {
    const [tenant, other] = [await plantTenant(database.ownerUrl), await plantTenant(database.ownerUrl)];
    const [own, reset, customer, vehicle] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    for (const id of [own, reset])
      await owner(
        `insert into core.users (tenant_id, id, created_at, updated_at, username, email, password_hash, role, status, permissions, mfa_enabled)
         values ($1, $2, now(), now(), $3, $3, 'hash', 'admin', 'active', '{}', false)`,
        [tenant, id, `${id}@example.com`],
      );
    await owner('update core.tenants set created_by = $2 where id = $1', [other, reset]);
    await owner(`update core.tenants set status = 'suspended' where id = $1`, [other]);
    await owner(
      `insert into retail.customers (tenant_id, id, created_at, updated_at, first_name, last_name, loyalty_tier, loyalty_points, is_active, pdpa_consent)
       values ($1, $2, now(), now(), 'Siti', 'Nur', 'bronze', 0, true, false)`,
      [tenant, customer],
    );
    await entry(tenant, own, 'user', own, { password_hash: { withheld: true } });
    await entry(tenant, own, 'user', reset, { password_hash: { withheld: true } });
    await entry(other, own, 'tenant', other, { status: { before: 'active', after: 'suspended' } });
    await entry(tenant, own, 'customer', customer, { pdpa_consent: { before: true, after: false } });
    await entry(tenant, own, 'vehicle', vehicle, { insurance_policy: { before: null, after: 'P-1' } });

    const later = migrations.filter((one) => stampOf(one) > LAST_OF_1_0_0).map(({ name }) => name);
    expect((await migrateBy(migrations)).toSorted()).toEqual(later.toSorted());
    const distributed = await execute(cli, ['distribute'], { DATABASE_URL: database.ownerUrl });
    expect(distributed).toMatchObject({ code: 0, err: '' });
    const local = await owner(
      `select c.oid::regclass::text as path from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname = any($1)
          and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)`,
      [SCHEMAS],
    );
    expect(local).toEqual([]);

    const users = await owner<{ id: string; password_is_own: boolean; power_ended_in: number | null }>(
      'select id, password_is_own, power_ended_in from core.users where tenant_id = $1',
      [tenant],
    );
    expect(users).toHaveLength(2);
    expect(users).toEqual(
      expect.arrayContaining([
        { id: own, password_is_own: true, power_ended_in: null },
        { id: reset, password_is_own: false, power_ended_in: expect.any(Number) },
      ]),
    );
    const names = await owner<{ name: string }>('select name from core.sign_in_names where name = any($1)', [
      [tenant, other],
    ]);
    expect(names).toHaveLength(2);
    expect(await owner('select suspended_by, account_id from core.tenants where id = $1', [other])).toEqual([
      { suspended_by: 'tenant', account_id: reset },
    ]);
    expect(
      await owner('select pdpa_refused_at is not null as refused from retail.customers where tenant_id = $1', [tenant]),
    ).toEqual([{ refused: true }]);
    expect(
      await owner(`select changes from kernel.audit_entries where tenant_id = $1 and record_id = $2`, [
        tenant,
        vehicle,
      ]),
    ).toEqual([{ changes: { insurance_policy: { withheld: true } } }]);
  });
});
