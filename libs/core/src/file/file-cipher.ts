import { createCipheriv, createDecipheriv } from 'node:crypto';
import { unavailable } from '@usaha/shared';
import { messages } from './file.messages.js';

const ALGORITHM = 'aes-256-gcm';
export const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Which chunk of which file. */
export interface ChunkPlace {
  tenant_id: string;
  file_id: string;
  /** From 0. */
  n: number;
}

/** A key is of one file, and a number of one chunk: no pair of them comes twice. */
function nonceOf(n: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUInt32BE(n, NONCE_BYTES - 4);
  return nonce;
}

/** What a chunk is bound to: it opens in no other file, at no other place, and none is missing behind it. */
const associated = ({ tenant_id, file_id, n }: ChunkPlace, isLast: boolean): Buffer =>
  Buffer.from(`usaha file ${tenant_id} ${file_id} ${n} ${isLast ? 'last' : 'more'}`);

/** Encrypts a chunk. @returns the ciphertext and its tag */
export function sealChunk(key: Buffer, place: ChunkPlace, isLast: boolean, clear: Uint8Array): Buffer {
  const cipher = createCipheriv(ALGORITHM, key, nonceOf(place.n)).setAAD(associated(place, isLast));
  return Buffer.concat([cipher.update(clear), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts a chunk. @throws unavailable for one that was cut, changed, swapped or repeated */
export function openChunk(key: Buffer, place: ChunkPlace, isLast: boolean, sealed: Buffer): Buffer {
  if (sealed.length < TAG_BYTES) throw unavailable(messages.contentDamaged({ file_id: place.file_id }));
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(place.n), { authTagLength: TAG_BYTES })
      .setAAD(associated(place, isLast))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const clear = decipher.update(sealed.subarray(0, -TAG_BYTES));
    decipher.final();
    return clear;
  } catch (cause) {
    throw unavailable(messages.contentDamaged({ file_id: place.file_id }), cause);
  }
}
