import { KnownStatements, onlyReads } from './known-statements.js';

describe('statements that are kept prepared', () => {
  it('have one name each', () => {
    const statements = new KnownStatements(3);
    const given = ['select 1', 'select 2', 'select 1'].map((text) => statements.of(text).name);
    expect(new Set(given).size).toBe(2);
    expect(given[2]).toBe(given[0]);
  });

  it('are so many at most; others have no name, and those that have one keep it', () => {
    const statements = new KnownStatements(3);
    const first = statements.of('select 0').name;
    const given = Array.from({ length: 1_000 }, (_, i) => statements.of(`select ${i}`).name);
    expect(given.filter((name) => name !== undefined)).toHaveLength(3);
    expect(statements.size).toBe(3);
    expect(statements.of('select 0').name).toBe(first);
  });
});

describe('a statement only reads', () => {
  it.each([
    'select r.id from core.users r where r.tenant_id = $1',
    '\n  with found as (select 1) select * from found',
    'select r.updated_at, r.shared_with, r.deleted_at from a.b r limit 20',
  ])('where it leaves nothing behind: %s', (text) => {
    expect(onlyReads(text)).toBe(true);
  });

  it.each([
    'select r.id from core.users r for update',
    'select r.id from core.users r for no key update skip locked',
    'select r.id from core.users r for  key share',
    `select set_config('plan_cache_mode', 'force_custom_plan', true)`,
    'select pg_advisory_xact_lock($1)',
    'select kernel.draw_number($1, $2)',
    'select pg_notify($1, $2)',
    'with made as (insert into a.b (c) values (1) returning c) select c from made',
    'declare report no scroll cursor for select 1',
    'fetch 1000 from report',
    'insert into a.b (c) values (1)',
    'update a.b r set c = 1',
    'delete from a.b r',
    'explain analyze delete from a.b',
  ])('and not where its transaction has to go on: %s', (text) => {
    expect(onlyReads(text)).toBe(false);
  });
});
