import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { asksAcross, faultsOf } from '../support/statement-rules.js';

/**
 * What a distributed PostgreSQL takes otherwise than a single one, or not at all: none of it stands in a statement of ours. The
 * sources are searched here; what the services of a test run have sent is parsed when the run is over (global-teardown).
 */

const rules: Record<string, { wrong: RegExp; probe: string; right: string }> = {
  'a CASE with an operand (wrongly deparsed in a prepared UPDATE)': {
    wrong: /\bcase\s+(?!when\b)[a-z_.$0-9{}]+\s+when\b/gi,
    probe: "case r.status when 'active' then 'expired' end",
    right: "case when r.status = 'active' then 'expired' end",
  },
  'a sub-select among inserted VALUES': {
    wrong: /\bvalues\s*\([^;`]*?\(\s*select\b/gi,
    probe: 'insert into a.b (c) values ($1, (select last from drawn))',
    right: 'insert into a.b (c) values ($1, a.draw($2))',
  },
  'WITH before an INSERT': {
    wrong: /\bwith\s+\w+\s+as\s*(?:materialized\s*)?\([^`]*?\)\s*insert\s+into\b/gi,
    probe: 'with drawn as (select 1) insert into a.b (c) values ($1)',
    right: 'with found as (select 1) select * from found',
  },
  'a volatile function in an UPDATE': {
    wrong:
      /\bupdate\s+[a-z_.${}]+(?:\s+\w+)?\s+set\b[^`;]*?\b(?:now|clock_timestamp|random|gen_random_uuid|uuidv7|nextval)\s*\(/gi,
    probe: 'update a.b r set c = now() where r.id = $1',
    right: 'update a.b r set c = $2 where r.id = $1',
  },
};

const sources = ['libs', 'apps'].flatMap((room) =>
  readdirSync(room).flatMap((name) =>
    readdirSync(join(room, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.spec.ts'))
      .map((path) => join(room, name, 'src', path)),
  ),
);

describe.each(Object.entries(rules))('%s', (_, { wrong, probe, right }) => {
  it('would be found', () => {
    expect(probe).toMatch(new RegExp(wrong, 'i'));
    expect(right).not.toMatch(new RegExp(wrong, 'i'));
  });

  it('stands nowhere', () => {
    const found = sources.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(wrong)].map(([text]) => `${path}: ${text.slice(0, 80)}`),
    );
    expect(sources.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });
});

/** The arguments of calls, up to the parenthesis that ends them. */
function argumentsOf(call: string, text: string): string[] {
  return text
    .split(call)
    .slice(1)
    .map((rest) => {
      let open = 1;
      const end = [...rest].findIndex(
        (character) => (open += Number(character === '(') - Number(character === ')')) === 0,
      );
      return rest.slice(0, end);
    });
}

const LOCKS =
  /\bfor\s+(?:no\s+key\s+update|update|key\s+share|share)\b|set_config\s*\(|advisory|nextval\s*\(|draw_numbers?\s*\(|\b(?:declare|fetch)\s/i;

describe('`Transaction.read`, whose transaction may end with its packet,', () => {
  const all = sources.map((path) => readFileSync(path, 'utf8'));
  const textOf = (name: string): string =>
    all.map((text) => new RegExp(`\\bconst ${name} = (\`[^\`]*\`|'[^']*')`).exec(text)?.[1] ?? '').join('');
  /** The arguments of each reading, with the statements that they name. */
  const read = (text: string): string[] =>
    argumentsOf('db.read(', text).map((args) => args.replace(/\b[A-Z][A-Z_]{2,}\b/g, (name) => textOf(name)));

  it('locks nothing, and leaves nothing that lasts', () => {
    const found = all.flatMap(read);
    expect(found.length).toBeGreaterThan(100);
    expect(found.filter((text) => LOCKS.test(text))).toEqual([]);
  });

  it('would be found', () => {
    expect(
      read("ctx.db.read('select r.id from a.b r for no key update', [1])").filter((s) => LOCKS.test(s)),
    ).toHaveLength(1);
    expect(read('ctx.db.read(LOCK_SCHEDULES, [1])').filter((s) => LOCKS.test(s))).toHaveLength(1);
  });
});

