import { aliasKeySql, groupKey, sqlTable, textGroups } from './text-groups.js';

it.each([
  [' Food\t', 'food'],
  ['food', 'food'],
  [' \r\n', ''],
  ['', ''],
  [null, ''],
  ['Air Minuman', 'air minuman'],
])('the key of %j is %j', (text, key) => expect(groupKey(text)).toBe(key));

it('a table that SQL reads is one literal, also with a quotation mark in it', () =>
  expect(sqlTable([["touch 'n go", 'tng']])).toBe(`'{"touch ''n go":"tng"}'::jsonb`));

it('what stands for none is said in key and label, or null', () => {
  const [named, unnamed] = [textGroups('unknown'), textGroups(null, aliasKeySql({ cash: ['tunai'] }))];
  expect([named.key('x'), named.label('x', 'n')]).toEqual([
    expect.stringContaining(`'unknown')`),
    expect.stringMatching(/order by n desc, x collate "C".*'unknown'\)$/s),
  ]);
  expect(unnamed.label('x', 'n')).toMatch(/, null\)$/);
});
