import { Page } from '@usaha/shared';
import { CursorPage } from '../wire/cursor-page.js';
import { ROWS } from '../wire/rows-at-once.js';
import { PartSize } from './part-size.js';

/** Rows of the first part of a list, and of each part of one without cursors. */
export const ROWS_AT_ONCE = 200;

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

async function* followed(first: Page<Row>, read: ReadPart): AsyncGenerator<readonly Row[], void, undefined> {
  const size = new PartSize();
  size.read(0, first.rows[0]);
  for (let page = first; ;) {
    yield page.rows;
    const cursor = page.followed?.next_cursor ?? null;
    if (cursor === null) return;
    const begun = performance.now();
    page = (await read({ cursor, [ROWS]: size.rows })) as Page<Row>;
    size.read(performance.now() - begun, page.rows[0]);
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
