import { Page, invalid } from '@usaha/shared';
import { fieldsOf } from '../../wire/declared-fields.js';
import type { Dialect } from '../../wire/dialect.js';
import type { RouteShape } from '../../wire/route.js';
import { messages } from '../messages.js';

/**
 * Refuses a parameter that the list lacks, as rows in another order or with other fields than asked for are wrong data,
 * and names of fields that its rows lack. @throws invalid
 */
export function requireListed(
  { listParameters }: Dialect,
  query: URLSearchParams,
  { view }: RouteShape,
  { request }: Page<unknown>,
): void {
  for (const name of listParameters)
    if (query.getAll(name).at(-1) && !(name in request)) throw invalid(name, messages.listLacks({ name }));
  const unknown = request.fields?.find((name) => name !== 'id' && !fieldsOf(view).has(name));
  if (unknown !== undefined)
    throw invalid('fields', messages.fieldUnknown({ name: unknown, known: [...fieldsOf(view).keys()] }));
}

/** How long after its instant a change is committed at the latest: a request ends before, and so does a batch of a job. */
export class LatestCommit {
  private readonly milliseconds: number;

  constructor(requestTimeoutMs: number) {
    this.milliseconds = requestTimeoutMs + 60_000;
  }

  /** From where a reading of changes goes on: what was committed meanwhile has an instant from then on. @param begun when it was begun */
  syncOf(begun: Date): { next_updated_since: Date } {
    return { next_updated_since: new Date(begun.getTime() - this.milliseconds) };
  }
}

/** The rows of a page with the fields that are asked for; of deleted ones all that is told. */
export function shownRows({ rows, request: { fields } }: Page<unknown>): unknown[] {
  if (!fields) return rows;
  const asked = new Set(fields);
  const part = (row: object): object => Object.fromEntries(Object.entries(row).filter(([name]) => asked.has(name)));
  return rows.map((row) => (Page.isTombstone(row) ? row : part(row as object)));
}
