import { createHash } from 'node:crypto';
import { sealChunk } from './file-cipher.js';
import type { FileStore, StoreContext } from './file-store.js';
import type { StoredFile } from './file.entity.js';

/** The bytes of a file on their way into the store: encrypted in chunks, of which no more than one is held. */
export class FileArrival {
  readonly id: string;
  /** Of what was written so far. */
  bytes = 0;
  private readonly hash = createHash('sha256');
  private readonly key: Buffer;
  private pieces: Buffer[] = [];
  private pending = 0;
  private n = 0;
  private digest: string | null = null;
  private kept = false;

  constructor(
    private readonly who: StoreContext,
    private readonly store: FileStore,
    private readonly file: Pick<StoredFile, 'id' | 'key' | 'chunk_bytes' | 'generation'>,
  ) {
    this.id = file.id;
    this.key = Buffer.from(file.key ?? '', 'base64');
  }

  /** Whether it has become a file: a committed transaction says so. */
  get isKept(): boolean {
    return this.kept;
  }

  /** Of all that was written, in hexadecimal digits. @throws before the end */
  get sha256(): string {
    if (this.digest === null) throw new Error('The bytes of the file have not all arrived');
    return this.digest;
  }

  /** Takes bytes, which the caller leaves as they are. Waits for the store. @throws unavailable */
  async write(piece: Buffer): Promise<void> {
    this.hash.update(piece);
    this.bytes += piece.length;
    const { chunk_bytes } = this.file;
    for (let at = 0; at < piece.length;) {
      // The last chunk is told from others: a full one waits until there is more.
      if (this.pending === chunk_bytes) await this.flush(false);
      const taken = piece.subarray(at, at + chunk_bytes - this.pending);
      this.pieces.push(taken);
      this.pending += taken.length;
      at += taken.length;
    }
  }

  /** The last bytes have been written. @throws unavailable */
  async end(): Promise<void> {
    await this.flush(true);
    this.digest = this.hash.digest('hex');
  }

  /** Deletes all that the store has of it. @throws unavailable */
  async removeBytes(): Promise<void> {
    const { who, id, file } = this;
    await this.store.remove(who, { tenant_id: who.tenant_id, file_id: id, generation: file.generation, chunks: null });
  }

  keep(): void {
    this.kept = true;
  }

  private async flush(isLast: boolean): Promise<void> {
    const { who, n } = this;
    const clear = this.pieces.length === 1 ? (this.pieces[0] as Buffer) : Buffer.concat(this.pieces);
    this.pieces = [];
    this.pending = 0;
    this.n += 1;
    const place = { tenant_id: who.tenant_id, file_id: this.id, n };
    const { generation } = this.file;
    await this.store.put(who, { ...place, generation }, sealChunk(this.key, place, isLast, clear));
  }
}
