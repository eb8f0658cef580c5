import { readFileSync } from 'node:fs';
import { checksumsOf } from '../../libs/shared/dist/index.js';
import { migrations } from '../../apps/api/dist/persistence.js';
import { workerState } from '../support/state.js';
import { sql } from '../support/system-database.js';

/** Released migrations never change: databases were made with them. The list of their checksums only grows. */

const FILE = 'test/lists/migrations.json';
const released = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;

/** What is wrong with migrations beside the list, each in a line that says what to do. */
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

describe('what a distributed PostgreSQL asks of the schema', () => {
  it('no column numbers itself but those that did before this was known', async () => {
    const rows = await sql<{ path: string }>(
      workerState().ownerUrl as string,
      `select n.nspname || '.' || c.relname || '.' || a.attname as path
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and n.nspname not like 'pg\\_%'
         and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) ~ 'nextval')
       order by path`,
    );
    // An identity column cannot be distributed; numbers of a tenant come from kernel.draw_number.
    expect(rows.map(({ path }) => path)).toEqual(['core.users.number', 'public.usaha_migrations.id']);
  });
});
