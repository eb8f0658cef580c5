import type { Context } from '@usaha/shared';
import type { ChunkPlace } from './file-cipher.js';
import type { FileStoreName } from './file.entity.js';

/** A chunk in a store: a move to another store raises the generation. */
export interface StoredChunk extends ChunkPlace {
  generation: number;
}

/** All chunks of a file in a store. */
export interface StoredContent {
  tenant_id: string;
  file_id: string;
  generation: number;
  /** How many chunks there may be; null: unknown. */
  chunks: number | null;
}

/** For whom a store works: it opens transactions by itself, if it needs any. */
export type StoreContext = Omit<Context, 'db'>;

/** Where encrypted chunks of files lie. It never sees their content. */
export abstract class FileStore {
  abstract readonly name: FileStoreName;
  /** Bytes of a chunk in clear, for new files. */
  abstract readonly chunkBytes: number;
  /** Keeps a chunk; one that is there already is replaced. @throws unavailable */
  abstract put(who: StoreContext, chunk: StoredChunk, bytes: Buffer): Promise<void>;
  /** @returns null where there is none @throws unavailable */
  abstract get(who: StoreContext, chunk: StoredChunk): Promise<Buffer | null>;
  /** Deletes all chunks of a file, those of an upload that was cut short too. @throws unavailable */
  abstract remove(who: StoreContext, content: StoredContent): Promise<void>;
}

/** The store of new files, and those that older files may lie in. */
export class FileStores {
  private readonly byName: ReadonlyMap<FileStoreName, FileStore>;

  constructor(
    /** Of new files. */
    readonly current: FileStore,
    others: readonly FileStore[] = [],
  ) {
    this.byName = new Map([...others, current].map((store) => [store.name, store]));
  }

  get all(): readonly FileStore[] {
    return [...this.byName.values()];
  }

  has(name: FileStoreName): boolean {
    return this.byName.has(name);
  }

  /** @throws where the installation is not configured for the store of a file */
  named(name: FileStoreName): FileStore {
    const store = this.byName.get(name);
    if (!store) throw new Error(`Files lie in the store ${name}, which FILE_STORE does not name`);
    return store;
  }
}
