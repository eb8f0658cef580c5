import type { EinvoiceCall } from '../client/call-outcome.js';

/** A call that has come, as the SDK spells it. */
export interface SimulatorRequest {
  call: EinvoiceCall;
  /** The part of the path that is a TIN, the uid of a submission, or the uuid of a document; '' where there is none. */
  id: string;
  query: URLSearchParams;
  headers: Headers;
  body: string;
}

const routes: readonly [method: string, path: RegExp, call: EinvoiceCall][] = [
  ['POST', /^\/connect\/token$/, 'token'],
  ['GET', /^\/api\/v1\.0\/taxpayer\/validate\/([^/]+)$/, 'taxpayer'],
  ['POST', /^\/api\/v1\.0\/documentsubmissions\/?$/, 'submit'],
  ['GET', /^\/api\/v1\.0\/documentsubmissions\/([^/]+)$/, 'submission'],
  ['GET', /^\/api\/v1\.0\/documents\/search$/, 'search'],
  ['GET', /^\/api\/v1\.0\/documents\/([^/]+)\/details$/, 'details'],
  ['PUT', /^\/api\/v1\.0\/documents\/state\/([^/]+)\/state$/, 'cancel'],
];

/** Reads a request; null for one that the simulator does not know. */
export function simulatorRequest(url: string, { method = 'GET', headers, body }: RequestInit): SimulatorRequest | null {
  const { pathname, searchParams } = new URL(url);
  for (const [of, path, call] of routes) {
    const found = of === method ? path.exec(pathname) : null;
    if (found)
      return {
        call,
        id: decodeURIComponent(found[1] ?? ''),
        query: searchParams,
        headers: new Headers(headers),
        body: typeof body === 'string' ? body : '',
      };
  }
  return null;
}

/** The JSON object of a body; null for any other text. */
export function objectOf(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    // The answer says that the structure is wrong.
    return null;
  }
}
