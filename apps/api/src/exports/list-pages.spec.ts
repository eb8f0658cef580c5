import { Page } from '@usaha/shared';
import { CursorPage } from '../wire/cursor-page.js';
import { ROWS } from '../wire/rows-at-once.js';
import { ROWS_AT_ONCE, rowsOf, type ReadPart } from './list-pages.js';

/** all rows of a list, by its cursors or pages. */

type Row = { id: number };
const numbered = (from: number, to: number): Row[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ id: from + i }));

async function all(read: ReadPart, ascends = false): Promise<number[]> {
  const ids: number[] = [];
  for await (const rows of rowsOf(read, ascends)) ids.push(...rows.map(({ id }) => id as number));
  return ids;
}

/** A list in pages, to which entries are added before each of its parts is read. */
function pagedList(entries: Row[], size: number, come: (list: Row[]) => void): ReadPart {
  return async ({ page = 1, [ROWS]: asked }) => {
    expect(asked).toBe(ROWS_AT_ONCE);
    const number = page as number;
    const shown = new Page(entries.slice((number - 1) * size, number * size), entries.length, { page: number, size });
    come(entries);
    return shown;
  };
}

const ids = (rows: readonly Row[]): number[] => rows.map(({ id }) => id);

it.each([0, 1, 19, 20, 21, 40, 101])('%i rows of a list in pages of 20', async (count) => {
  const rows = numbered(1, count);
  expect(
    await all(
      pagedList([...rows], 20, () => undefined),
      false,
    ),
  ).toEqual(ids(rows));
});

it.each([1, 7, 20, 33, 64])(
  '%i entries that come before each part, at the beginning, make no other come twice',
  async (each) => {
    const rows = numbered(1_000, 1_150);
    let next = 999;
    let added = 0;
    const read = pagedList([...rows], 20, (list) => {
      if ((added += 1) > 12) return;
      for (let i = 0; i < each; i += 1) list.unshift({ id: next-- });
    });
    expect(await all(read)).toEqual(ids(rows));
  },
);

it('entries that come at the end are rows, too', async () => {
  let next = 42;
  const read = pagedList(numbered(1, 41), 20, (list) => next <= 60 && list.push({ id: next++ }));
  expect(await all(read, true)).toEqual(ids(numbered(1, 43)));
});

it('a list with cursors is followed by them', async () => {
  const asked: unknown[] = [];
  const parts = [numbered(1, 3), numbered(4, 6), numbered(7, 7)];
  const read: ReadPart = async ({ cursor, page }) => {
    asked.push([cursor, page]);
    const at = asked.length;
    const next_cursor = at < 3 ? `after ${at}` : null;
    return new Page(parts[at - 1] ?? [], 0, { page: 1, size: 3 }, { has_more: at < 3, next_cursor });
  };
  expect(await all(read)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(asked).toEqual([
    ['*', undefined],
    ['after 1', undefined],
    ['after 2', undefined],
  ]);
});

it('so is a feed, and a list that is given whole is one part', async () => {
  const read: ReadPart = async ({ cursor }) =>
    cursor === '*'
      ? new CursorPage([{ id: 1 }], { page_size: 1, has_more: true, next_cursor: 'a' })
      : new CursorPage([{ id: 2 }], { page_size: 1, has_more: false, next_cursor: 'b' });
  expect(await all(read)).toEqual([1, 2]);
  expect(await all(async () => [{ id: 1 }, { id: 2 }])).toEqual([1, 2]);
});
