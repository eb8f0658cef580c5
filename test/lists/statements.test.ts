import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What a distributed PostgreSQL takes otherwise than a single one, or not at all: none of it stands in a statement of ours. */

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
      /\bupdate\s+[a-z_.${}]+(?:\s+\w+)?\s+set\b[^`]*?\b(?:now|clock_timestamp|random|gen_random_uuid|uuidv7|nextval)\s*\(/gi,
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
