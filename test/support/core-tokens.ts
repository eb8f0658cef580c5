import { createHmac } from 'node:crypto';
import type { Json } from './client.js';
import { workerState } from './state.js';
import { testSecrets } from './servers.js';

const encoded = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');
const decoded = (part: string | undefined): Json => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

/** A token's header and claims, which anybody can read. */
export function openToken(token: string): { header: Json; claims: Json; signature: string } {
  const [header, claims, signature] = token.split('.');
  return { header: decoded(header), claims: decoded(claims), signature: signature ?? '' };
}

export const signed = (header: unknown, claims: unknown, secret: string, hash = 'sha256'): string => {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
};

export const unsigned = (header: unknown, claims: unknown): string => `${encoded(header)}.${encoded(claims)}.`;

/** The secret by which the tests' own servers sign; a deployed server's is not known, and then this is null. */
export function signingSecret(): string | null {
  return workerState().logFile === null ? null : testSecrets.JWT_KEYS.slice(testSecrets.JWT_KEYS.indexOf(':') + 1);
}
