import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { mobileNumber } from './mobile-number.js';

/** Domains of mailboxes in which dots mean nothing. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox or telephone that an address reaches, so that it is counted once: `Siti+a@X.example` is siti@x.example. Text
 * behind a plus sign is the recipient's label nearly everywhere.
 */
export function reachedBy(address: string): string {
  const text = address.trim().toLowerCase().normalize('NFKC');
  const at = text.lastIndexOf('@');
  if (at < 0) return mobileNumber(text) ?? text;
  const domain = text.slice(at + 1).replace(/\.+$/, '');
  const local = text.slice(0, at).replace(/(?<=.)\+.*$/s, '');
  const ascii = domainToASCII(domain) || domain;
  return `${DOTLESS.has(ascii) ? local.replaceAll('.', '') : local}@${ascii}`;
}

/** Enough bytes that no two recipients share a fingerprint. */
const FINGERPRINT_BYTES = 17;

/** A keyed fingerprint of who an address reaches: without the key it neither tells nor proves an address. */
export const recipientPrint = (key: Buffer, scope: string, address: string): Buffer =>
  createHmac('sha256', key)
    .update(`${scope}\n${reachedBy(address)}`)
    .digest()
    .subarray(0, FINGERPRINT_BYTES);
