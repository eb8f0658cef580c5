import { FileStore, type StoreContext, type StoredChunk, type StoredContent } from '@usaha/core';
import { unavailable } from '@usaha/shared';
import { messages } from '../files.messages.js';
import { S3Client, S3Error } from './s3-client.js';
import type { S3Settings } from './s3-settings.js';

/** With the 16 bytes of its tag an object is 1 MiB (A-484). */
const CHUNK_BYTES = 1_048_576 - 16;
/** Objects that are deleted at a time. */
const AT_A_TIME = 8;

/** Chunks as objects `prefix/tenant/file/generation/number` of a bucket (A-484). */
export class S3FileStore extends FileStore {
  readonly name = 's3';
  readonly chunkBytes = CHUNK_BYTES;
  private readonly client: S3Client;

  constructor(private readonly settings: S3Settings) {
    super();
    this.client = new S3Client(settings);
  }

  async put(_who: StoreContext, chunk: StoredChunk, bytes: Buffer): Promise<void> {
    await this.asked(this.client.put(this.keyOf(chunk), bytes));
  }

  async get(_who: StoreContext, chunk: StoredChunk): Promise<Buffer | null> {
    return this.asked(this.client.get(this.keyOf(chunk)));
  }

  async remove(_who: StoreContext, { tenant_id, file_id, generation, chunks }: StoredContent): Promise<void> {
    if (chunks !== null) {
      const keys = Array.from({ length: chunks }, (_, n) => this.keyOf({ tenant_id, file_id, generation, n }));
      await this.asked(this.deleteAll(keys));
      return;
    }
    const prefix = this.keyOf({ tenant_id, file_id, generation, n: '' });
    for (;;) {
      const keys = await this.asked(this.client.list(prefix));
      if (keys.length === 0) return;
      await this.asked(this.deleteAll(keys));
    }
  }

  private async deleteAll(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += AT_A_TIME)
      await Promise.all(keys.slice(at, at + AT_A_TIME).map((key) => this.client.delete(key)));
  }

  private keyOf(chunk: Omit<StoredChunk, 'n'> & { n: number | '' }): string {
    const { tenant_id, file_id, generation, n } = chunk;
    const { prefix } = this.settings;
    return `${prefix === '' ? '' : `${prefix}/`}${tenant_id}/${file_id}/${generation}/${n}`;
  }

  /** A store that refuses or is silent is a failing service, not a wrong request: 503. */
  private async asked<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof S3Error) throw unavailable(messages.storeUnavailable(), error);
      throw error;
    }
  }
}
