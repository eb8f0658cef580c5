import { Injectable } from '@nestjs/common';
import { Database } from '@usaha/shared';
import { FileStores, type StoreContext } from './file-store.js';
import type { FileStoreName } from './file.entity.js';

/** A file whose bytes are to be deleted: no key opens them any more. */
export interface Unemptied {
  id: string;
  store: FileStoreName;
  generation: number;
}

/** Deletes the bytes of files that were deleted or rejected. */
@Injectable()
export class FileEmptying {
  constructor(
    private readonly database: Database,
    private readonly stores: FileStores,
  ) {}

  /** @throws unavailable where the store does not answer: housekeeping tries again */
  async empty(who: StoreContext, { id: file_id, store, generation }: Unemptied): Promise<void> {
    const { tenant_id } = who;
    await this.stores.named(store).remove(who, { tenant_id, file_id, generation, chunks: null });
    await this.database.job(who, async (ctx) =>
      ctx.db.enqueue('update core.files r set has_bytes = false where r.tenant_id = $1 and r.id = $2', [
        tenant_id,
        file_id,
      ]),
    );
  }
}
