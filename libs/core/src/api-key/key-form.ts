import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BASE62, fromBase62, toBase62 } from './base62.js';

/** What every API key begins with: scanners of repositories and logs find it by this. */
export const KEY_PREFIX = 'usk_';
const [TENANT, REFERENCE, SECRET, CHECKSUM] = [22, 10, 32, 6];
/** Characters of an API key. */
export const KEY_LENGTH = KEY_PREFIX.length + TENANT + REFERENCE + SECRET + CHECKSUM;
/** Characters of a key that are shown of it later. */
const HINT = 4;

/** The values of a byte below this are taken: they are a multiple of 62, so that no digit is more likely than another. */
const UNBIASED = 256 - (256 % BASE62.length);
/** Values of a tenant's id, 128 bits. */
const MOST_TENANT = 1n << 128n;

/** An API key as it is sent, once its checksum was found right: where to look for it, and what its secret hashes to. */
export interface PresentedKey {
  tenant_id: string;
  /** What names the key within its tenant. */
  reference: string;
  /** SHA-256 of the whole key, in base64. */
  hash: string;
}

/** Random digits of base 62, all equally likely. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(2 * length)) {
      if (byte < UNBIASED && text.length < length) text += BASE62.charAt(byte % BASE62.length);
    }
  return text;
}

/** What names a new key within its tenant; rotation keeps it. */
export const newReference = (): string => randomBase62(REFERENCE);

/** CRC-32 of the text (ISO 3309), in base 62. */
const checksumOf = (text: string): string => toBase62(BigInt(crc32(text)), CHECKSUM);

const numberOf = (tenant_id: string): bigint => BigInt(`0x${tenant_id.replaceAll('-', '')}`);

function uuidOf(number: bigint): string {
  const digits = number.toString(16).padStart(32, '0');
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    '-',
  );
}

/** Makes a key with a new secret of 190 bits. It is told once and never stored. */
export function newKey(tenant_id: string, reference: string): string {
  const body = `${KEY_PREFIX}${toBase62(numberOf(tenant_id), TENANT)}${reference}${randomBase62(SECRET)}`;
  return body + checksumOf(body);
}

/** SHA-256 of a key, in base64: what is stored of it. Its secret has 190 random bits, so that no guess is helped by a fast hash. */
export const hashOfKey = (key: string): string => hash('sha256', key, 'base64');

/** The last four characters of a key, by which people tell keys apart; they are of its checksum. */
export const hintOf = (key: string): string => key.slice(-HINT);

/** Compares hashes in a time that does not depend on where they differ. */
export function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Reads a text as a key; null where length, characters or checksum are wrong: then no such key was ever made. */
export function readKey(text: string): PresentedKey | null {
  if (text.length !== KEY_LENGTH || !text.startsWith(KEY_PREFIX) || !/^\w+$/.test(text)) return null;
  const body = text.slice(0, -CHECKSUM);
  if (checksumOf(body) !== text.slice(-CHECKSUM)) return null;
  const [tenant, reference] = [
    body.slice(KEY_PREFIX.length).slice(0, TENANT),
    body.slice(-SECRET - REFERENCE, -SECRET),
  ];
  const number = fromBase62(tenant);
  if (number === null || number >= MOST_TENANT || fromBase62(body.slice(KEY_PREFIX.length)) === null) return null;
  return { tenant_id: uuidOf(number), reference, hash: hashOfKey(text) };
}
