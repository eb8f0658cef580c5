import { Injectable } from '@nestjs/common';
import { Database, type Context } from '@usaha/shared';
import { FileArrival } from './file-arrival.js';
import { FileStores, type StoreContext } from './file-store.js';
import { FileQuota } from './file-usage.js';
import { StoredFile } from './file.entity.js';
import { ArrivingFileRepository } from './file.repository.js';

/** Uploads outside the transaction of their request: a client may take minutes to send a file. */
@Injectable()
export class FileUploads {
  constructor(
    private readonly database: Database,
    private readonly arriving: ArrivingFileRepository,
    private readonly quota: FileQuota,
    private readonly stores: FileStores,
  ) {}

  /** Begins one, and counts its bytes before they are read. @param announced bytes, at most @throws conflict QUOTA_EXCEEDED */
  begin(who: StoreContext, announced: number): Promise<FileArrival> {
    const store = this.stores.current;
    const place = { store: store.name, chunk_bytes: store.chunkBytes };
    return this.database.work(who, async (ctx) => {
      await this.quota.reserve(ctx, announced);
      const file = StoredFile.arriving(place, announced, who.actor?.user_id ?? null);
      this.arriving.enqueueInsert(ctx, file);
      return new FileArrival(who, store, file);
    });
  }

  /** Begins the archive of an export: its bytes count for no quota, and are written as those of an upload are. */
  beginUncounted(ctx: Context): FileArrival {
    const store = this.stores.current;
    const file = StoredFile.ofExport({ store: store.name, chunk_bytes: store.chunkBytes });
    this.arriving.enqueueInsert(ctx, file);
    const { tenant_id, actor, now } = ctx;
    return new FileArrival({ tenant_id, actor, now }, store, file);
  }

  /** Takes one back unless it has become a file: its bytes are deleted, and count no more. */
  async discard(who: StoreContext, arrival: FileArrival): Promise<void> {
    if (arrival.isKept) return;
    await this.drop(who, arrival.id);
  }

  /**
   * Deletes the bytes of one that another process has taken back while this one still wrote: a store outside the database may have got
   * some since. One that is a file stays.
   */
  async forget(who: StoreContext, arrival: FileArrival): Promise<void> {
    if (arrival.isKept || (await this.database.read(who, (ctx) => this.arriving.isStored(ctx, arrival.id)))) return;
    await arrival.removeBytes();
    await this.drop(who, arrival.id);
  }

  /** The same of one that was cut short. */
  async drop(who: StoreContext, file_id: string): Promise<void> {
    const { tenant_id } = who;
    const place = await this.database.read(who, (ctx) => this.arriving.find(ctx, file_id));
    if (!place) return;
    const { store, generation } = place;
    // In the database the chunks go with their row.
    if (store !== 'database')
      await this.stores.named(store).remove(who, { tenant_id, file_id, generation, chunks: null });
    await this.database.work(who, async (ctx) => {
      const dropped = await this.arriving.drop(ctx, file_id);
      if (dropped?.counts) this.quota.correct(ctx, -dropped.bytes, -1);
    });
  }
}
