import { Page } from '@usaha/shared';
import { CursorPage } from '../wire/cursor-page.js';
import { ROWS } from '../wire/rows-at-once.js';

/** Rows of the first part of a list. */
export const ROWS_AT_ONCE = 200;
/** Rows of a part at least and at most, and about how many characters a part may have. */
const FEWEST = 20;
const MOST = 2_000;
const MOST_CHARACTERS = 4_000_000;
/** Milliseconds from which a part takes long: where rows are searched for each part, fewer parts are less work. */
const SLOW_MS = 50;

type Row = Readonly<Record<string, unknown>>;

/** Reads a part of a list in a short, separate transaction. @param part parameters of pages */
export type ReadPart = (part: Readonly<Record<string | symbol, unknown>>) => Promise<unknown>;

/**
 * All rows of a list, part by part; nothing is held between two of them. A list with cursors is followed by them: a row that stays
 * comes once. Another list is paged: of entries that are added at its beginning meanwhile, none makes another come twice.
 * @param ascends whether entries are added at its end
 * @throws what the list throws
 */
export async function* rowsOf(read: ReadPart, ascends: boolean): AsyncGenerator<readonly Row[], void, undefined> {
  const first = await read({ cursor: '*', [ROWS]: ROWS_AT_ONCE });
  if (first instanceof CursorPage) yield* following(first as CursorPage<Row>, read);
  else if (!(first instanceof Page)) yield first as readonly Row[];
  else if (first.followed) yield* followed(first as Page<Row>, read);
  else yield* paged(first as Page<Row>, read, ascends);
}

/** Rows of the next part: more after one that took long, fewer of long rows. */
export function nextRows(size: number, milliseconds: number, rows: readonly Row[]): number {
  const fitting = Math.floor(MOST_CHARACTERS / (JSON.stringify(rows[0] ?? null).length + 1));
  return Math.max(FEWEST, Math.min(milliseconds > SLOW_MS ? size * 2 : size, MOST, fitting));
}

async function* followed(first: Page<Row>, read: ReadPart): AsyncGenerator<readonly Row[], void, undefined> {
  let size = nextRows(ROWS_AT_ONCE, 0, first.rows);
  for (let page = first; ;) {
    yield page.rows;
    const cursor = page.followed?.next_cursor ?? null;
    if (cursor === null) return;
    const begun = performance.now();
    page = (await read({ cursor, [ROWS]: size })) as Page<Row>;
    size = nextRows(size, performance.now() - begun, page.rows);
  }
}

async function* following(first: CursorPage<Row>, read: ReadPart): AsyncGenerator<readonly Row[], void, undefined> {
  for (let page = first; ;) {
    yield page.rows;
    const { has_more, next_cursor } = page.pagination;
    if (!has_more || next_cursor === null) return;
    page = (await read({ cursor: next_cursor })) as CursorPage<Row>;
  }
}

async function* paged(
  first: Page<Row>,
  read: ReadPart,
  ascends: boolean,
): AsyncGenerator<readonly Row[], void, undefined> {
  const { size } = first.request;
  const added = (page: Page<Row>): number => (ascends ? 0 : Math.max(0, page.total - first.total));
  const partAt = (place: number): number => Math.floor(place / size);
  yield first.rows;
  let given = first.rows.length;
  for (let page = first; page.rows.length === size;) {
    let asked = -1;
    let place = given + added(page);
    // Entries that came while it was read have moved it to a later part.
    for (; partAt(place) !== asked; place = given + added(page)) {
      asked = partAt(place);
      page = (await read({ page: asked + 1, [ROWS]: ROWS_AT_ONCE })) as Page<Row>;
    }
    const rows = page.rows.slice(place % size);
    given += rows.length;
    yield rows;
  }
}
