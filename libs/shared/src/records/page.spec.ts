import fc from 'fast-check';
import { Page, offsetOf } from './page.js';

describe('a page', () => {
  it.each([
    [0, 20, 0],
    [1, 20, 1],
    [20, 20, 1],
    [21, 20, 2],
    [5, 1, 5],
  ])('%d rows by %d are %d pages', (total, size, pages) => {
    expect(new Page([], total, { page: 1, size }).pages).toBe(pages);
  });

  it('keeps its numbers when its rows are shown', () => {
    const page = new Page([1, 2], 12, { page: 3, size: 2 }).map(String);
    expect(page).toEqual(new Page(['1', '2'], 12, { page: 3, size: 2 }));
    expect(page.pages).toBe(6);
  });

  it('begins where the one before it ended', () => {
    expect(offsetOf({ page: 1, size: 20 })).toBe(0);
    expect(offsetOf({ page: 3, size: 20 })).toBe(40);
  });

  it('has an offset that PostgreSQL takes, however far out it is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
        fc.integer({ min: 1, max: 1_000 }),
        (page, size) => {
          const offset = offsetOf({ page, size });
          expect(Number.isSafeInteger(offset) && offset >= 0).toBe(true);
          expect(String(offset)).toMatch(/^\d+$/);
        },
      ),
    );
  });
});

describe('the rows of a page', () => {
  const view = Object.assign((row: number) => ({ id: row, double: row * 2 }), {
    part: (fields: readonly string[]) => (row: number) => ({
      id: row,
      double: fields.includes('double') ? row * 2 : 0,
    }),
  });

  it('are shown whole, or in the fields that are asked for (A-507)', () => {
    expect(new Page([2], 1, { page: 1, size: 2 }).map(view).rows).toEqual([{ id: 2, double: 4 }]);
    expect(new Page([2], 1, { page: 1, size: 2, fields: ['id'] }).map(view).rows).toEqual([{ id: 2, double: 0 }]);
  });
});
