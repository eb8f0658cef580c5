import { FileStore, type StoreContext, type StoredChunk, type StoredContent } from '@usaha/core';
import { Durations } from '@usaha/shared/operation';

export const storeOperations = ['put', 'get', 'remove'] as const;
export type StoreOperation = (typeof storeOperations)[number];

/** Seconds: a chunk in the database takes milliseconds, three attempts at a store up to half a minute. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

/** A store whose operations are timed, those that fail too. */
export class MeasuredFileStore extends FileStore {
  readonly name;
  readonly chunkBytes;
  readonly durations: Readonly<Record<StoreOperation, Durations>> = {
    put: new Durations(BOUNDS),
    get: new Durations(BOUNDS),
    remove: new Durations(BOUNDS),
  };

  constructor(private readonly store: FileStore) {
    super();
    this.name = store.name;
    this.chunkBytes = store.chunkBytes;
  }

  put(who: StoreContext, chunk: StoredChunk, bytes: Buffer): Promise<void> {
    return this.timed('put', this.store.put(who, chunk, bytes));
  }

  get(who: StoreContext, chunk: StoredChunk): Promise<Buffer | null> {
    return this.timed('get', this.store.get(who, chunk));
  }

  remove(who: StoreContext, content: StoredContent): Promise<void> {
    return this.timed('remove', this.store.remove(who, content));
  }

  private async timed<T>(operation: StoreOperation, done: Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await done;
    } finally {
      this.durations[operation].since(begun);
    }
  }
}
