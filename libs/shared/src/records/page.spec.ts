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

  const [now, earlier] = [new Date('2026-03-10T08:30:00Z'), new Date('2026-03-09T08:30:00Z')];
  const records = [
    { id: 'a', name: 'Siti', deleted_at: null, updated_at: earlier },
    { id: 'b', name: 'Nur', deleted_at: earlier, updated_at: now },
  ];
  const named = Object.assign(({ id, name }: { id: string; name: string }) => ({ id, name }), {
    part:
      () =>
      ({ id }: { id: string }) => ({ id, name: '' }),
  });

  it('are tombstones of deleted ones where changes are asked for, of which no other field is told (A-505)', () => {
    const tombstone = { id: 'b', deleted: true, deleted_at: earlier, updated_at: now };
    const request = { page: 1, size: 2, updated_since: earlier };
    const shown = new Page(records, 0, request).map(named);
    expect(shown.rows).toEqual([{ id: 'a', name: 'Siti' }, tombstone]);
    // What a view makes of them, a further one leaves alone.
    expect(shown.map(({ name }) => ({ name })).rows).toEqual([{ name: 'Siti' }, tombstone]);
    expect(new Page(records, 0, { ...request, fields: ['id'] }).map(named).rows).toEqual([
      { id: 'a', name: '' },
      tombstone,
    ]);
    expect(shown.rows.map((row) => Page.isTombstone(row))).toEqual([false, true]);
  });

  it('are as they are where a list of deleted ones is asked for otherwise', () => {
    expect(new Page(records, 2, { page: 1, size: 2 }).map(named).rows).toEqual([
      { id: 'a', name: 'Siti' },
      { id: 'b', name: 'Nur' },
    ]);
  });
});
