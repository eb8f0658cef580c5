import { PreparedStatementNames } from './prepared-statement-names.js';

describe('statements that are kept prepared', () => {
  it('have one name each', () => {
    const names = new PreparedStatementNames(3);
    const given = ['select 1', 'select 2', 'select 1'].map((text) => names.of(text));
    expect(new Set(given).size).toBe(2);
    expect(given[2]).toBe(given[0]);
  });

  it('are a bounded number; others have no name, and those that have one keep it', () => {
    const names = new PreparedStatementNames(3);
    const first = names.of('select 0');
    const given = Array.from({ length: 1_000 }, (_, i) => names.of(`select ${i}`));
    expect(given.filter((name) => name !== undefined)).toHaveLength(3);
    expect(names.size).toBe(3);
    expect(names.of('select 0')).toBe(first);
  });
});
