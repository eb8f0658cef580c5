import { param } from '../../wire/param.js';
import { codes, type Dialect } from '../../wire/dialect.js';

/** `page_size` above this is taken as this, and the effective value is reported. */
const MOST_ROWS = 100;

/** The reference surface: every answer in an envelope, a list as an array in `data` with `pagination` next to it. */
export const reference: Dialect = {
  name: 'reference',
  prefix: '/api/v1',
  sizeParameter: 'page_size',
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
  followed: (rows, pagination) => ({ success: true, data: rows, pagination }),
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

/** `page` and `page_size` of every list. */
export class ReferencePage {
  @param.position('Page number, from 1', 1) page?: number;
  @param.position(`Rows on a page; at most ${MOST_ROWS}, more is taken as ${MOST_ROWS}`, 20)
  page_size?: number;
}

export const pageOf = ({ page = 1, page_size = 20 }: ReferencePage) => ({ page, size: Math.min(page_size, MOST_ROWS) });

/** What DELETE answers. */
export { DeletedView, deleted } from './deleted.wire.js';
