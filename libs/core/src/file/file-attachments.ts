import { Injectable } from '@nestjs/common';
import { includesRole, invalid, isUuid, type Context, type Message } from '@usaha/shared';
import { messages } from './file.messages.js';
import { isPictureType } from './file-purposes.js';
import type { StoredFile } from './file.entity.js';
import { FileRepository } from './file.repository.js';

/** A record that files belong to. */
export interface FileRecord {
  /** The path of its collection below /api/v1/ with dots: `retail.products`. */
  resource: string;
  record_id: string;
}

/** Ids of files in a field of a record's body. */
export interface NamedFiles {
  /** The field; errors name it with the index, as in `picture_ids.0`. */
  field: string;
  ids: readonly string[];
  /** Why the field refuses a file; null: it takes it. */
  refusal?: (file: StoredFile) => Message | null;
}

/** A text in a body that may be the id of a file. */
export interface CitedFile {
  /** The field, as errors name it: `attachments.0`. */
  field: string;
  id: string;
}

/** Why a file cannot be shown as a picture; null where it can. */
export const pictureRefusal = (file: StoredFile): Message | null =>
  isPictureType(file.media_type) && file.status === 'ready' ? null : messages.pictureNeeded();

/** The same where pictures of the web alone are not taken: JPEG and PNG. */
export const photographRefusal = (file: StoredFile): Message | null =>
  file.media_type !== 'image/webp' && pictureRefusal(file) === null ? null : messages.photographNeeded();

/** Attaches files to records, within the write that names them. */
@Injectable()
export class FileAttachments {
  constructor(private readonly files: FileRepository) {}

  /**
   * Locks the files that a field names, in the order of their ids, and attaches those without a record to this one.
   * @returns the files in the order of the field
   * @throws invalid naming the field of an unknown file, of one that belongs to another record, that another user uploaded, or that
   * `refusal` refuses
   */
  async attach(ctx: Context, record: FileRecord, { field, ids, refusal }: NamedFiles): Promise<StoredFile[]> {
    if (ids.length === 0) return [];
    const found = await this.files.lockAllReferenced(ctx, ids);
    return ids.map((id, n) => {
      const name = `${field}.${n}`;
      const file = found(name, id);
      if (file.resource === null && !(file.counts && isSeenUnattached(ctx, file))) this.files.refuseUnknown(name);
      if (file.resource !== null && !belongsTo(file, record)) throw invalid(name, messages.ofAnotherRecord());
      const wrong = refusal?.(file);
      if (wrong) throw invalid(name, wrong);
      return this.attachOne(ctx, file, record);
    });
  }

  /**
   * The same where a field takes any text: a text that is no id of a file stays a text. Costs nothing where none looks like an id.
   * @param isOfPerson whether a file of another record is of the same person
   * @throws invalid naming the field of a file of another person, and of one that another user uploaded and no record has
   */
  async attachCited(
    ctx: Context,
    record: FileRecord,
    cited: readonly CitedFile[],
    isOfPerson: (file: FileRecord) => Promise<boolean>,
  ): Promise<void> {
    const named = new Map<string, string>();
    for (const { field, id } of cited) if (isUuid(id)) named.set(id.toLowerCase(), field);
    if (named.size === 0) return;
    for (const file of await this.files.lockAll(ctx, [...named.keys()])) {
      const field = named.get(file.id) as string;
      const { resource, record_id } = file;
      if (resource === null || record_id === null) {
        if (!isSeenUnattached(ctx, file)) this.files.refuseUnknown(field);
        this.attachOne(ctx, file, record);
      } else if (!belongsTo(file, record) && !(await isOfPerson({ resource, record_id })))
        throw invalid(field, messages.ofAnotherPerson());
    }
  }

  /** Gives the files of a record to another one of the collection: both are one from now on. */
  async move(ctx: Context, resource: string, from_id: string, into_id: string): Promise<void> {
    await ctx.db.change(
      `update core.files r set record_id = $4, updated_at = $5, version = version + 1
        where r.tenant_id = $1 and r.resource = $2 and r.record_id = $3`,
      [ctx.tenant_id, resource, from_id, into_id, ctx.now],
    );
  }

  /** Attaches a locked file; one of this record stays as it is. */
  attachOne(ctx: Context, file: StoredFile, record: FileRecord): StoredFile {
    file.attachTo(record);
    return this.files.save(ctx, file, 'attach');
  }
}

export const belongsTo = (file: StoredFile, { resource, record_id }: FileRecord): boolean =>
  file.resource === resource && file.record_id === record_id.toLowerCase();

/**
 * Whether the actor sees a file without a record: uploader, administrators and the service itself. Archives have all data of the
 * tenant: only sessions of administrators see one, and only until its end.
 */
export function isSeenUnattached({ actor, now }: Context, file: StoredFile): boolean {
  const seesAll = actor === null || includesRole(actor.role, 'admin');
  if (!file.counts) return seesAll && actor?.kind !== 'api_key' && !file.isOver(now);
  return seesAll || file.uploaded_by === actor.user_id;
}
