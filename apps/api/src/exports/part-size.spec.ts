import { PartSize } from './part-size.js';

/** how many rows of a list are read at once. */

/** Rows of each part, where a part takes the time that is given for its rows. */
function sizes(takes: (rows: number) => number, parts: number, characters = 500): number[] {
  const size = new PartSize();
  const first = { id: 'x'.repeat(characters) };
  size.read(0, first);
  return Array.from({ length: parts }, () => {
    const { rows } = size;
    size.read(takes(rows), first);
    return rows;
  });
}

it('parts stay small where they are quick', () => {
  expect(sizes((rows) => rows / 20, 4)).toEqual([100, 100, 100, 100]);
});

it('parts grow where each of them is searched for, up to 1,600 rows', () => {
  expect(sizes((rows) => 200 + rows / 20, 8)).toEqual([100, 200, 400, 800, 1_600, 1_600, 1_600, 1_600]);
});

it('parts grow no more once a row takes as long in a larger one: the machine is busy', () => {
  expect(sizes((rows) => rows, 5)).toEqual([100, 200, 100, 100, 100]);
  expect(sizes((rows) => 100 + rows, 6)).toEqual([100, 200, 400, 200, 200, 200]);
});

it.each([
  [80_000, 49],
  [1_000_000, 20],
])('parts of rows of %i characters have %i rows', (characters, rows) => {
  expect(sizes(() => 10, 2, characters)).toEqual([rows, rows]);
});
