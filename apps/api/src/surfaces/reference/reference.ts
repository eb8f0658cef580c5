import { invalid, type PageRequest } from '@usaha/shared';
import { messages } from '../../http/messages.js';
import { choices } from '../../wire/choices.js';
import { param } from '../../wire/param.js';
import { codes, type Dialect } from '../../wire/dialect.js';
import { ROWS } from '../../wire/rows-at-once.js';

/** `page_size` above this is taken as this, and the effective value is reported. */
const MOST_ROWS = 100;

/** The reference surface: every answer in an envelope, a list as an array in `data` with `pagination` next to it. */
export const reference: Dialect = {
  name: 'reference',
  prefix: '/api/v1',
  sizeParameter: 'page_size',
  listParameters: ['sort', 'fields', 'cursor', 'updated_since'],
  status: {
    invalid: 400,
    unauthenticated: 401,
    payment_failed: 402,
    forbidden: 403,
    not_found: 404,
    conflict: 409,
    method_not_allowed: 405,
    precondition_failed: 412,
    too_large: 413,
    too_many: 429,
    internal: 500,
    unavailable: 503,
  },
  single: (body) => ({ success: true, data: body }),
  inside: (body) => (body as { data: unknown }).data,
  page: (_name, rows, { page, size, total, pages }) => ({
    success: true,
    data: rows,
    pagination: { page, page_size: size, total, pages },
  }),
  followed: (rows, pagination, sync) => ({ success: true, data: rows, pagination, ...(sync ? { sync } : {}) }),
  error: ({ kind, code, message, errors, details }, timestamp) => ({
    success: false,
    error: {
      code: code ?? codes[kind],
      message,
      ...(errors ? { errors: errors.map(({ field, message: text }) => ({ field, message: text })) } : {}),
      ...(details ? { details } : {}),
      timestamp,
    },
  }),
};

/** The parameters of every list. */
export class ReferencePage {
  @param.position('Page number, from 1', 1) page?: number;
  @param.position(`Rows on a page; at most ${MOST_ROWS}, more is taken as ${MOST_ROWS}`, 20)
  page_size?: number;
  @param.text(
    'Fields of the rows to answer, separated by commas, in addition to id; the others are absent (A-507)',
    'id,updated_at',
    {
      max: 2_000,
    },
  )
  fields?: string;
}

/** The parameters of a list, and the fields that it is sorted by. */
export function sortedBy(...fields: readonly string[]) {
  const words = fields.flatMap((name) => name.split('_'));
  const name = `SortBy${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}`;
  const orders = choices(
    name,
    fields.flatMap((field) => [field, `-${field}`]),
  );
  class SortedQuery extends ReferencePage {
    @param.choice('Field to sort by, with - before it descending; texts ignoring case, null last (A-504)', orders)
    sort?: string;
  }
  return SortedQuery;
}

/** The same of a list of records, which is followed by a cursor too. @param sorts further fields that it is sorted by */
export function RecordList(...sorts: readonly string[]) {
  class RecordListQuery extends sortedBy('created_at', 'updated_at', ...sorts) {
    @param.text(
      'Follows the list instead of paging it: * for its first rows, then next_cursor, with the same filters and sort. pagination is a CursorPagination, and a row that stays comes once. 400 with page (A-506)',
      '*',
      { max: 2_000 },
    )
    cursor?: string;
    @param.instant(
      'Only records that were changed at or after an instant, the oldest change first, for a copy of the list: deleted ones are {id, deleted: true, deleted_at, updated_at}. Paged by cursor. The last page has sync {next_updated_since}, which is asked for next: recent rows come again, and none is missed. With page_size, cursor and fields alone: what leaves a filter would stay in the copy (A-505)',
      '2026-03-10T08:30:00.000Z',
    )
    updated_since?: Date;
  }
  return RecordListQuery;
}

/** A list of records without filters. */
export class RecordPage extends RecordList() {}

/** A list of entries that are never changed, without filters. */
export class EntryPage extends sortedBy('created_at') {}

const sortOf = (sort: string) => ({ field: sort.replace(/^-/, ''), descending: sort.startsWith('-') });
const namesIn = (list: string): string[] => list.split(',').map((name) => name.trim());

type ListQuery = ReferencePage & { sort?: string; cursor?: string; updated_since?: Date; [ROWS]?: number };

/**
 * What part of a list a query asks for.
 * @throws invalid for a page of what is followed by a cursor, and for a page, an order or filters of changes
 */
export function pageOf(query: ListQuery): PageRequest {
  const { page, page_size = 20, fields, sort, updated_since } = query;
  const wrong = updated_since && namesAsked(query).find((name) => !OF_CHANGES.includes(name));
  if (wrong !== undefined) throw invalid('updated_since', messages.changesWith({ name: wrong }));
  const cursor = query.cursor ?? (updated_since ? '*' : undefined);
  if (cursor !== undefined && page !== undefined) throw invalid('cursor', messages.cursorWithPage());
  return {
    page: page ?? 1,
    size: query[ROWS] ?? Math.min(page_size, MOST_ROWS),
    ...(fields === undefined ? {} : { fields: ['id', ...namesIn(fields)] }),
    ...(sort === undefined ? {} : { sort: sortOf(sort) }),
    ...(cursor === undefined ? {} : { cursor: { after: cursor === '*' ? null : cursor, asked: filtersIn(query) } }),
    ...(updated_since ? { updated_since } : {}),
  };
}

const namesAsked = (query: ListQuery): string[] =>
  Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [name]));

/** The filters of a query as a text, the same for equal ones. */
const filtersIn = (query: ListQuery): string =>
  JSON.stringify(
    Object.entries(query)
      .filter(([name, value]) => value !== undefined && !OF_PAGES.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
const OF_PAGES = ['page', 'page_size', 'fields', 'sort', 'cursor'];
/** Parameters that go with `updated_since`. */
const OF_CHANGES = ['updated_since', 'page_size', 'fields', 'cursor'];

/** What DELETE answers. */
export { DeletedView, deleted } from './deleted.wire.js';
