import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import {
  citusUrl,
  distributedDatabase,
  emptyCitusDatabase,
  factsOfNodes,
  inTurn,
  SCHEMAS,
  type CitusDatabase,
} from '../support/citus.js';
import { execute } from '../support/command-line.js';
import { plant, type Row } from '../support/planted-row.js';
import { testSecrets } from '../support/servers.js';
import { sql } from '../support/system-database.js';

/**
 * A database that was distributed by the first version that could, with rows in it, is migrated to the present one. Schema and
 * functions of all its servers are those of a new one afterwards, and its rows those of one PostgreSQL with the same history.
 */

jest.setTimeout(120_000);

const cli = resolve(__dirname, '../../apps/api/bundle/cli.js');
const [made = '', distributed = ''] = readFileSync(join(__dirname, '../support/citus-first.sql'), 'utf8').split(
  '-- DISTRIBUTED\n',
);

/** The same rows in every database: ids are made once. */
const history = (): [string, Row][] => {
  const tenant_id = randomUUID();
  const id = (): string => randomUUID();
  const of = (row: Row): Row & { id: string } => ({ tenant_id, id: id(), ...row });
  const [client, service, pack, visit, sold] = [id(), id(), id(), id(), id()];
  const [plain, repaired, renewed, account, driver, shipment] = [id(), id(), id(), id(), id(), id()];
  const money = {
    billing_cycle: 'monthly',
    plan_type: 'pro',
    currency: 'MYR',
    amount: 99,
    module_limit: 1,
    user_limit: 5,
  };
  const past = '2026-02-05T02:00:00.000Z';
  const user = { role: 'admin', permissions: '{}', password_hash: 'hash' };
  return [
    [
      'core.tenants',
      {
        id: tenant_id,
        slug: 's',
        schema_name: 's',
        business_type: 'beauty',
        subscription_plan: 'pro',
        pricing_model: 'subscription',
        status: 'active',
        created_by: account,
      },
    ],
    ['core.users', of({ ...user, id: account, username: 'a', email: 'a@example.com', status: 'active', number: 1 })],
    [
      'core.users',
      of({ ...user, username: 'b', email: 'b@example.com', status: 'active', number: 2, password_hash: null }),
    ],
    [
      'core.subscriptions',
      of({
        ...money,
        id: plain,
        status: 'active',
        terms_paid: 1,
        paid_amount: 99,
        ends_at: '2099-01-01T00:00:00.000Z',
        renews_at: '2099-01-01T00:00:00.000Z',
        payment_method_id: renewed,
      }),
    ],
    [
      'core.subscriptions',
      of({
        ...money,
        id: repaired,
        status: 'expired',
        terms_paid: 3,
        paid_amount: 297,
        counted_from: '2026-01-20T02:00:00.000Z',
        ends_at: past,
      }),
    ],
    ['core.payment_methods', of({ id: renewed, type: 'card' })],
    ['core.payments', of({ subscription_id: plain, type: 'charge', amount: 99, currency: 'MYR', status: 'completed' })],
    [
      'core.payments',
      of({
        subscription_id: repaired,
        type: 'charge',
        amount: 297,
        refunded_amount: 7,
        currency: 'MYR',
        status: 'completed',
      }),
    ],
    [
      'kernel.audit_entries',
      of({
        at: past,
        action: 'update',
        record_type: 'subscription',
        record_id: repaired,
        changes: JSON.stringify({ ends_at: { before: '2026-04-20T02:00:00.000Z', after: past } }),
      }),
    ],
    ['kernel.audit_entries', of({ actor_id: account, action: 'sell', record_type: 'sold package', record_id: sold })],
    ['beauty.clients', of({ id: client, phone_number: '012-345 6789' })],
    ['beauty.services', of({ id: service, price: 50, duration_minutes: 30 })],
    ['beauty.packages', of({ id: pack, total_price: 90 })],
    [
      'beauty.sold_packages',
      of({
        id: sold,
        client_id: client,
        package_id: pack,
        receipt_number: 'PKG-1',
        price: 90,
        sessions: JSON.stringify([{ service_id: service, total: 3 }]),
      }),
    ],
    ['beauty.appointments', of({ id: visit, client_id: client, status: 'completed', payment_status: 'paid' })],
    [
      'beauty.appointment_lines',
      of({
        appointment_id: visit,
        service_id: service,
        price: 50,
        minutes: 30,
        sold_package_id: sold,
        share: 0,
        tax: 0,
      }),
    ],
    ['beauty.payments', of({ appointment_id: visit, kind: 'payment', amount: 50, payment_method: 'cash' })],
    ['retail.customers', of({ loyalty_tier: 'bronze' })],
    [
      'retail.sales',
      of({
        payment_method: 'cash',
        payment_status: 'completed',
        status: 'completed',
        subtotal: 10,
        total: 10,
        status_history: '[]',
      }),
    ],
    ['logistics.drivers', of({ id: driver, status: 'active' })],
    [
      'logistics.shipments',
      of({
        id: shipment,
        status: 'delivered',
        driver_id: driver,
        service_type: 'standard',
        distance_source: 'none',
        payment_method: 'cod',
        payment_amount: 40,
        origin: JSON.stringify({ contact_person: 'Ali', phone_number: '+60 12-345 6789' }),
      }),
    ],
    ['logistics.proofs', of({ shipment_id: shipment, driver_id: driver, expected_amount: 40, collected_amount: 40 })],
  ];
};

