import { insertsOfValues } from './rows-as-values.js';

describe('insertsOfValues', () => {
  const shape = { head: 'insert into x (t, n, a)', common: ['$1', '1'], values: ['T'] };

  it('says what rows have in common once, and each row with its own placeholders', () => {
    expect(insertsOfValues({ ...shape, tail: 'on conflict do nothing' }, [['a'], ['b']])).toEqual([
      {
        text: 'insert into x (t, n, a) values ($1, 1, $2), ($1, 1, $3) on conflict do nothing',
        values: ['T', 'a', 'b'],
      },
    ]);
  });

  it('sends every row once, in order, in statements of few or a power of two of them: at most eight texts', () => {
    const rows = Array.from({ length: 203 }, (_, i) => [i]);
    const statements = insertsOfValues(shape, rows);
    expect(statements.map(({ values }) => values.length - 1)).toEqual([64, 64, 64, 8, 3]);
    expect(statements.flatMap(({ values }) => values.slice(1))).toEqual(rows.flat());
    const texts = [200, 127, 65, 3].flatMap((length) => insertsOfValues(shape, rows.slice(0, length)));
    expect(new Set([...texts, ...statements].map(({ text }) => text)).size).toBe(7);
  });

  it('sends nothing for no rows', () => {
    expect(insertsOfValues(shape, [])).toEqual([]);
  });
});