describe('a statement that was sent', () => {
  const wrong: Record<string, string> = {
    'no tenant for a.b r': 'select r.c from a.b r where r.id = $1',
    'no tenant for a.d d': 'select 1 from a.b r left join a.d d on d.id = r.id where r.tenant_id = $1',
    'no tenant for a.d e':
      'select 1 from a.b r, lateral (select 1 from a.d e where e.id = r.id) v where r.tenant_id = $1',
    'no tenant for a.b q': 'select 1 from a.b q where q.tenant_id = $1 or q.id = $2',
    'no tenant for a.b s': 'update a.b s set c = 1 where s.id = $1',
    'no tenant for a.b t': 'delete from a.b t using a.d d where d.tenant_id = $1 and t.id = d.id',
    'no tenant for a.b': 'insert into a.b (c) values ($1)',
    'no tenant for a.d f': 'select 1 from a.b r join a.d f on f.tenant_id = r.tenant_id where r.tenant_id = $1',
    'a sub-select among VALUES': 'insert into a.b (tenant_id, c) values ($1, (select 1))',
    'WITH before an INSERT': 'with x as (select 1) insert into a.b (tenant_id) select $1 from x returning 1',
    'INSERT of a SELECT without RETURNING': 'insert into a.b (tenant_id, c) select $1, v from unnest($2::int[]) v',
    'now in an UPDATE': 'update a.b r set c = coalesce($2, now()) where r.tenant_id = $1',
    'nextval without kernel.coordinator': "select nextval('a.s')",
    'pg_notify without kernel.coordinator': 'select pg_notify($1, $2) from a.b where tenant_id = $3',
    'nextval in an UPDATE':
      "insert into a.b (tenant_id) values ($1) on conflict (tenant_id) do update set c = nextval('a.s')",
    'SVFOP_CURRENT_TIMESTAMP in an UPDATE': 'update a.b r set c = current_timestamp where r.tenant_id = $1',
    'an instant and an interval in an UPDATE or DELETE':
      "update a.b r set c = case when r.d <= $2::timestamptz + interval '3 days' then 3 end where r.tenant_id = $1",
    'a CASE with an operand': 'update a.b r set c = case r.d when 1 then 2 end where r.tenant_id = $1',
    MERGE: 'merge into a.b r using (select 1 as id) v on r.tenant_id = $1 when matched then do nothing',
  };
  const right = [
    "select nextval('a.s') from kernel.coordinator cross join generate_series(1, $1::integer)",
    'select pg_notify($1, $2) from kernel.coordinator',
    'select r.c from a.b r join a.d d on d.tenant_id = $1 and d.id = r.d where r.tenant_id = $1 and (r.e or r.f)',
    'select exists (select 1 from a.b where tenant_id = $1), x from unnest($2::text[]) x join core.tenants t on true',
    'insert into a.b (tenant_id, c) select $1, v from unnest($2::int[]) v on conflict do nothing returning 1',
    'insert into a.b (tenant_id, c) values ($1, a.draw($2)) on conflict (tenant_id) do update set c = excluded.c',
    'update a.b r set c = v.c from unnest($2::int[]) v (c) where r.tenant_id = any($1) and r.id = v.c',
    "delete from a.b r where r.tenant_id = $1 and (r.c at time zone interval '8 hours')::date = $2",
    'BEGIN',
    "SET LOCAL app.tenant_id = 'x'",
  ];

  it.each(Object.entries(wrong))('is found out: %s', async (fault, text) => {
    expect(await faultsOf(text)).toEqual([fault]);
    expect(asksAcross(text)).toBe(false);
  });

  it.each(right)('is right: %s', async (text) => {
    expect(await faultsOf(text)).toEqual([]);
  });

  it('on a cluster takes the rows of an INSERT from VALUES or from a table', async () => {
    const listed = 'insert into a.b (tenant_id, c) select $1, v from unnest($2::int[]) v returning 1';
    expect(await faultsOf(listed, true)).toEqual(['INSERT of a SELECT of no table']);
    for (const text of [
      'insert into a.b (tenant_id, c) values ($1, $2), ($1, $3)',
      'insert into a.b (tenant_id, c) select r.tenant_id, r.c from a.d r where r.tenant_id = $1 returning 1',
    ])
      expect(await faultsOf(text, true)).toEqual([]);
  });
});
