import { Injectable } from '@nestjs/common';
import { unavailable } from '@usaha/shared';
import { openChunk } from './file-cipher.js';
import { messages } from './file.messages.js';
import { FileStores, type StoreContext } from './file-store.js';
import type { StoredFile } from './file.entity.js';

/** Bytes of a file, both ends included. */
export interface ByteRange {
  first: number;
  last: number;
}

/** Reads files out of their stores. */
@Injectable()
export class FileContent {
  constructor(private readonly stores: FileStores) {}

  /**
   * The bytes of a file, chunk by chunk; none is read before it is asked for.
   * @param range all of them unless given
   * @throws unavailable for a chunk that is missing or damaged: then nothing of it is given out
   */
  async *read(
    who: StoreContext,
    file: StoredFile,
    { first, last }: ByteRange = { first: 0, last: file.bytes - 1 },
  ): AsyncGenerator<Buffer, void, undefined> {
    const { id: file_id, chunk_bytes, generation, bytes } = file;
    const { tenant_id } = who;
    const store = this.stores.named(file.store);
    const lastChunk = Math.max(0, Math.ceil(bytes / chunk_bytes) - 1);
    const key = Buffer.from(file.key ?? '', 'base64');
    for (let n = Math.floor(first / chunk_bytes); n * chunk_bytes <= last; n += 1) {
      const place = { tenant_id, file_id, n };
      const sealed = await store.get(who, { ...place, generation });
      if (!sealed) throw unavailable(messages.contentDamaged({ file_id }));
      const clear = openChunk(key, place, n === lastChunk, sealed);
      const begins = n * chunk_bytes;
      if (clear.length !== Math.min(chunk_bytes, bytes - begins))
        throw unavailable(messages.contentDamaged({ file_id }));
      yield clear.subarray(Math.max(0, first - begins), last - begins + 1);
    }
  }
}
