import { Injectable } from '@nestjs/common';
import { Database, Repository, equals, equalsId, insertMany, type Context, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
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

interface Seen extends FileQuery {
  /** Of files without a record only those of this user or API key. */
  seen_by?: string;
}

const filters: Filters<Seen> = {
  purpose: equals('purpose'),
  resource: equals('resource'),
  record_id: equalsId('record_id'),
  media_type: equals('media_type'),
  status: equals('status'),
  seen_by: (id, bind) => `(r.resource is not null or r.uploaded_by = ${bind(id)})`,
};

/** Files that are read at once for a command. */
const PIECE = 100;

/** The files of a tenant whose bytes have all arrived. */
@Injectable()
export class FileRepository extends Repository<StoredFile, Seen> {
  constructor(database: Database) {
    super(database, StoredFile, { noun: nouns.file, filters, narrowing: ['seen_by'] });
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

  /** Deletes one with its chunks in the database. @returns the bytes that it counted for; null where it is a file by now, or gone */
  async drop(ctx: Context, id: string): Promise<number | null> {
    const [row] = await ctx.db.write(
      `delete from core.files r where ${this.mine} and r.id = $2 returning r.counted_bytes`,
      [ctx.tenant_id, id],
    );
    return row ? (row[0] as number) : null;
  }

  protected override get ever(): string {
    return `${super.ever} and r.stored_at is null`;
  }
}
