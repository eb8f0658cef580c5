import type { IncomingMessage } from 'node:http';
import { KEY_LENGTH, hashOfKey } from '@usaha/core';

/** A text after the scheme that is to be a key, be it a right one or not: no JSON Web Token begins so. */
const shape = /^bearer[ \t]+(usk_.*)$/i;

/** A key as a request sent it. */
export interface SentKey {
  text: string;
  /** SHA-256 in base64; null where the length is that of no key: then nothing more is worked out. */
  hash: string | null;
}

/**
 * The API key of a request's Authorization header; null where it has none. It is worked out wherever it is asked for: a hash
 * costs less than another property on every request of Node.
 */
export function sentKeyOf({ headers: { authorization } }: Pick<IncomingMessage, 'headers'>): SentKey | null {
  // `.` matches in one way only, and no text of another scheme gets that far.
  const text = authorization === undefined ? undefined : shape.exec(authorization)?.[1];
  if (text === undefined) return null;
  return { text, hash: text.length === KEY_LENGTH ? hashOfKey(text) : null };
}
