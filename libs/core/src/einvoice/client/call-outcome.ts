/** Calls of MyInvois that the service makes, by the names that settings, limits and figures have for them. */
export const einvoiceCalls = ['token', 'taxpayer', 'submit', 'submission', 'details', 'cancel', 'search'] as const;
export type EinvoiceCall = (typeof einvoiceCalls)[number];

/** An error as MyInvois tells it (SDK, "Standard error response"); inner ones are told one by one. */
export interface ServiceError {
  /** With the code of the outer error before it: `Error02/CF364`. */
  code: string;
  path: string | null;
  message: { en: string; ms: string | null };
}

/**
 * How a call ended.
 * - `done`: answered.
 * - `refused`: the service will not do it; `status` and `errors` say why.
 * - `later`: surely nothing was done; it may be called again, after `retry_after_ms` where the service named a time.
 * - `unsure`: it may have been done, since no answer came or one that tells nothing.
 */
export type CallOutcome<T> =
  | { outcome: 'done'; value: T; correlation_id: string | null }
  | { outcome: 'refused'; status: number; errors: ServiceError[]; correlation_id: string | null }
  | { outcome: 'later'; status: number | null; retry_after_ms: number | null; correlation_id: string | null }
  | { outcome: 'unsure'; status: number | null; correlation_id: string | null };

/** The outcomes of calls, as figures count them. */
export const einvoiceCallOutcomes = ['done', 'refused', 'later', 'unsure'] as const;
export type EinvoiceCallOutcome = (typeof einvoiceCallOutcomes)[number];

/** Told how a call ended, and after how many seconds. */
export type TellCall = (call: EinvoiceCall, outcome: EinvoiceCallOutcome, seconds: number) => void;

/** Milliseconds that the service named before a call may come again; null where it named none. */
export const retryAfter = (call: CallOutcome<unknown>): number | null =>
  call.outcome === 'later' ? call.retry_after_ms : null;

/** Codes of node's sockets and TLS that end a call before a byte of it arrived. */
const NOT_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Causes of causes that are looked at. */
const DEEPEST = 5;

/** Whether an error of `fetch` is surely from before the request: no connection was made. */
export function isNotConnected(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return false;
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  if (typeof code === 'string' && NOT_CONNECTED.has(code)) return true;
  // An address for each family was tried.
  if (Array.isArray(errors) && errors.length > 0) return errors.every((one) => isNotConnected(one, depth + 1));
  return isNotConnected(cause, depth + 1);
}
