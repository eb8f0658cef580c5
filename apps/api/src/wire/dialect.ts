import type { ErrorKind, TranslatedError } from '@usaha/shared/operation';
import type { CursorPage } from './cursor-page.js';

export type SurfaceName = 'contract' | 'reference';

/**
 * How a surface speaks: everything about prefix, envelope, paging and errors that is not the same on both. There is
 * one of these per surface, in one file each, and nothing inward knows which is speaking.
 */
export interface Dialect {
  readonly name: SurfaceName;
  /** `/v1` or `/api/v1`. */
  readonly prefix: string;
  /** The query parameter that says how long a page is. */
  readonly sizeParameter: 'limit' | 'page_size';
  /** Parameters that change which rows and fields a list shows: a list without one refuses it. None where they are no parameters at all. */
  readonly listParameters: readonly string[];
  readonly status: Readonly<Record<ErrorKind, number>>;
  /** The body of a single record or result. */
  single(body: unknown): unknown;
  /** The body of one page. @param name the list's name, for a surface that names its lists */
  page(
    name: string,
    rows: unknown[],
    pagination: { page: number; size: number; total: number; pages: number },
  ): unknown;
  /** The body of rows after a cursor; absent where a surface has no such list. @param sync with the last page of changes */
  followed?(rows: readonly unknown[], pagination: CursorPage<unknown>['pagination'], sync?: Sync): unknown;
  /** The record or result in a body that `single` made. */
  inside(body: unknown): unknown;
  error(error: TranslatedError, timestamp: string): unknown;
}

/** From which instant changes are asked for next. */
export interface Sync {
  next_updated_since: Date;
}

/** Codes of the kinds, the same on both surfaces; an error may carry a narrower one. */
export const codes: Readonly<Record<ErrorKind, string>> = {
  invalid: 'VALIDATION_ERROR',
  unauthenticated: 'UNAUTHORIZED',
  payment_failed: 'PAYMENT_FAILED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  method_not_allowed: 'METHOD_NOT_ALLOWED',
  precondition_failed: 'PRECONDITION_FAILED',
  too_large: 'PAYLOAD_TOO_LARGE',
  too_many: 'TOO_MANY_REQUESTS',
  internal: 'INTERNAL_ERROR',
  unavailable: 'UNAVAILABLE',
};
