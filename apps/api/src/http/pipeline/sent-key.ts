import type { IncomingMessage } from 'node:http';
import { KEY_LENGTH, hashOfKey } from '@usaha/core';

/** A text after the scheme that is to be a key, be it a right one or not: no JSON Web Token begins so. */
const shape = /^bearer[ \t]+(usk_.*)$/i;

const sentKey = Symbol('the API key in the Authorization header');
type Marked = IncomingMessage & { [sentKey]?: SentKey | null };

/** A key as a request sent it. */
export interface SentKey {
  text: string;
  /** SHA-256 in base64; null where the length is that of no key: then nothing more is worked out. */
  hash: string | null;
}

/** The API key of a request's Authorization header, worked out once for each request; null where it has none. */
export function sentKeyOf(request: IncomingMessage): SentKey | null {
  const known = (request as Marked)[sentKey];
  if (known !== undefined) return known;
  return ((request as Marked)[sentKey] = read(request.headers.authorization));
}

function read(authorization: string | undefined): SentKey | null {
  // `.` matches in one way only, and no text of another scheme gets that far.
  const text = authorization === undefined ? undefined : shape.exec(authorization)?.[1];
  if (text === undefined) return null;
  return { text, hash: text.length === KEY_LENGTH ? hashOfKey(text) : null };
}
