import type { Database } from '@usaha/shared';
import { FileStore, type StoreContext, type StoredChunk, type StoredContent } from './file-store.js';

const CHUNK_BYTES = 262_144;

/** Chunks as rows of core.file_chunks. Each is read and written in a short transaction: slow clients hold none. */
export class DatabaseFileStore extends FileStore {
  readonly name = 'database';
  readonly chunkBytes = CHUNK_BYTES;

  constructor(private readonly database: Database) {
    super();
  }

  async put(who: StoreContext, { tenant_id, file_id, n }: StoredChunk, bytes: Buffer): Promise<void> {
    await this.database.work(who, async (ctx) =>
      ctx.db.enqueue(
        `insert into core.file_chunks as r (tenant_id, file_id, n, bytes) values ($1, $2, $3, $4)
         on conflict (tenant_id, file_id, n) do update set bytes = excluded.bytes`,
        [tenant_id, file_id, n, bytes],
      ),
    );
  }

  async get(who: StoreContext, { tenant_id, file_id, n }: StoredChunk): Promise<Buffer | null> {
    const [row] = await this.database.read(who, (ctx) =>
      ctx.db.read(
        "select encode(r.bytes, 'base64') from core.file_chunks r where r.tenant_id = $1 and r.file_id = $2 and r.n = $3",
        [tenant_id, file_id, n],
      ),
    );
    // A third less text than the digits that PostgreSQL would write: it is what reading takes memory for.
    return row ? Buffer.from(row[0] as string, 'base64') : null;
  }

  async remove(who: StoreContext, { tenant_id, file_id }: StoredContent): Promise<void> {
    await this.database.work(who, async (ctx) =>
      ctx.db.enqueue('delete from core.file_chunks r where r.tenant_id = $1 and r.file_id = $2', [tenant_id, file_id]),
    );
  }
}
