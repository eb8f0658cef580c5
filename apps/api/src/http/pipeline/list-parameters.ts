import { invalid, type Page } from '@usaha/shared';
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

/** The rows of a page with the fields that are asked for. */
export function shownRows({ rows, request: { fields } }: Page<unknown>): unknown[] {
  if (!fields) return rows;
  const asked = new Set(fields);
  return rows.map((row) => Object.fromEntries(Object.entries(row as object).filter(([name]) => asked.has(name))));
}
