import { cutForCitus, setsStorage, workedOutFirst } from './citus-statements.js';

const cut = (statement: string) => cutForCitus(statement).statements;

describe('a statement that Citus takes', () => {
  it.each([
    'drop index a.b',
    'drop function a.b(uuid, text)',
    'alter table a.b add column c text, add column d numeric(14, 2) not null default 0',
    'alter table a.b add constraint c check (d in (1, 2))',
    "alter table a.b add column c text default 'check (x), y'",
    'alter table a.b drop column c, alter column d drop default',
    'create index c on a.b (d, e) where f is null',
    "update a.b set c = 'drop index d, e'",
    'do $$ begin drop table a.b, a.c; end $$',
  ])('stays as it is: %s', (statement) => expect(cutForCitus(statement)).toEqual({ statements: [statement] }));
});

describe('a list in a DROP', () => {
  it.each<[string, string[]]>([
    ['drop index a.b, a.c', ['drop index a.b', 'drop index a.c']],
    [
      'DROP TABLE IF EXISTS a.b,\n a.c CASCADE',
      ['DROP TABLE IF EXISTS a.b CASCADE', 'DROP TABLE IF EXISTS a.c CASCADE'],
    ],
    ['drop function a.b(uuid, text), a.c', ['drop function a.b(uuid, text)', 'drop function a.c']],
    ['drop index a.b, -- and\n a.c', ['drop index a.b', 'drop index a.c']],
  ])('is cut: %s', (statement, statements) => expect(cut(statement)).toEqual(statements));
});

describe('a constraint among other changes of a table', () => {
  it('is added behind them, with its name', () => {
    expect(
      cut(`alter table a.b
        add column c numeric(14, 2) not null default 0
          constraint b_c_check check (c between 0 and total),
        drop constraint b_d,
        add constraint b_d check (d in ('x', 'y; z'))`),
    ).toEqual([
      'alter table a.b add column c numeric(14, 2) not null default 0, drop constraint b_d',
      'alter table a.b add constraint b_c_check check (c between 0 and total)',
      "alter table a.b add constraint b_d check (d in ('x', 'y; z'))",
    ]);
  });

  it('without a name tells what its name is made of', () => {
    expect(
      cut("alter table a.b add column c text not null check (c <> 'total') default 'x', add column d text"),
    ).toEqual([
      "alter table a.b add column c text not null  default 'x', add column d text",
      { table: 'a.b', condition: "(c <> 'total')", words: ['c'] },
    ]);
  });

  it('of a column alone is taken off too', () => {
    expect(cut('alter table a.b add column c integer check (c >= (0))')).toEqual([
      'alter table a.b add column c integer',
      { table: 'a.b', condition: '(c >= (0))', words: ['c'] },
    ]);
  });
});

describe('a new table', () => {
  it('has its keys to other tables of tenants added afterwards', () => {
    const { statements, made } = cutForCitus(`create table a.b (
        tenant_id uuid not null, -- of (whom
        id uuid not null,
        c_id uuid,
        amount numeric(14, 2) not null check (amount > 0),
        primary key (tenant_id, id),
        constraint b_tenant foreign key (tenant_id) references core.tenants (id),
        constraint b_c foreign key (tenant_id, c_id) references a.c (tenant_id, id)
      )`);
    expect(statements.map((one) => (typeof one === 'string' ? one.replace(/\s+/g, ' ') : one))).toEqual([
      'create table a.b (tenant_id uuid not null, id uuid not null, c_id uuid, amount numeric(14, 2) not null check (amount > 0), primary key (tenant_id, id), constraint b_tenant foreign key (tenant_id) references core.tenants (id))',
    ]);
    expect(made).toEqual({
      path: 'a.b',
      isOfTenants: true,
      keys: ['alter table a.b add constraint b_c foreign key (tenant_id, c_id) references a.c (tenant_id, id)'],
    });
  });

  it('is whole on every node where its key does not begin with the tenant', () => {
    const statement = 'create table a.b (name text primary key, tenant_id uuid not null references core.tenants (id))';
    expect(cutForCitus(statement)).toEqual({
      statements: [statement],
      made: { path: 'a.b', isOfTenants: false, keys: [] },
    });
  });
});

describe('an UPDATE with its values worked out first', () => {
  it('says the same', () => {
    const other = workedOutFirst(
      `update a.b s set c = case when d > e then d else e - interval '10 minutes, where' end, f = 1 where g = 'x'`,
      ['tenant_id', 'id'],
    );
    expect(other?.replace(/\s+/g, ' ')).toBe(
      `update a.b s set c = worked_out.value_0, f = worked_out.value_1 from (select s.tenant_id, s.id, case when d > e then d else e - interval '10 minutes, where' end as value_0, 1 as value_1 from a.b s where g = 'x' offset 0) worked_out where worked_out.tenant_id = s.tenant_id and worked_out.id = s.id`,
    );
  });

  it('calls a table without another name by its own', () => {
    expect(workedOutFirst('update a.b set c = now()', ['id'])?.replace(/\s+/g, ' ')).toBe(
      'update a.b b set c = worked_out.value_0 from (select b.id, now() as value_0 from a.b b offset 0) worked_out where worked_out.id = b.id',
    );
  });

  it.each([
    'update a.b s set c = n.d from a.n n where n.id = s.id',
    'update a.b s set c = 1 returning id',
    'update a.b set (c, d) = (1, 2)',
    'delete from a.b',
  ])('is not made of %s', (statement) => expect(workedOutFirst(statement, ['id'])).toBeUndefined());
});

it.each<[string, boolean]>([
  ['alter table a.b alter column c set storage external', true],
  ['ALTER TABLE a.b ALTER c SET STORAGE main', true],
  ['alter table a.b alter column c set default 1', false],
  ["update a.b set c = 'alter table a.b alter c set storage main'", false],
])('%s says how a column is stored: %s', (statement, is) => expect(setsStorage(statement)).toBe(is));
