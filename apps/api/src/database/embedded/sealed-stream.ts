import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { publicKeyOf, rawPublic } from './backup-keys.js';

/**
 * A file that opens with one private key alone: X25519 with a separate key pair, HKDF-SHA256, AES-256-GCM in chunks. The nonce of a
 * chunk is its number and whether it is the last, so chunks cannot be cut off, added or put in another order. The key is of the file's
 * name too: a file that takes the place of another does not open.
 *
 *   "USAHABK1"  the sender's public key (32 bytes)  { 64 KB of text or less, tag (16 bytes) } …
 */
const MAGIC = Buffer.from('USAHABK1');
const RAW_BYTES = 32;
const HEAD_BYTES = MAGIC.length + RAW_BYTES;
const CHUNK = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const ALGORITHM = 'aes-256-gcm';

/** Turns what is given part by part into something else. What `end` returns comes after all parts. */
export interface Turning {
  update(part: Buffer): Buffer;
  end(): Buffer;
}

/** The opened text is not the one that was written, or not with this key. */
export class SealBroken extends Error {}

function keyOf(ours: KeyObject, theirs: KeyObject, sender: Buffer, recipient: Buffer, name: string): Buffer {
  const shared = diffieHellman({ privateKey: ours, publicKey: theirs });
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([sender, recipient]), `usaha backup ${name}`, 32));
}

function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(place, NONCE_BYTES - 1 - 6, 6);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

/** Gathers what is given, and gives whole chunks out; the last one, which may be empty, is kept until the end. */
class Chunks {
  private kept: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly size: number) {}

  *take(part: Buffer): Generator<Buffer> {
    // A copy: the caller reads its next part into the same memory.
    this.kept.push(Buffer.from(part));
    this.bytes += part.length;
    if (this.bytes <= this.size) return;
    const all = Buffer.concat(this.kept);
    let from = 0;
    for (; all.length - from > this.size; from += this.size) yield all.subarray(from, from + this.size);
    this.kept = [all.subarray(from)];
    this.bytes = all.length - from;
  }

  rest(): Buffer {
    return Buffer.concat(this.kept);
  }
}

/** Encrypts a file to a public key. @param name of the file, which opens under that name alone */
export function sealing(recipient: KeyObject, name: string): Turning {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const sender = rawPublic(publicKey);
  const key = keyOf(privateKey, recipient, sender, rawPublic(recipient), name);
  const chunks = new Chunks(CHUNK);
  let [place, head] = [0, [MAGIC, sender]];
  const sealed = (chunk: Buffer, isLast: boolean): Buffer[] => {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(place++, isLast));
    const parts = [...head, cipher.update(chunk), cipher.final(), cipher.getAuthTag()];
    head = [];
    return parts;
  };
  return {
    update: (part) => Buffer.concat([...chunks.take(part)].flatMap((chunk) => sealed(chunk, false))),
    end: () => Buffer.concat(sealed(chunks.rest(), true)),
  };
}

/** Opens a file that was encrypted under this name. Both of what it returns throw SealBroken where it is another or was changed. */
export function opening(key: KeyObject, name: string): Turning {
  const recipient = rawPublic(createPublicKey(key));
  const chunks = new Chunks(CHUNK + TAG_BYTES);
  let [place, head] = [0, Buffer.alloc(0)];
  let fileKey: Buffer | null = null;

  /** The part after the head of the file. */
  const body = (part: Buffer): Buffer => {
    if (fileKey) return part;
    head = Buffer.concat([head, part]);
    if (head.length < HEAD_BYTES) return Buffer.alloc(0);
    if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new SealBroken('it is not encrypted as backups are');
    const sender = Buffer.from(head.subarray(MAGIC.length, HEAD_BYTES));
    try {
      fileKey = keyOf(key, publicKeyOf(sender), sender, recipient, name);
    } catch {
      // A point of small order, with which every key would be the same.
      throw new SealBroken('it was changed');
    }
    return head.subarray(HEAD_BYTES);
  };
  const opened = (chunk: Buffer, isLast: boolean): Buffer => {
    if (!fileKey || chunk.length < TAG_BYTES) throw new SealBroken('it is cut off');
    const decipher = createDecipheriv(ALGORITHM, fileKey, nonceOf(place++, isLast), {
      authTagLength: TAG_BYTES,
    }).setAuthTag(chunk.subarray(-TAG_BYTES));
    const clear = decipher.update(chunk.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw new SealBroken('it was encrypted to another key, cut off or changed');
    }
    return clear;
  };
  return {
    update: (part) => {
      const rest = body(part);
      return rest.length === 0 ? rest : Buffer.concat([...chunks.take(rest)].map((chunk) => opened(chunk, false)));
    },
    end: () => opened(chunks.rest(), true),
  };
}

/** The whole of a short text at once. */
export const turnedBy = (turning: Turning, bytes: Buffer): Buffer =>
  Buffer.concat([turning.update(bytes), turning.end()]);
