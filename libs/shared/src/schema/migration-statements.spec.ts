import { statementsOf } from './migration-statements.js';

describe('the statements of a migration', () => {
  it.each<[string, string, string[]]>([
    ['one', 'select 1', ['select 1']],
    ['one with its semicolon', ' select 1;\n', ['select 1']],
    ['several', 'create table a (b int);\ncreate index on a (b);', ['create table a (b int)', 'create index on a (b)']],
    ['a text with a semicolon', `select 'a;b''c;'; select 2`, [`select 'a;b''c;'`, 'select 2']],
    ['a name with one', 'select 1 as "a;b"; select 2', ['select 1 as "a;b"', 'select 2']],
    ['a block', 'do $$ begin a; end $$; select 2', ['do $$ begin a; end $$', 'select 2']],
    ['a block with a tag', 'do $a$ begin $$;$$; end $a$; select 2', ['do $a$ begin $$;$$; end $a$', 'select 2']],
    ['comments with one', '-- a; b\nselect 1; /* c; d */ select 2;', ['-- a; b\nselect 1', '/* c; d */ select 2']],
    ['comments alone at the end', 'select 1; -- that is all;\n/* ; */', ['select 1']],
    ['nothing', ' \n', []],
  ])('%s', (_, text, statements) => {
    expect(statementsOf(text)).toEqual(statements);
  });

  it('leave nothing out but semicolons and white space', () => {
    const text = `create table a.b (c text default ';'); -- why; so\n  create function d() returns text as $$ select ';'; $$ language sql;`;
    expect(statementsOf(text).join('').replace(/\s/g, '').length).toBe(text.replace(/\s/g, '').length - 2);
  });
});
