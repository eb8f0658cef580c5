import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, unavailable, type Context } from '@usaha/shared';
import { FileArrival } from './file-arrival.js';
import { KEY_BYTES } from './file-cipher.js';
import { FileContent } from './file-content.js';
import { messages } from './file.messages.js';
import { FileRepository } from './file.repository.js';
import { FileStores, type StoreContext } from './file-store.js';
import type { FileStoreName, StoredFile } from './file.entity.js';

/** What a check found of a file: null, or why it cannot be read. */
export type FileFault = 'missing_store' | 'unreadable' | 'other_content';

/** Moves files between stores, and checks that they can be read whole: for the command line. */
@Injectable()
export class FileMoving {
  constructor(
    private readonly database: Database,
    private readonly files: FileRepository,
    private readonly stores: FileStores,
    private readonly contents: FileContent,
  ) {}

  /** Files with bytes, by their ids. @param after the last of those before; '' for the first @param elsewhere than in this store alone */
  some(who: StoreContext, after: string, elsewhere?: FileStoreName): Promise<StoredFile[]> {
    return this.database.read(who, (ctx) => this.files.stored(ctx, after, elsewhere));
  }

  /**
   * Copies the bytes of a file into a store, encrypted with a new key, and lets the file name it; then deletes them where they were.
   * A run that is cut short leaves the file as it was, or moved. One process at a time may move files: two would write over each other.
   * @returns false where it was changed or deleted meanwhile @throws unavailable where it cannot be read, or a store does not answer
   */
  async move(who: StoreContext, file: StoredFile, to: FileStoreName): Promise<boolean> {
    const target = this.stores.named(to);
    const { id, sha256, store, generation, chunk_bytes, bytes } = file;
    const key = randomBytes(KEY_BYTES).toString('base64');
    const next = { store: to, generation: generation + 1, chunk_bytes: target.chunkBytes, key };
    const writer = new FileArrival(who, target, { ...next, id });
    for await (const piece of this.contents.read(who, file)) await writer.write(piece);
    await writer.end();
    const moved = writer.sha256 === sha256 && (await this.database.job(who, (ctx) => this.place(ctx, file, next)));
    const [place, length] = moved ? [{ store, generation }, chunk_bytes] : [next, next.chunk_bytes];
    const chunks = Math.max(1, Math.ceil(bytes / length));
    const { tenant_id } = who;
    await this.stores.named(place.store).remove(who, { tenant_id, file_id: id, generation: place.generation, chunks });
    if (!moved && writer.sha256 !== sha256) throw unavailable(messages.contentDamaged({ file_id: id }));
    return moved;
  }

  /** Reads a file whole. @returns what is wrong with it; null: nothing */
  async check(who: StoreContext, file: StoredFile): Promise<FileFault | null> {
    if (!this.stores.has(file.store)) return 'missing_store';
    const hash = createHash('sha256');
    try {
      for await (const piece of this.contents.read(who, file)) hash.update(piece);
    } catch {
      return 'unreadable';
    }
    return hash.digest('hex') === file.sha256 ? null : 'other_content';
  }

  private async place(
    ctx: Context,
    { id, store, generation }: StoredFile,
    next: Pick<StoredFile, 'store' | 'generation' | 'chunk_bytes' | 'key'>,
  ): Promise<boolean> {
    const file = await this.files.lockIfExists(ctx, id);
    if (!file || file.status === 'rejected' || file.store !== store || file.generation !== generation) return false;
    Object.assign(file, next);
    this.files.save(ctx, file, 'move');
    return true;
  }
}
