import { readFileSync } from 'node:fs';
import { SessionsWithUsers1764400000000 } from '../../libs/core/dist/migrations/1764400000000-sessions-with-users.js';
import { UserNumbers1764300600000 } from '../../libs/core/dist/migrations/1764300600000-user-numbers.js';
import { createDataSource } from '../../libs/shared/dist/operation.js';
import { checksumsOf } from '../../libs/shared/dist/schema/migration-checksums.js';
import { compareReleases } from '../../libs/shared/dist/schema/release.js';
import { migrations } from '../../apps/api/dist/database/persistence.js';
import { RELEASE } from '../../apps/api/dist/start/release.js';
import { workerState } from '../support/state.js';
import { clonedDatabase, dropDatabases, plantTenant, sql } from '../support/system-database.js';

/** Released migrations never change: databases were made with them. The list of their checksums only grows. */

const FILE = 'test/lists/migrations.json';
const released = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;

/** Faults of migrations compared with the list, each in a line that says what to do. */
function faults(list: Record<string, string>, now: ReadonlyMap<string, string>): string[] {
  const gone = Object.keys(list).filter((name) => !now.has(name));
  const changed = [...now].filter(([name, checksum]) => name in list && list[name] !== checksum);
  const missing = [...now].filter(([name]) => !(name in list));
  return [
    ...gone.map((name) => `${name} has disappeared: databases were made with it; put it back`),
    ...changed.map(([name]) => `${name} sends other statements than it did: restore it, and write a new migration`),
    ...missing.map(([name, checksum]) => `${name} is new: add the line "${name}": "${checksum}" to ${FILE}`),
  ];
}

describe('released migrations', () => {
  it('are as they were released, and new ones are on the list', async () => {
    expect(faults(released, await checksumsOf(migrations))).toEqual([]);
  });

  it('would be missed, and found changed or not listed', () => {
    const now = new Map([
      ['Kept1', 'aa'],
      ['Changed2', 'cc'],
      ['New4', 'dd'],
    ]);
    expect(faults({ Kept1: 'aa', Changed2: 'bb', Gone3: 'ee' }, now)).toEqual([
      expect.stringMatching(/^Gone3 .* put it back$/),
      expect.stringMatching(/^Changed2 .* write a new migration$/),
      'New4 is new: add the line "New4": "dd" to test/lists/migrations.json',
    ]);
  });

  it('stand in the database with the same checksums', async () => {
    const rows = await sql<{ name: string; checksum: string }>(
      workerState().ownerUrl as string,
      'select name, checksum from usaha_migrations order by timestamp',
    );
    expect(Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]))).toEqual(released);
  });
});

describe('the oldest release that works with the schema', () => {
  const BEFORE_IT_WAS_STATED = 1764500200000;
  const newer = migrations.filter(({ name }) => Number(/\d+$/.exec(name)?.[0]) > BEFORE_IT_WAS_STATED);

  it('is stated by each newer migration, and is one that there is', () => {
    const wrong = newer.filter(
      ({ oldest_release }) =>
        !/^\d+\.\d+\.\d+$/.test(oldest_release ?? '') || compareReleases(oldest_release as string, RELEASE) > 0,
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it('stands in the database next to each of them', async () => {
    const rows = await sql<{ name: string; oldest_release: string | null }>(
      workerState().ownerUrl as string,
      `select name, to_jsonb(m) ->> 'oldest_release' as oldest_release from usaha_migrations m where timestamp > ${BEFORE_IT_WAS_STATED}`,
    );
    expect(Object.fromEntries(rows.map((row) => [row.name, row.oldest_release]))).toEqual(
      Object.fromEntries(newer.map(({ name, oldest_release }) => [name, oldest_release])),
    );
  });

  it('is that of package.json at most', () => {
    for (const folder of ['.', 'apps/api', 'libs/shared', 'libs/core']) {
      const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string };
      expect([folder, version]).toEqual([folder, RELEASE]);
    }
  });
});

describe('what a distributed PostgreSQL asks of the schema', () => {
  it('no column numbers itself but by a sequence, and of the tenants’ tables only the users’, who have one row of numbers', async () => {
    const rows = await sql<{ path: string; identity: boolean }>(
      workerState().ownerUrl as string,
      `select n.nspname || '.' || c.relname || '.' || a.attname as path, a.attidentity <> '' as identity
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and n.nspname not like 'pg\\_%'
         and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) ~ 'nextval')
       order by path`,
    );
    // An identity column cannot be distributed; numbers of a tenant come from kernel.draw_number.
    expect(rows).toEqual([
      { path: 'core.users.number', identity: false },
      { path: 'public.usaha_migrations.id', identity: false },
    ]);
  });
});

describe('numbers of users', () => {
  afterAll(dropDatabases);

  it('go on over the upgrade that gave them a sequence: none is given twice, not even one whose user is gone', async () => {
    const { ownerUrl } = await clonedDatabase();
    const dataSource = createDataSource({ url: ownerUrl, entities: [] });
    await dataSource.initialize();
    const runner = dataSource.createQueryRunner();
    const add = async (name: string): Promise<number> => {
      const [row] = await sql<{ number: number }>(
        ownerUrl,
        `insert into core.users (tenant_id, id, created_at, updated_at, username, email, role, status, permissions, mfa_enabled)
         select id, gen_random_uuid(), now(), now(), $1, $1, 'staff', 'active', '{}', false from core.tenants order by id limit 1
         returning number`,
        [`${name}@example.com`],
      );
      return row?.number ?? Number.NaN;
    };
    try {
      const upgrade = new UserNumbers1764300600000();
      await upgrade.down(runner);
      const first = await add('first');
      const gone = await add('gone');
      await sql(ownerUrl, `delete from core.users where username = 'gone@example.com'`);
      await upgrade.up(runner);
      expect([gone, await add('next'), await add('after')]).toEqual([first + 1, first + 2, first + 3]);
    } finally {
      await runner.release();
      await dataSource.destroy();
    }
  });
});

describe('sessions of accounts that took a tenant', () => {
  afterAll(dropDatabases);

  it('stand with that tenant after the upgrade, under their ids; all others stay', async () => {
    const { ownerUrl } = await clonedDatabase();
    const dataSource = createDataSource({ url: ownerUrl, entities: [] });
    await dataSource.initialize();
    const runner = dataSource.createQueryRunner();
    const platform = '00000000-0000-0000-0000-000000000000';
    const upgrade = new SessionsWithUsers1764400000000();
    try {
      await upgrade.down(runner);
      const tenant = await plantTenant(ownerUrl);
      const add = async (moved_to: string | null, ended_at: Date | null) => {
        const [row] = await sql<{ id: string }>(
          ownerUrl,
          `insert into core.sessions (tenant_id, id, user_id, moved_to, created_at, expires_at, ended_at)
           values ($1, gen_random_uuid(), gen_random_uuid(), $2, now(), now() + interval '1 day', $3) returning id`,
          [platform, moved_to, ended_at],
        );
        return row?.id as string;
      };
      const [moved, stays] = [await add(tenant, null), await add(null, null)];
      await add(tenant, new Date());
      await upgrade.up(runner);
      const rows = await sql<{ id: string; tenant_id: string }>(ownerUrl, 'select id, tenant_id from core.sessions');
      expect(new Map(rows.map(({ id, tenant_id }) => [id, tenant_id]))).toEqual(
        new Map([
          [moved, tenant],
          [stays, platform],
        ]),
      );
    } finally {
      await runner.release();
      await dataSource.destroy();
    }
  });
});
