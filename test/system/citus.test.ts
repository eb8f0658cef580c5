import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import pg from 'pg';
import { ShardNodes } from '@usaha/core';
import { ALL_SHARDS, distribute, enableRowLevelSecurity, migrate } from '@usaha/shared';
import { createDataSource } from '@usaha/shared/operation';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openContexts } from '../support/contexts.js';
import { openDatabase } from '../support/opened-database.js';
import { citusUrl, distributedDatabase, emptyCitusDatabase, type CitusDatabase } from '../support/citus.js';
import { REFUSED } from '../support/citus-rules.js';
import { execute } from '../support/command-line.js';
import { testSecrets } from '../support/servers.js';
import { plantTenant, sql } from '../support/system-database.js';
import { at, eventually, startOwnService } from '../support/system-service.js';

/** The schema on a Citus cluster: what `cli distribute` makes of it, and what later migrations do there. */

const title = citusUrl ? 'a database on a Citus cluster' : 'Citus is not tested: there is no CITUS_URL';
// Jest counts what is skipped, and does not say why.
if (!citusUrl) process.stderr.write(`${title}\n`);

const cli = resolve(__dirname, '../../apps/api/bundle/cli.js');
const distributed = (database: CitusDatabase) => execute(cli, ['distribute'], { DATABASE_URL: database.ownerUrl });

