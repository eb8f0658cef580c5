import { createHmac, timingSafeEqual } from 'node:crypto';

/** 144 bits. */
const MAC_BYTES = 18;

/** A uuid as bytes. */
export const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
/** 16 bytes as a uuid. */
export const idText = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

const macOf = (key: Buffer, named: Buffer): Buffer =>
  createHmac('sha256', key).update(named).digest().subarray(0, MAC_BYTES);

/**
 * A text for URLs that is made with the key alone: what it names, under a MAC.
 * @param named a multiple of three bytes: then no character of the token has bits that mean nothing
 */
export const writeSigned = (key: Buffer, named: Buffer): string =>
  Buffer.concat([named, macOf(key, named)]).toString('base64url');

/**
 * @param length of what is named, in bytes
 * @returns what the token names; null for every other text, in a time that does not tell how near it came
 */
export function readSigned(key: Buffer, text: string, length: number): Buffer | null {
  if (text.length !== ((length + MAC_BYTES) / 3) * 4 || !/^[\w-]+$/.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  const named = bytes.subarray(0, length);
  return timingSafeEqual(bytes.subarray(length), macOf(key, named)) ? named : null;
}
