import { Injectable } from '@nestjs/common';
import { Database, Repository, equals, equalsId, insertMany, type Context, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
import type { FileCollection } from './file-collections.js';
import type { FilePurpose } from './file-purposes.js';
import { StoredFile, type FileStatus, type FileStoreName } from './file.entity.js';

/** Filters of a list of files. */
export interface FileQuery {
  purpose?: FilePurpose;
  resource?: string;
  record_id?: string;
  media_type?: string;
  status?: FileStatus;
}

/** Which files a list may show (A-489). */
export interface SeenFiles {
  /** Of files without a record only those of this user or API key; null: all. */
  uploader: string | null;
  /** Of files of records only those of records in these collections that are there. */
  collections: readonly Pick<FileCollection, 'resource' | 'table'>[];
}

/** Not the archives of exports. */
const UPLOADED = `r.purpose <> 'export'`;

interface Seen extends FileQuery {
  /** Not the archives of exports. */
  is_upload: true;
  seen?: SeenFiles;
}

const filters: Filters<Seen> = {
  purpose: equals('purpose'),
  resource: equals('resource'),
  record_id: equalsId('record_id'),
  media_type: equals('media_type'),
  status: equals('status'),
  is_upload: () => UPLOADED,
  seen: ({ uploader, collections }, bind) => {
    const own = uploader === null ? 'r.resource is null' : `r.resource is null and r.uploaded_by = ${bind(uploader)}`;
    const attached = collections.map(({ resource, table }) => {
      const isOf = `r.resource = ${bind(resource)}`;
      if (table === null) return `(${isOf})`;
      const isThere = `x.tenant_id = $1 and x.id = r.record_id and x.deleted_at is null`;
      return `(${isOf} and exists (select 1 from ${table} x where ${isThere}))`;
    });
    return `(${[`(${own})`, ...attached].join(' or ')})`;
  },
};

/** Files that are read at once for a command, or locked at once to be thrown away. */
export const PIECE = 100;

/** Some files `r`: SQL, and the values of its placeholders from $2. */
export interface FileCondition {
  sql: string;
  values: readonly unknown[];
}

/** The files of a tenant whose bytes have all arrived. */
@Injectable()
export class FileRepository extends Repository<StoredFile, Seen> {
  constructor(database: Database) {
    super(database, StoredFile, { noun: nouns.file, filters, narrowing: ['seen', 'is_upload'] });
  }

  /** Ids of uploads that are ready: as many as the quota of the tenant admits. */
  async readyIds(ctx: Context): Promise<string[]> {
    const rows = await ctx.db.read(`select r.id from core.files r where ${this.ready} order by r.id`, [ctx.tenant_id]);
    return rows.map(([id]) => id as string);
  }

  /** Those of some uploads that are ready now. */
  async readyAmong(ctx: Context, ids: readonly string[]): Promise<StoredFile[]> {
    const rows = await ctx.db.read(this.selectWhere(`${this.ready} and r.id = any($2) order by r.id`), [
      ctx.tenant_id,
      ids,
    ]);
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** Locks up to a hundred uploads that a condition is true of, in the order of their ids. @returns these ids */
  async lockSome(ctx: Context, { sql, values }: FileCondition): Promise<string[]> {
    const text = `select r.id from core.files r where ${this.mine} and ${UPLOADED} and ${sql}
      order by r.id limit ${PIECE} for no key update of r`;
    return (await ctx.db.lock(text, [ctx.tenant_id, ...values])).map(([id]) => id as string);
  }

  /** Uploads that a condition is true of, newest first. @param most of them, where told */
  async all(ctx: Context, { sql, values }: FileCondition, most?: number): Promise<StoredFile[]> {
    const limit = most === undefined ? '' : ` limit ${most}`;
    const text = this.selectWhere(`${this.mine} and ${UPLOADED} and ${sql} order by r.id desc${limit}`);
    const rows = await ctx.db.read(text, [ctx.tenant_id, ...values]);
    return rows.map((row) => this.hydrate(ctx, row));
  }

  private get ready(): string {
    return `${this.mine} and ${UPLOADED} and r.status = 'ready'`;
  }

  /** Files that have bytes, by their ids, some at a time. @param after the last of those before; '' for the first @param elsewhere those of other stores alone */
  async stored(ctx: Context, after: string, elsewhere?: FileStoreName): Promise<StoredFile[]> {
    const condition = `${this.mine} and r.status <> 'rejected' and ($2 = '' or r.id > $2::uuid) and ($3::text is null or r.store <> $3)
      order by r.id limit ${PIECE}`;
    const rows = await ctx.db.read(this.selectWhere(condition), [ctx.tenant_id, after, elsewhere ?? null]);
    return rows.map((row) => this.hydrate(ctx, row));
  }

  protected override get ever(): string {
    return `${super.ever} and r.stored_at is not null`;
  }
}

/** The files of a tenant whose bytes still arrive: no operation shows them. */
@Injectable()
export class ArrivingFileRepository extends Repository<StoredFile> {
  constructor(database: Database) {
    super(database, StoredFile, { noun: nouns.file });
  }

  /** Enqueues the INSERT. Nothing is on the audit trail: it is no file yet. */
  enqueueInsert(ctx: Context, file: StoredFile): void {
    file.giveId(ctx.now);
    file.created_at = file.updated_at = ctx.now;
    insertMany(ctx, this.table, [file]);
  }

  /** Whether one has become a file, deleted or not. */
  async isStored(ctx: Context, id: string): Promise<boolean> {
    const rows = await ctx.db.read(
      `select 1 from core.files r where r.tenant_id = $1 and r.id = $2 and r.stored_at is not null`,
      [ctx.tenant_id, id],
    );
    return rows.length > 0;
  }

  /**
   * Deletes one with its chunks in the database.
   * @returns the bytes that it counted for, and whether it counted; null where it is a file by now, or gone
   */
  async drop(ctx: Context, id: string): Promise<{ bytes: number; counts: boolean } | null> {
    const [row] = await ctx.db.write(
      `delete from core.files r where ${this.mine} and r.id = $2 returning r.counted_bytes, r.purpose <> 'export'`,
      [ctx.tenant_id, id],
    );
    return row ? { bytes: row[0] as number, counts: row[1] as boolean } : null;
  }

  protected override get ever(): string {
    return `${super.ever} and r.stored_at is null`;
  }
}