/** All rows, a line each. Instants after the beginning, and ids that the migrations drew, are the same in none. */
async function rowsIn(url: string, planted: string): Promise<string[]> {
  const tables = await sql<{ path: string }>(
    url,
    `select c.oid::regclass::text as path from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = any ($1) order by 1`,
    [SCHEMAS],
  );
  const lines: string[] = [];
  for (const { path } of tables)
    for (const { row } of await sql<{ row: string }>(url, `select to_jsonb(t)::text as row from ${path} t`))
      lines.push(
        `${path} ${row
          .replaceAll(/"\d{4}-\d\d-\d\dT[^"]+"/g, (instant) =>
            Date.parse(instant.slice(1, -1)) > began ? '"later"' : instant,
          )
          .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (found) =>
            planted.includes(found) ? found : 'drawn',
          )}`,
      );
  return lines.sort();
}

const began = Date.now() - 1_000;

(citusUrl ? describe : describe.skip)('a Citus cluster of the first version that could distribute', () => {
  let old: CitusDatabase;
  let fresh: CitusDatabase;
  /** On the coordinator's server, and without Citus. */
  let plainUrl: string;
  const rows = history();
  const run = (url: string, ...args: string[]) =>
    execute(cli, args, { DATABASE_URL: url, MIGRATION_DATABASE_URL: url, ...testSecrets });

  beforeAll(async () => {
    old = await emptyCitusDatabase(citusUrl as string);
    fresh = await distributedDatabase(citusUrl as string);
    const name = `${new URL(old.ownerUrl).pathname.slice(1)}_plain`;
    await sql(citusUrl as string, `create database ${name}`);
    plainUrl = Object.assign(new URL(old.ownerUrl), { pathname: name }).toString();
    await inTurn(citusUrl as string, async () => {
      await sql(plainUrl, made);
      await sql(old.ownerUrl, made);
      await distribute();
    });
    for (const url of [plainUrl, old.ownerUrl]) for (const [table, row] of rows) await plant(url, table, row);
  }, 300_000);
  afterAll(async () => {
    await old.drop();
    await fresh.drop();
    await sql(citusUrl as string, `drop database ${new URL(plainUrl).pathname.slice(1)} with (force)`);
  });

  /** As the command of that version did: in one transaction, a statement in each message. */
  async function distribute(): Promise<void> {
    const client = new pg.Client({ connectionString: old.ownerUrl });
    await client.connect();
    try {
      await client.query('begin');
      for (const line of distributed.split('\n')) if (line && !line.startsWith('--')) await client.query(line);
      await client.query('commit');
    } finally {
      await client.end();
    }
  }

  it('is migrated by one command: nothing is left to be distributed, and doctor says so', async () => {
    const before = await run(old.ownerUrl, 'doctor');
    expect(before.out).toMatch(
      /Distribution +Citus \S+ with 2 workers; the rest is looked at once no migration is pending/,
    );
    const answer = await inTurn(citusUrl as string, () => run(old.ownerUrl, 'migrate'));
    expect(answer).toMatchObject({ code: 0, err: '' });
    expect(answer.out).toMatch(/^Migrated: .*ClientsByPhone1764400500000, StockAlerts1764400800000, /);
    expect((await run(old.ownerUrl, 'distribute', '--print')).out).toBe(
      "BEGIN;\nSET LOCAL citus.multi_shard_modify_mode = 'sequential';\nCOMMIT;\n",
    );
    expect((await run(old.ownerUrl, 'doctor')).out).toMatch(
      /✓ Distribution +Citus \S+ with 2 workers: all \d+ tables and \d+ functions are there/,
    );
  });

  it('has on every server what a new one has there', async () => {
    const [upgraded, expected] = [await factsOfNodes(old), await factsOfNodes(fresh)];
    expect(Object.keys(upgraded)).toHaveLength(3);
    for (const [port, facts] of Object.entries(expected)) {
      expect(facts.length).toBeGreaterThan(1_000);
      expect(upgraded[port]).toEqual(facts);
    }
  });

  it('has of each row what one PostgreSQL makes of it', async () => {
    expect(await inTurn(citusUrl as string, () => run(plainUrl, 'migrate'))).toMatchObject({ code: 0, err: '' });
    const planted = JSON.stringify(rows);
    const expected = await rowsIn(plainUrl, planted);
    expect(expected.length).toBeGreaterThan(rows.length);
    expect(await rowsIn(old.ownerUrl, planted)).toEqual(expected);
  });

  it('answers the service a lookup by a function that came later', async () => {
    const [, { tenant_id } = {}] = rows.find(([table]) => table === 'beauty.clients') ?? [];
    const client = new pg.Client({ connectionString: old.appUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query(`set local app.tenant_id = '${String(tenant_id)}'`);
      const found = await client.query(
        'select r.id from beauty.clients r where r.tenant_id = $1 and r.id in (select beauty.clients_with_phone_number($1, $2))',
        [tenant_id, '0123456789'],
      );
      expect(found.rowCount).toBe(1);
      await client.query('commit');
    } finally {
      await client.end();
    }
  });
});
