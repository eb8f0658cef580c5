import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { reasonOf, StartError } from '@usaha/embedded-postgres/start-error';

/** What texts of keys begin with: they are told from each other, and no option of a command begins so. */
const PUBLIC = 'usaha-backup-to-';
const PRIVATE = 'usaha-backup-key-';
const RAW_BYTES = 32;
const CHECK_BYTES = 4;

const checkOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest().subarray(0, CHECK_BYTES);
const encoded = (prefix: string, bytes: Buffer): string =>
  prefix + Buffer.concat([bytes, checkOf(bytes)]).toString('base64url');

function decoded(prefix: string, text: string): Buffer | null {
  if (!text.startsWith(prefix)) return null;
  const all = Buffer.from(text.slice(prefix.length), 'base64url');
  const bytes = all.subarray(0, RAW_BYTES);
  return all.length === RAW_BYTES + CHECK_BYTES && checkOf(bytes).equals(all.subarray(RAW_BYTES)) ? bytes : null;
}

/** A key pair for backups (X25519): backups are encrypted to the public one, and open with the private one alone. */
export function makeBackupKeys(): { publicText: string; privateText: string } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const { d } = privateKey.export({ format: 'jwk' }) as { d: string };
  return {
    publicText: encoded(PUBLIC, rawPublic(publicKey)),
    privateText: encoded(PRIVATE, Buffer.from(d, 'base64url')),
  };
}

/** The 32 bytes of a public key. */
export const rawPublic = (key: KeyObject): Buffer =>
  Buffer.from((key.export({ format: 'jwk' }) as { x: string }).x, 'base64url');

const jwkOf = (x: string): JsonWebKey => ({ kty: 'OKP', crv: 'X25519', x });

export const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: jwkOf(raw.toString('base64url')), format: 'jwk' });

/** @throws StartError for a text that is no public key of backups, or one with a slip of the pen */
export function readRecipient(text: string): KeyObject {
  const raw = decoded(PUBLIC, text.trim());
  if (raw) return publicKeyOf(raw);
  throw new StartError(`This is no public key of backups; it begins with ${PUBLIC}, and backup:keygen prints it`);
}

/** DER of a private key without its public half, which Node works out. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** @param path of the file that backup:keygen wrote @throws StartError; no message repeats what stands in it */
export async function readBackupKey(path: string): Promise<KeyObject> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`The key file ${path} cannot be read (${reasonOf(error)})`);
  });
  return parseBackupKey(text.split('\n').find((part) => part.trim() !== '' && !part.startsWith('#')) ?? '', path);
}

/** @param where it stands, for the message @throws StartError, which repeats none of it */
export function parseBackupKey(line: string, where: string): KeyObject {
  const raw = decoded(PRIVATE, line.trim());
  if (!raw) throw new StartError(`${where} is no key file of backups; backup:keygen makes one`);
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, raw]), format: 'der', type: 'pkcs8' });
}
