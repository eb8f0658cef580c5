import type { NarrowCode } from '@usaha/shared/operation';
import { param } from '../../wire/param.js';
import { codes, type Dialect } from '../../wire/dialect.js';

/** `limit` is honoured as sent up to this many rows, then the effective value is reported. */
const MOST_ROWS = 1_000;

/** Of other narrow codes this surface keeps the code of their kind, and says them in lower case as `details.reason`. */
const narrowCodesHere: readonly NarrowCode[] = ['TENANT_REQUIRED', 'MODULE_DISABLED', 'QUOTA_EXCEEDED', 'DUPLICATE'];

/** The contract surface: resources as they are, named lists next to their pagination, four error schemas. */
export const contract: Dialect = {
  name: 'contract',
  prefix: '/v1',
  sizeParameter: 'limit',
  listParameters: [],
  // Contract statuses are a closed list (P2): a refusal by the domain is a 400.
  status: {
    invalid: 400,
    unauthenticated: 401,
    payment_failed: 402,
    forbidden: 403,
    not_found: 404,
    conflict: 400,
    method_not_allowed: 405,
    precondition_failed: 412,
    too_large: 413,
    too_many: 429,
    internal: 500,
    unavailable: 503,
  },
  single: (body) => body,
  inside: (body) => body,
  page: (name, rows, { page, size, total, pages }) => ({
    [name]: rows,
    pagination: { page, limit: size, total, pages },
  }),
  error: (error, timestamp) => {
    const { kind, message } = error;
    if (kind === 'invalid' || kind === 'conflict')
      return { code: codes.invalid, message, errors: error.errors ?? [{ field: 'request', message }] };
    if (kind === 'unauthenticated' || kind === 'not_found') return { code: codes[kind], message, timestamp };
    const { code, details = {} } = error;
    if (code && !narrowCodesHere.includes(code))
      return { code: codes[kind], message, details: { reason: code.toLowerCase(), ...details }, timestamp };
    return { code: code ?? codes[kind], message, details, timestamp };
  },
};

/** A word of a closed set as this surface writes it; what is typed so does not compile without being raised. */
export type Raised<W extends string> = Uppercase<W>;

/** Closed sets are in lower case in the domain, and in upper case here. */
export const raised = <W extends string>(word: W): Raised<W> => word.toUpperCase() as Raised<W>;

/** A whole set, as it is documented and validated here. */
export const raisedSet = <const W extends string>(words: readonly W[]): Raised<W>[] => words.map(raised);

/** A sent word, as the domain writes it; absent stays absent. */
export function lowered<W extends string>(word: W): Lowercase<W>;
export function lowered<W extends string>(word: W | undefined): Lowercase<W> | undefined;
export function lowered(word: string | undefined): string | undefined {
  return word?.toLowerCase();
}

/** `page` and `limit` of every list. */
export class ContractPage {
  @param.position('Page number, from 1', 1) page?: number;
  @param.position(`Rows on a page; at most ${MOST_ROWS}, more is taken as ${MOST_ROWS}`, 20) limit?: number;
}

export const pageOf = ({ page = 1, limit = 20 }: ContractPage) => ({ page, size: Math.min(limit, MOST_ROWS) });
