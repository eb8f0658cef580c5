import { resolve } from 'node:path';
import { tmpdir } from 'node:os';
import { execute } from '../support/command-line.js';
import type { Json } from '../support/client.js';
import { testSecrets } from '../support/servers.js';
import { dropDatabases, emptyDatabase, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  eventually,
  newMemberAt,
  newTenantAt,
  pause,
  startOwnService,
  stopOwnServices,
  type Member,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** API keys with two instances on one database. */

const KEYS = '/api/v1/api-keys/';
const PRODUCTS = '/v1/retail/products';

let database: OwnDatabase;
let one: OwnService;
let two: OwnService;
let tenant: OwnTenant;
beforeAll(async () => {
  database = await emptyDatabase();
  [one, two] = await Promise.all([startOwnService(database), startOwnService(database)]);
  await eventually('both listen', async () => {
    const rows = await sql(
      database.ownerUrl,
      `select pid from pg_stat_activity where datname = current_database() and application_name = 'usaha listen' and query like 'LISTEN%'`,
    );
    return rows.length === 2;
  });
  tenant = await newTenantAt(one);
});
afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

async function newKey(token: string, body: Json = {}): Promise<Json> {
  const answer = await at(one).post(KEYS, { name: 'Till', scopes: ['*:read', '*:write'], ...body }, token);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.data;
}

const statusAt = async (service: OwnService, key: string): Promise<number> =>
  (await at(service).get(PRODUCTS, key)).status;

/** Does something on the first instance; then no request that the second gets a second later is answered as before. */
async function endsWithinASecond(key: string, act: () => Promise<{ status: number }>): Promise<void> {
  expect([await statusAt(one, key), await statusAt(two, key)]).toEqual([200, 200]);
  expect((await act()).status).toBe(200);
  const done = Date.now();
  expect(await statusAt(one, key)).toBe(401);
  for (let sent = Date.now(); (await statusAt(two, key)) !== 401; sent = Date.now()) {
    expect(sent - done).toBeLessThan(1_000);
    await pause(10);
  }
}

describe('A-418: what one instance changes of a key, the other knows within a second:', () => {
  let maker: Member;
  let made: Json;
  beforeEach(async () => {
    maker = await newMemberAt(one, tenant, 'admin');
    made = await newKey(maker.token);
  });

  it('its deletion', () => endsWithinASecond(made.key, () => at(one).delete(`${KEYS}${made.id}/`, tenant.admin.token)));

  it('its rotation without an overlap', () =>
    endsWithinASecond(made.key, () =>
      at(one).post(`${KEYS}${made.id}/rotate/`, { overlap_hours: 0 }, tenant.admin.token),
    ));

  it('the demotion of its maker, and the promotion again', async () => {
    const role = (name: string) => at(one).put(`/api/v1/users/${maker.id}/`, { role: name }, tenant.admin.token);
    await endsWithinASecond(made.key, () => role('manager'));
    expect((await role('admin')).status).toBe(200);
    expect(await statusAt(one, made.key)).toBe(200);
    await eventually('the other accepts it again', async () => (await statusAt(two, made.key)) === 200, 2);
  });

  it('the deactivation of its maker', () =>
    endsWithinASecond(made.key, () =>
      at(one).put(`/api/v1/users/${maker.id}/`, { is_active: false }, tenant.admin.token),
    ));

  it('the deletion of its maker', () =>
    endsWithinASecond(made.key, () => at(one).delete(`/api/v1/users/${maker.id}/`, tenant.admin.token)));

  it('the suspension of its tenant', async () => {
    const own = await newTenantAt(one);
    const { key } = await newKey(own.admin.token);
    await endsWithinASecond(key, () =>
      at(one).put(`/api/v1/tenants/${own.id}/`, { is_active: false }, own.admin.token),
    );
  });
});

it('A-429: metrics count requests with keys by outcome', async () => {
  const { key } = await newKey(tenant.admin.token);
  const counted = async (outcome: string): Promise<number> => {
    const text = await (await fetch(`${one.baseUrl}/metrics`)).text();
    return Number(new RegExp(`^api_key_requests_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(text)?.[1]);
  };
  const [accepted, unknown] = [await counted('accepted'), await counted('unknown')];
  for (let i = 0; i < 5; i += 1) {
    expect(await statusAt(one, key)).toBe(200);
    expect(await statusAt(one, key.slice(0, 73))).toBe(401);
  }
  await eventually(
    'the metrics count them',
    async () => (await counted('accepted')) === accepted + 5 && (await counted('unknown')) === unknown + 5,
    15,
  );
});

it('A-430: last use is written by a job within 60 s, without a new version or an entry on the trail', async () => {
  const { id, key } = await newKey(tenant.admin.token);
  const used = Date.now();
  expect(await statusAt(two, key)).toBe(200);
  const view = await eventually(
    'the use is shown',
    async () => {
      const { data } = (await at(one).get(`${KEYS}${id}/`, tenant.admin.token)).body;
      return data.last_used_at ? data : null;
    },
    60,
  );
  expect(Math.abs(Date.parse(view.last_used_at) - used)).toBeLessThan(2_000);
  expect(view.last_used_address).toBe('127.0.0.1');
  expect(view.updated_at).toBe(view.created_at);
  const rows = await sql(database.ownerUrl, `select 1 from kernel.audit_entries where record_id = $1`, [id]);
  expect(rows).toHaveLength(1);
});

it('A-414: no table holds a key, and its hash stands in one row alone', async () => {
  const { id, key } = await newKey(tenant.admin.token);
  const [row] = await sql<Json>(database.ownerUrl, 'select * from core.api_keys where id = $1', [id]);
  expect(JSON.stringify(row)).not.toContain(key.slice(36, 68));
  const tables = await sql<{ name: string }>(
    database.ownerUrl,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const holding: string[] = [];
  for (const { name } of tables) {
    const found = await sql(database.ownerUrl, `select 1 from ${name} t where t::text like $1 or t::text like $2`, [
      `%${key.slice(36, 68)}%`,
      `%${row.secret_hash}%`,
    ]);
    if (found.length > 0) holding.push(`${name} ${found.length}`);
  }
  expect(holding).toEqual(['core.api_keys 1']);
  await at(one).delete(`${KEYS}${id}/`, tenant.admin.token);
  const [deleted] = await sql<Json>(database.ownerUrl, 'select * from core.api_keys where id = $1', [id]);
  expect([deleted.secret_hash, deleted.previous_hash, deleted.name]).toEqual([null, null, 'Till']);
});

describe('A-430: api-key:revoke', () => {
  const cliFile = resolve(__dirname, '../../apps/api/bundle/cli.js');
  const revoke = (input: string) => {
    const urls = { DATABASE_URL: database.appUrl, MIGRATION_DATABASE_URL: database.ownerUrl };
    return execute(cliFile, ['api-key:revoke'], { ...urls, ...testSecrets }, tmpdir(), input);
  };

  it('deletes a key that was found, from any text around it; instances refuse it within a second', async () => {
    const { id, key } = await newKey(tenant.admin.token, { name: 'Leaked' });
    expect([await statusAt(one, key), await statusAt(two, key)]).toEqual([200, 200]);
    const { code, out } = await revoke(`{"line": 7, "match": "${key}"}\n`);
    expect([code, out]).toEqual([
      0,
      `Deleted the API key ${id} (Leaked) of ${tenant.slug}: it is refused within a second\n`,
    ]);
    await eventually('both refuse it', async () => (await statusAt(one, key)) + (await statusAt(two, key)) === 802, 1);
    const [entry] = await sql<Json>(
      database.ownerUrl,
      `select actor_id, action from kernel.audit_entries where record_id = $1 order by id desc limit 1`,
      [id],
    );
    expect(entry).toEqual({ actor_id: null, action: 'delete' });
    const events = await sql<Json>(
      database.ownerUrl,
      `select name, payload from kernel.outbox where name = 'core.api_key.deleted' and payload ->> 'api_key_id' = $1`,
      [id],
    );
    expect(events).toEqual([{ name: 'core.api_key.deleted', payload: { api_key_id: id } }]);
    expect((await revoke(key)).out).toBe('This key is not accepted, and nothing was changed\n');
  });

  it('ends a former secret alone', async () => {
    const { id, key } = await newKey(tenant.admin.token, { name: 'Rotated' });
    const next = (await at(one).post(`${KEYS}${id}/rotate/`, {}, tenant.admin.token)).body.data.key as string;
    expect((await revoke(key)).out).toContain('Ended the former secret of the API key');
    await eventually('the former secret is refused', async () => (await statusAt(two, key)) === 401, 1);
    expect(await statusAt(two, next)).toBe(200);
  });

  it('names what is missing, in one line and without the text', async () => {
    const { key } = await newKey(tenant.admin.token);
    for (const input of ['', 'no key', key.slice(0, 73), `${key.slice(0, 73)}${key.endsWith('A') ? 'B' : 'A'}`]) {
      const { code, out, err } = await revoke(input);
      expect([code, out]).toEqual([1, '']);
      expect(err.trim().split('\n')).toHaveLength(1);
      expect(err).toContain('Standard input has no API key');
      expect(err).not.toContain('usk_');
    }
  });
});
