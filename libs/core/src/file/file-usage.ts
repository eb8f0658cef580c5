import { Injectable } from '@nestjs/common';
import { DomainError, type Context } from '@usaha/shared';
import { messages } from './file.messages.js';
import { FileLimits } from './file-purposes.js';

/** What a tenant uses of its quota. */
export interface FileUsage {
  used_bytes: number;
  limit_bytes: number;
  files: number;
  limit_files: number;
}

/** Bytes and number of files. */
export interface Counted {
  bytes: number;
  files: number;
}

/** The quota of a tenant. Usage rises before bytes are read, so that parallel uploads never pass it. */
@Injectable()
export class FileQuota {
  constructor(private readonly limits: FileLimits) {}

  async usage(ctx: Context): Promise<FileUsage> {
    const [row] = await ctx.db.read('select r.used_bytes, r.files from core.file_usage r where r.tenant_id = $1', [
      ctx.tenant_id,
    ]);
    const [used_bytes, files] = (row ?? [0, 0]) as [number, number];
    const { bytes: limit_bytes, files: limit_files } = this.limits.quota;
    return { used_bytes, limit_bytes, files, limit_files };
  }

  /** Counts one more file. Uploads of a tenant take turns until the transaction ends. @throws conflict QUOTA_EXCEEDED */
  async reserve(ctx: Context, bytes: number): Promise<void> {
    const { bytes: limit_bytes, files: limit_files } = this.limits.quota;
    if (bytes > limit_bytes || limit_files < 1) throw this.exceeded();
    const rows = await ctx.db.write(
      `insert into core.file_usage as r (tenant_id, id, used_bytes, files) values ($1, $1, $2, 1)
       on conflict (tenant_id, id) do update
         set used_bytes = r.used_bytes + excluded.used_bytes, files = r.files + excluded.files
         where r.used_bytes + excluded.used_bytes <= $3 and r.files < $4
       returning r.files`,
      [ctx.tenant_id, bytes, limit_bytes, limit_files],
    );
    if (rows.length === 0) throw this.exceeded();
  }

  /** Enqueues a change of what is used. */
  correct(ctx: Context, bytes: number, files: number): void {
    if (bytes === 0 && files === 0) return;
    ctx.db.enqueue(
      'update core.file_usage r set used_bytes = r.used_bytes + $2, files = r.files + $3 where r.tenant_id = $1',
      [ctx.tenant_id, bytes, files],
    );
  }

  /** What the tenant is told to use, and the sum over its files, at one instant. */
  async compare(ctx: Context): Promise<{ used: Counted; counted: Counted }> {
    const [row] = await ctx.db.read(
      `select coalesce(max(u.used_bytes), 0)::float8, coalesce(max(u.files), 0), coalesce(sum(r.counted_bytes), 0)::float8, count(r.id)::integer
         from (select $1::uuid as tenant_id) t
         left join core.file_usage u on u.tenant_id = t.tenant_id and u.tenant_id = $1
         left join core.files r on r.tenant_id = t.tenant_id and r.tenant_id = $1 and r.deleted_at is null`,
      [ctx.tenant_id],
    );
    const [used_bytes, used_files, bytes, files] = row as [number, number, number, number];
    return { used: { bytes: used_bytes, files: used_files }, counted: { bytes, files } };
  }

  /** Sets what the tenant uses to the sum over its files, which it has from another installation. */
  async settle(ctx: Context): Promise<void> {
    const { counted } = await this.compare(ctx);
    ctx.db.enqueue(
      `insert into core.file_usage as r (tenant_id, id, used_bytes, files) values ($1, $1, $2, $3)
       on conflict (tenant_id, id) do update set used_bytes = excluded.used_bytes, files = excluded.files`,
      [ctx.tenant_id, counted.bytes, counted.files],
    );
  }

  private exceeded(): DomainError {
    const { bytes, files } = this.limits.quota;
    return new DomainError('conflict', messages.quotaExceeded({ bytes, files }), {
      code: 'QUOTA_EXCEEDED',
      details: { limit_bytes: bytes, limit_files: files },
    });
  }
}
