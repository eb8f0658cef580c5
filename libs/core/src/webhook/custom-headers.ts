import { invalid } from '@usaha/shared';
import { messages } from './webhook.messages.js';

/** Headers that an endpoint may have in addition. */
export const MOST_HEADERS = 10;

const FIELD = 'headers';
const NAME = /^[A-Za-z0-9-]{1,64}$/;
/** Characters of a name that a refusal quotes. */
const MOST_QUOTED = 64;
const VALUE = /^[\x20-\x7e]{1,1024}$/;
/** What the request itself says, and what belongs to its connection. */
const RESERVED =
  /^(?:host|cookie|content-.*|connection|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|accept-encoding|user-agent|webhook-.*|usaha-.*)$/i;

/**
 * Headers as an endpoint keeps them: names as sent, in their order.
 * @throws invalid for more than 10, for a name or value that is none, for a reserved name, and for one name in two cases
 */
export function customHeadersOf(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(headers);
  if (entries.length > MOST_HEADERS) throw invalid(FIELD, messages.tooManyHeaders({ most: MOST_HEADERS }));
  const seen = new Set<string>();
  return Object.fromEntries(
    entries.map(([name, value]) => {
      if (!NAME.test(name)) throw invalid(FIELD, messages.notHeaderName({ name: name.slice(0, MOST_QUOTED) }));
      if (RESERVED.test(name)) throw invalid(FIELD, messages.reservedHeader({ name }));
      if (seen.has(name.toLowerCase())) throw invalid(FIELD, messages.headerTwice({ name }));
      seen.add(name.toLowerCase());
      if (typeof value !== 'string' || !VALUE.test(value)) throw invalid(FIELD, messages.notHeaderValue({ name }));
      return [name, value];
    }),
  );
}
