import {
  app,
  DEFINERS,
  DEFINERS_ACROSS,
  GLOBAL_INDEXES,
  GLOBAL_KEYS,
  OURS,
  owner,
  PLATFORM,
  TENANTLESS,
} from '../support/fenced-tables.js';
import { sql } from '../support/system-database.js';

/** The database fences every table, should the service forget to ask for a tenant's own. */

describe('the schema', () => {
  const names = async (text: string): Promise<string[]> =>
    (await sql<{ name: string }>(owner(), text)).map(({ name }) => name).sort();
  const tables = (condition: string) =>
    names(`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where c.relkind in ('r', 'p') and ${OURS} and (${condition})`);

  it('fences every table with row level security and a policy that names the tenant', async () => {
    expect(await tables('not c.relrowsecurity')).toEqual(TENANTLESS);
    const fenced = await names(
      `select distinct n.nspname || '.' || c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
       join pg_namespace n on n.oid = c.relnamespace
       where pg_get_expr(p.polqual, p.polrelid) ~ $$^\\(+(tenant_id|id) >?=\\s.*current_setting\\('app\\.tenant_id'$$ and p.polpermissive and p.polcmd = '*'`,
    );
    expect(fenced).toEqual(await tables('c.relrowsecurity'));
    // FORCE would make the moving of shards hang (the owner only migrates).
    expect(await tables('c.relforcerowsecurity')).toEqual([]);
  });

  it('has no other policy than the tenant’s, save the platform’s on a few tables', async () => {
    const others = await names(
      `select n.nspname || '.' || c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
       join pg_namespace n on n.oid = c.relnamespace where p.polname <> 'tenant'`,
    );
    expect(others).toEqual(PLATFORM);
    const speaking = await names(
      `select n.nspname || '.' || c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
       join pg_namespace n on n.oid = c.relnamespace where pg_get_expr(p.polqual, p.polrelid) like '%app.platform%'`,
    );
    expect(speaking).toEqual(PLATFORM);
  });

  it('begins every primary key, unique key and exclusion with the tenant', async () => {
    const indexes = (condition: string) =>
      names(`select n.nspname || '.' || i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
             join pg_namespace n on n.oid = i.relnamespace
             left join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
             where ${OURS} and a.attname is distinct from 'tenant_id' and ${condition}`);
    expect(await indexes('(x.indisunique or x.indisexclusion)')).toEqual(
      expect.arrayContaining(GLOBAL_KEYS.filter((name) => name.startsWith('core.'))),
    );
    const unlisted = (await indexes('(x.indisunique or x.indisexclusion)')).filter(
      (name) => !GLOBAL_KEYS.includes(name) && !name.startsWith('public.'),
    );
    expect(unlisted).toEqual([]);
    expect(await indexes('not x.indisunique and not x.indisexclusion')).toEqual(GLOBAL_INDEXES);
  });

  it('begins every foreign key with the tenant, and lets none set null or cascade an update', async () => {
    const keys = await sql<{ name: string; from: string; to: string; target: string; del: string; upd: string }>(
      owner(),
      `select k.conname as name, a.attname as "from", b.attname as "to", k.confrelid::regclass::text as target,
              k.confdeltype as del, k.confupdtype as upd
       from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
       join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1] where k.contype = 'f'`,
    );
    expect(keys.length).toBeGreaterThan(0);
    const astray = keys.filter(
      ({ from, to, target, del, upd }) =>
        from !== 'tenant_id' ||
        to !== (target === 'core.tenants' ? 'id' : 'tenant_id') ||
        !['a', 'c'].includes(del) ||
        upd !== 'a',
    );
    expect(astray).toEqual([]);
  });

  it('has no triggers and no rules', async () => {
    expect(await names(`select tgname as name from pg_trigger where not tgisinternal`)).toEqual([]);
    expect(
      await names(`select c.relname || '.' || r.rulename as name from pg_rewrite r join pg_class c on c.oid = r.ev_class
                   join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('r', 'p')`),
    ).toEqual([]);
  });

  it('gives the service’s role no way round: no owner, no superuser, no BYPASSRLS, no member of such', async () => {
    const [role] = await sql(
      app(),
      `select current_user as name, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
              (select count(*)::int from pg_class where relowner = r.oid) as owned,
              (select count(*)::int from pg_auth_members where member = r.oid) as memberships
       from pg_roles r where rolname = current_user`,
    );
    const nothing = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false };
    expect(role).toEqual({ name: 'usaha_app', ...nothing, owned: 0, memberships: 0 });
    // A definer's function or a view acts as its owner.
    expect(
      await names(`select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
                   where p.prosecdef and ${OURS}`),
    ).toEqual([...DEFINERS, ...DEFINERS_ACROSS].sort());
    expect(
      await names(`select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
                   where c.relkind in ('v', 'm') and ${OURS}`),
    ).toEqual([]);
  });
});
