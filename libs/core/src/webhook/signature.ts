import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a secret begins with (Standard Webhooks 1.0.0). */
const PREFIX = 'whsec_';
const VERSION = 'v1,';
const SECRET_BYTES = 32;

/** What a signature covers: the headers webhook-id and webhook-timestamp, and the bytes of the body. */
export interface SignedMessage {
  id: string;
  /** Seconds since 1970, of this attempt. */
  timestamp: number;
  body: string;
}

/** A new secret of 32 random bytes. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

function signatureBy(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return VERSION + createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
}

/**
 * The header webhook-signature: a signature by each secret, with a space between, so that receivers of the old secret
 * and of the new one verify the same request.
 * @param secrets `whsec_` and base64
 */
export const signatureOf = (message: SignedMessage, secrets: readonly string[]): string =>
  secrets.map((secret) => signatureBy(secret, message)).join(' ');

/** Whether one of the signatures of a header is the secret's. Compares in a time that does not depend on where they differ. */
export function isSignedBy(secret: string, message: SignedMessage, header: string): boolean {
  const expected = Buffer.from(signatureBy(secret, message));
  return header.split(' ').some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
