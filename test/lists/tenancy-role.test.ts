import { randomUUID } from 'node:crypto';
import { newClient, newStaffMember } from '../support/beauty.js';
import { einvoiceBuyer } from '../support/einvoices.js';
import { app, DEFINERS, DEFINERS_ACROSS, LEDGERS, OURS, owner, PLATFORM } from '../support/fenced-tables.js';
import { created, driver, patient, product, route, student } from '../support/foreign-records.js';
import { TEMPLATE } from '../support/global-setup.js';
import { newTenant, type TestTenant } from '../support/people.js';
import { sql } from '../support/system-database.js';

/** What the service's own role may do in the database, whichever statement the service sends. */

// Some hundreds of statements, on a machine that may be busy.
jest.setTimeout(180_000);

describe('the service’s own role', () => {
  let fenced: { path: string; key: string }[];
  let mine: TestTenant;
  let other: TestTenant;
  beforeAll(async () => {
    fenced = await sql(
      owner(),
      `select n.nspname || '.' || c.relname as path, case when c.oid = 'core.tenants'::regclass then 'id' else 'tenant_id' end as key
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p') and c.relrowsecurity and ${OURS}`,
    );
    [mine, other] = [await newTenant(), await newTenant()];
  });

  /** One statement in a transaction that names the tenant (or none), rolled back. */
  const tried = async (tenant_id: string | null, statement: string): Promise<string> => {
    const setting = tenant_id === null ? '' : `set local app.tenant_id = '${tenant_id}';`;
    const wrapped = `begin; ${setting} ${statement}; rollback`;
    const outcome = (await sql(app(), wrapped).catch((error: Error) => error.message)) as unknown;
    return typeof outcome === 'string' ? outcome : 'done';
  };

  it('sees nothing without a tenant, and can write nothing', async () => {
    expect(fenced.length).toBeGreaterThanOrEqual(5);
    for (const { path, key } of fenced) {
      expect({ path, rows: await sql(app(), `select * from ${path}`) }).toEqual({ path, rows: [] });
      const refused = await tried(null, `insert into ${path} (${key}) values ('${mine.id}')`);
      expect(`${path}: ${refused}`).toMatch(/violates row-level security policy/);
    }
  });

  it('sees nothing of another tenant, and can write nothing for it', async () => {
    for (const { path, key } of fenced) {
      const division = `do $$ begin if exists (select from ${path} where ${key} <> '${mine.id}') then raise 'sees others'; end if; end $$`;
      expect(`${path}: ${await tried(mine.id, division)}`).toBe(`${path}: done`);
      const refused = await tried(mine.id, `insert into ${path} (${key}) values ('${other.id}')`);
      expect(`${path}: ${refused}`).toMatch(/violates row-level security policy/);
    }
    const moved = await tried(mine.id, `update core.users set tenant_id = '${other.id}' where true`);
    expect(moved).toMatch(/violates row-level security policy/);
  });

  it('learns nothing of another tenant, nor without one, from functions that act as their owner', async () => {
    const phone = '012-345 6789';
    const email = 'siti@nur.example';
    await sql(owner(), `update retail.products set barcode = '%' where id = $1`, [await product(mine)]);
    await created(
      '/api/v1/retail/customers/',
      { first_name: 'Siti', last_name: 'Nur', phone_number: phone, email },
      mine,
    );
    await sql(owner(), `update healthcare.patients set ic_number_tokens = '{%}', phone_number = $2 where id = $1`, [
      await patient(mine),
      phone,
    ]);
    await newClient(mine, { phone_number: phone, email });
    await newStaffMember(mine, { specializations: ['%'], email });
    await sql(owner(), `update education.students set ic_number_tokens = '{%}' where id = $1`, [await student(mine)]);
    await sql(owner(), `update logistics.drivers set ic_number_tokens = '{%}' where id = $1`, [await driver(mine)]);
    for (const end of ['origin', 'destination'])
      await sql(owner(), `update logistics.routes set ${end}_keys = '{%}' where id = $1`, [await route(mine)]);
    await created('/api/v1/einvoices/buyers/', einvoiceBuyer, mine);
    for (const name of DEFINERS) {
      const [, by] = /_with_(phone_number|email)$/.exec(name) ?? [];
      const text = by === undefined ? '%' : { phone_number: phone, email }[by];
      const found = (tenant_id: string | null, within: string | null) =>
        tried(
          within,
          `do $$ begin if exists (select from ${name}('${tenant_id ?? randomUUID()}', '${text}')) then raise 'found'; end if; end $$`,
        );
      expect(`${name}: ${await found(mine.id, mine.id)}`).toBe(`${name}: found`);
      expect(`${name}: ${await found(mine.id, other.id)}`).toBe(`${name}: done`);
      expect(`${name}: ${await found(mine.id, null)}`).toBe(`${name}: done`);
    }
  });

  it.each(DEFINERS_ACROSS)('finds tenants by %s within the platform’s door alone', async (name) => {
    const [found] = await sql<{ types: string[] }>(
      owner(),
      `select proargtypes::oid[]::regtype[]::text[] as types from pg_proc where oid = '${name}'::regproc`,
    );
    const values = found?.types.map((type) => (type === 'regclass' ? `'core.users'` : `null::${type}`)) ?? [];
    const asked = `do $$ begin perform ${name}(${values.join(', ')}); end $$`;
    expect(await tried(mine.id, asked)).toMatch('Tenants are found through the door of the platform alone');
    expect(await tried(null, asked)).toMatch('Tenants are found through the door of the platform alone');
    expect(await tried(null, `set local app.platform = 'on'; ${asked}`)).toBe('done');
  });

  it('can neither change nor delete what stands in a ledger', async () => {
    for (const ledger of LEDGERS)
      for (const statement of [`update ${ledger} set created_at = now()`, `delete from ${ledger}`])
        expect(await tried(mine.id, statement)).toMatch(`permission denied for table ${ledger.split('.')[1]}`);
  });

  it('can neither change nor delete what stands on the audit trail', async () => {
    for (const statement of [
      `update kernel.audit_entries set action = 'nothing'`,
      'delete from kernel.audit_entries',
      'truncate kernel.audit_entries',
    ])
      expect(await tried(mine.id, statement)).toMatch(/permission denied for table audit_entries/);
  });

  it('can neither change nor delete what keys are known again by', async () => {
    for (const statement of [`update kernel.key_checks set fingerprint = ''`, 'delete from kernel.key_checks'])
      expect(await tried(mine.id, statement)).toMatch(/permission denied for table key_checks/);
  });

  it('sees through the platform’s door only the tables of sign-in and tenancy', async () => {
    const seen: string[] = [];
    for (const { path } of fenced) {
      const look = `set local app.platform = 'on'; do $$ begin if exists (select from ${path}) then raise 'seen'; end if; end $$`;
      if ((await tried(null, look)) !== 'done') seen.push(path);
    }
    expect(PLATFORM).toEqual(expect.arrayContaining(seen));
    expect(seen).toEqual(expect.arrayContaining(['core.sessions', 'core.tenants', 'core.users']));
  });

  it('can neither make a table nor take another role', async () => {
    expect(await tried(mine.id, 'create table core.aside (id uuid)')).toMatch(/permission denied for schema core/);
    expect(await tried(mine.id, 'create table public.aside (id uuid)')).toMatch(/permission denied for schema public/);
    expect(await tried(mine.id, 'create temporary table aside (id uuid)')).toMatch(
      /permission denied to create temporary/,
    );
    // What the migration does to the database is seen where it ran: clones do not have it.
    const right = `select has_database_privilege('usaha_app', $1, 'TEMPORARY') as allowed`;
    expect(await sql(owner(), right, [TEMPLATE])).toEqual([{ allowed: false }]);
    expect(await tried(mine.id, 'set role usaha')).toMatch(/permission denied to set role/);
    expect(await tried(mine.id, 'alter table core.users disable row level security')).toMatch(/must be owner/);
  });
});
