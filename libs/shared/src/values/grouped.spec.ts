import { grouped } from './grouped.js';

it('keeps groups and records in the order in which they came, null as a group too', () => {
  const marks = ['bm 1', 'math 1', 'bm 2', '3'].map((text) => ({ text, subject: /^[a-z]+/.exec(text)?.[0] ?? null }));
  const groups = [...grouped(marks, ({ subject }) => subject)].map(([key, of]) => [key, of.map(({ text }) => text)]);
  expect(groups).toEqual([
    ['bm', ['bm 1', 'bm 2']],
    ['math', ['math 1']],
    [null, ['3']],
  ]);
  expect(grouped([], String)).toEqual(new Map());
});
