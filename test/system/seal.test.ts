import { User } from '@usaha/core';
import { Keyring } from '@usaha/shared';
import { rotateSeals } from '@usaha/shared/operation';
import { openDatabase, testKeys } from '../support/opened-database.js';
import { clonedDatabase, dropDatabases, sql, type OwnDatabase } from '../support/system-database.js';
import {
  at,
  newMemberAt,
  newTenantAt,
  startOwnService,
  stopOwnServices,
  type Member,
  type OwnService,
  type OwnTenant,
} from '../support/system-service.js';

// Several starts of the service, on a machine that may be busy.
jest.setTimeout(180_000);

/** IC numbers lie sealed: a dump tells none, keys can be changed, and a lost key is a clear word and no damage. */

const IC = '870615-10-6127';
const OLD = testKeys.seal;
const NEW = Buffer.alloc(32, 3);
const keys = (...pairs: [string, Buffer][]): string =>
  pairs.map(([id, key]) => `${id}:${key.toString('base64')}`).join(',');

let database: OwnDatabase;
let tenant: OwnTenant;
let member: Member;
let service: OwnService;

beforeAll(async () => {
  database = await clonedDatabase();
  service = await startOwnService(database);
  tenant = await newTenantAt(service);
  member = await newMemberAt(service, tenant, 'staff', { ic_number: IC });
});

afterAll(async () => {
  await stopOwnServices();
  await dropDatabases();
});

const sealed = async (): Promise<string> => {
  const rows = await sql<{ ic: string }>(database.ownerUrl, 'select ic_number as ic from core.users where id = $1', [
    member.id,
  ]);
  return rows[0]?.ic ?? '';
};

const icSeenBy = async (on: OwnService): Promise<unknown> =>
  (await at(on).get(`/api/v1/users/${member.id}/`, tenant.admin.token)).body.data?.ic_number;

async function restart(environment: Record<string, string>): Promise<OwnService> {
  await service.stop();
  service = await startOwnService(database, environment);
  return service;
}

it('no table holds an IC number in clear, nor half of one', async () => {
  // An account that takes a tenant, and one whose number is changed, leave none behind either.
  const changed = { ic_number: '870615-10-9999' };
  await at(service).put(`/api/v1/users/${member.id}/`, changed, tenant.admin.token);
  await at(service).put(`/api/v1/users/${member.id}/`, { ic_number: IC }, tenant.admin.token);
  expect(await icSeenBy(service)).toBe(IC);
  const tables = await sql<{ path: string }>(
    database.ownerUrl,
    `select n.nspname || '.' || c.relname as path from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
  );
  expect(tables.length).toBeGreaterThan(4);
  for (const { path } of tables) {
    const dump = (await sql<{ row: string }>(database.ownerUrl, `select r::text as row from ${path} r`))
      .map(({ row }) => row)
      .join('\n');
    expect(`${path}: ${/870615-?10(?:-?(?:6127|9999))?/.exec(dump)?.[0]}`).toBe(`${path}: undefined`);
  }
  expect(await sealed()).toMatch(/^test\.[\w-]{40,}$/);
});

it('a sealed value copied into another row does not open there', async () => {
  const thief = await newMemberAt(service, tenant, 'staff');
  await sql(database.ownerUrl, 'update core.users set ic_number = $1 where id = $2', [await sealed(), thief.id]);
  const answer = await at(service).get(`/api/v1/users/${thief.id}/`, tenant.admin.token);
  expect(answer.status).toBe(503);
  expect(answer.text).not.toContain('6127');
  await sql(database.ownerUrl, 'update core.users set ic_number = null where id = $1', [thief.id]);
});

describe('a new key', () => {
  it('opens what the old one sealed, seals what is written, and takes over by rotation', async () => {
    const before = await sealed();
    const both = keys(['new', NEW], ['test', OLD]);
    expect(await icSeenBy(await restart({ SEAL_KEYS: both }))).toBe(IC);
    const fresh = await newMemberAt(service, tenant, 'staff', { ic_number: '010203-04-0506' });
    const rows = await sql<{ ic: string }>(database.ownerUrl, 'select ic_number as ic from core.users where id = $1', [
      fresh.id,
    ]);
    expect(rows[0]?.ic).toMatch(/^new\./);
    expect(await sealed()).toBe(before);

    const opened = await openDatabase(database.appUrl, [
      ['new', NEW],
      ['test', OLD],
    ]);
    const rotate = () =>
      opened.work({ tenant_id: tenant.id, actor: null, now: new Date() }, (ctx) => rotateSeals(opened, ctx, User));
    expect([await rotate(), await rotate()]).toEqual([1, 0]);
    await opened.end();
    expect(await sealed()).toMatch(/^new\./);

    expect(await icSeenBy(await restart({ SEAL_KEYS: keys(['new', NEW]) }))).toBe(IC);
  });
});

describe('a lost key', () => {
  let kept: string;
  beforeAll(async () => {
    kept = await sealed();
    await restart({ SEAL_KEYS: keys(['another', Buffer.alloc(32, 5)]) });
  });

  it('is a clear 503 where the number would be shown', async () => {
    for (const path of [`/api/v1/users/${member.id}/`, '/api/v1/users/']) {
      const answer = await at(service).get(path, tenant.admin.token);
      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({ success: false, error: { code: 'UNAVAILABLE' } });
      expect(answer.body.error.message).toMatch(/^A sealed field cannot be opened: key "new" is not configured$/);
    }
  });

  it('hinders nothing that does not show it: the contract surface, sign-in, a change of another field', async () => {
    const { token } = tenant.admin;
    const shown = await at(service).get(`/v1/users/${member.id}`, token);
    expect(shown).toMatchObject({ status: 200, body: { email: member.email } });
    expect((await at(service).get('/v1/users', token)).body.pagination.total).toBeGreaterThanOrEqual(2);
    const renamed = await at(service).put(`/v1/users/${member.id}`, { first_name: 'Aisyah' }, token);
    expect(renamed).toMatchObject({ status: 200, body: { first_name: 'Aisyah' } });
    expect(await sealed()).toBe(kept);
  });

  it('can be given back: nothing was damaged', async () => {
    expect(await icSeenBy(await restart({ SEAL_KEYS: keys(['new', NEW]) }))).toBe(IC);
  });
});

it('a key of the same name but another value opens nothing and says so', () => {
  const place = 'core.users.ic_number:t:u';
  const value = new Keyring([['k', OLD]], testKeys.search).seal(IC, place);
  expect(() => new Keyring([['k', NEW]], testKeys.search).open(value, place)).toThrow(/was not sealed with key "k"/);
});