/** As a later release might have them: a table that distributes itself, one that does not, and changes of one that is there. */
class Added1999999999999 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const table = (name: string) => `
      create table retail.${name} (
        tenant_id uuid not null,
        id        uuid not null,
        sale_id   uuid, -- of the tenant's own; no other
        primary key (tenant_id, id),
        constraint ${name}_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity(`retail.${name}`)}
      grant select, insert on retail.${name} to usaha_app;`;
    await runner.query(`
      ${table('self_added')}
      ${distribute('retail.self_added')}
      alter table retail.self_added
        add constraint self_added_sale foreign key (tenant_id, sale_id) references retail.sales (tenant_id, id);
      ${table('merely_added')}
      alter table retail.sales add column mood text default 'calm';
      alter table retail.sales add constraint sales_mood check (mood in ('calm', 'not; at all'));
      create index sales_mood on retail.sales (tenant_id, mood);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table retail.self_added');
  }
}

(citusUrl ? describe : describe.skip)(title, () => {
  let database: CitusDatabase;
  beforeAll(async () => {
    database = await distributedDatabase(citusUrl as string);
  }, 300_000);
  afterAll(() => database.drop());

  const places = async (names: string) =>
    sql<{ path: string; place: string }>(
      database.ownerUrl,
      `select logicalrelid::text as path, partmethod as place from pg_dist_partition where logicalrelid::text ~ $1 order by 1`,
      [names],
    );

  it('has every table on the workers, and the tenants on all of them', async () => {
    const found = await places('.');
    expect(found.filter(({ place }) => place !== 'h')).toEqual([
      { path: 'core.sign_in_names', place: 'n' },
      { path: 'core.tenants', place: 'n' },
      { path: 'kernel.coordinator', place: 'n' },
      { path: 'kernel.key_checks', place: 'n' },
      { path: 'usaha_migrations', place: 'n' },
    ]);
    expect(found.length).toBeGreaterThan(60);
    expect(await distributed(database)).toEqual({ code: 0, out: 'Everything is distributed already\n', err: '' });
  });

  it('shows a tenant nothing of another, by any statement, and nothing to a session that names none', async () => {
    const [mine, other] = [await plantTenant(database.ownerUrl), await plantTenant(database.ownerUrl)];
    for (const tenant of [mine, other])
      await sql(
        database.ownerUrl,
        `insert into kernel.audit_entries (tenant_id, id, at, action, record_type, record_id, changes) values ($1, $2, now(), 'made', 'x', $2, '{}')`,
        [tenant, randomUUID()],
      );
    const client = new pg.Client({ connectionString: database.appUrl });
    await client.connect();
    try {
      const seen = async (tenant: string | null) => {
        await client.query('begin');
        if (tenant) await client.query(`set local app.tenant_id = '${tenant}'`);
        const { rows } = await client.query<{ tenant_id: string }>('select tenant_id from kernel.audit_entries');
        await client.query('commit');
        return rows.map((row) => row.tenant_id);
      };
      expect([await seen(mine), await seen(null), await seen(other)]).toEqual([[mine], [], [other]]);
    } finally {
      await client.end();
    }
  });

  it('is asked machine by machine: each tenant is on one of them, and all are found on both', async () => {
    const planted: string[] = [];
    for (let i = 0; i < 12; i += 1) planted.push(await plantTenant(database.ownerUrl));
    const opened = await openDatabase(database.appUrl);
    const contexts = await openContexts(opened);
    try {
      const nodes = contexts.get(ShardNodes);
      expect(await nodes.list(new Date())).toEqual([ALL_SHARDS]);
      expect(await nodes.probes(new Date())).toHaveLength(2);
      const machines = await nodes.doubted(new Date());
      expect(machines).toHaveLength(2);
      const counts = planted.map((id) => machines.filter(({ ids }) => ids?.includes(id)).length);
      expect(counts).toEqual(planted.map(() => 1));
    } finally {
      await contexts.close();
      await opened.end();
    }
  }, 60_000);

  it('takes a later migration, statement by statement, and distributes what that has added', async () => {
    const owner = createDataSource({
      url: database.ownerUrl,
      entities: [],
      migrations: [Added1999999999999],
      poolSize: 2,
      statementTimeout: 0,
    });
    await owner.initialize();
    try {
      expect(await migrate(owner)).toEqual(['Added1999999999999']);
    } finally {
      await owner.destroy();
    }
    expect(await places('self_added')).toEqual([{ path: 'retail.self_added', place: 'h' }]);
    expect(await places('merely_added')).toEqual([{ path: 'retail.merely_added', place: 'h' }]);
    const keys = await sql<{ name: string }>(
      database.ownerUrl,
      `select conname as name from pg_constraint where contype = 'f' and conrelid::regclass::text ~ '_added$' order by 1`,
    );
    expect(keys.map(({ name }) => name)).toEqual(['merely_added_tenant', 'self_added_sale', 'self_added_tenant']);
    expect(await distributed(database)).toEqual({ code: 0, out: 'Everything is distributed already\n', err: '' });
  }, 120_000);

  it('says what its workers lack, on readiness and by doctor, until one command gives it to them', async () => {
    const service = await startOwnService(database);
    try {
      const ready = async () => (await at(service).get('/health/ready')).body;
      const run = (...args: string[]) =>
        execute(cli, args, {
          DATABASE_URL: database.appUrl,
          MIGRATION_DATABASE_URL: database.ownerUrl,
          ...testSecrets,
        });
      expect(await ready()).toEqual(expect.not.objectContaining({ distribution: expect.anything() }));
      expect((await run('doctor')).out).toMatch(/✓ Distribution +Citus \S+ with 2 workers: all \d+ tables and /);
      await sql(
        `${database.ownerUrl}?options=-c%20citus.enable_ddl_propagation%3Doff`,
        `create function retail.lately() returns integer language sql security definer as 'select 1'`,
      );
      expect((await run('doctor')).out).toMatch(
        /✗ Distribution +is not complete \(Functions, on every node: 3\); the owner runs npm run cli -- distribute/,
      );
      const told = await eventually('readiness looks again', async () => {
        const body = await ready();
        return body.distribution !== undefined && body;
      });
      expect(told).toMatchObject({ status: 'up', migrations: 'done', distribution: 'pending' });
      expect(await run('migrate')).toEqual({ code: 0, out: 'The schema is up to date already\n', err: '' });
      expect((await run('doctor')).out).toMatch(/✓ Distribution /);
      await eventually('readiness looks again', async () => (await ready()).distribution === undefined);
    } finally {
      await service.stop();
    }
  }, 120_000);

  it.each(REFUSED)('refuses %s', async (_, statement) => {
    const error = await sql(database.ownerUrl, statement).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    // Not that a name is wrong (42…).
    expect(error).toMatchObject({ code: expect.stringMatching(/^(0A000|XX000|42830)$/) });
  });

  it('is not distributed before it is migrated: one line says so', async () => {
    const empty = await emptyCitusDatabase(citusUrl as string);
    try {
      expect(await distributed(empty)).toEqual({
        code: 1,
        out: '',
        err: expect.stringMatching(
          /^The database lacks \d+ migrations of this version; run npm run cli -- migrate first\n$/,
        ),
      });
    } finally {
      await empty.drop();
    }
  }, 60_000);
});
