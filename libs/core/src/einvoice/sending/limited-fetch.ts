import type { EinvoiceCall } from '../client/call-outcome.js';
import type { EinvoiceFetch } from '../client/myinvois-client.js';
import { simulatorRequest } from '../simulator/simulator-request.js';

/**
 * A `fetch` that keeps the limits of MyInvois for a client id: where one is spent nothing is sent, and the answer is the 429 that
 * MyInvois would give.
 * @param take one call. Answers the milliseconds until it may be asked again; null: it is granted
 */
export const limitedFetch =
  (fetch: EinvoiceFetch, take: (call: EinvoiceCall) => Promise<number | null>): EinvoiceFetch =>
  async (url, init) => {
    const call = simulatorRequest(url, init)?.call;
    const waitMs = call === undefined ? null : await take(call);
    if (waitMs === null) return fetch(url, init);
    return new Response(null, { status: 429, headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } });
  };
