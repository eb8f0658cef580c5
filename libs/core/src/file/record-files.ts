import { Injectable } from '@nestjs/common';
import { forgetAnswersNaming, type Context } from '@usaha/shared';
import type { StoredFile } from './file.entity.js';
import { FileRepository, PIECE, type FileCondition } from './file.repository.js';
import { FileService } from './file.service.js';

/** Files `r` of records. @param records queries of the resource and the id of records */
export const ofRecords = (records: readonly string[]): string =>
  `(r.resource, r.record_id) in (${records.join(' union all ')})`;

/**
 * Throws away the files of records whose data are erased, as a deletion does: the key goes with the transaction, and bytes
 * that a store still has are deleted by housekeeping, also after a crash.
 */
@Injectable()
export class RecordFiles {
  constructor(
    private readonly repository: FileRepository,
    private readonly files: FileService,
  ) {}

  /**
   * The caller has locked the records: files are locked after them. Answers to uploads that are kept for repeated requests go too,
   * since they tell the names of files.
   * @returns how many
   */
  async throwAway(ctx: Context, which: FileCondition): Promise<number> {
    const thrown = new Set<string>();
    for (let some: string[] | null = null; some === null || some.length === PIECE;) {
      some = await this.repository.lockSome(ctx, which);
      if (some.length > 0) await this.files.throwAwayAll(ctx, some);
      for (const id of some) thrown.add(id);
    }
    if (thrown.size > 0)
      await forgetAnswersNaming(
        ctx,
        (path) => /\/files(?:\/|$)/.test(path),
        (ids) => Promise.resolve(new Set(ids.filter((id) => thrown.has(id)))),
      );
    return thrown.size;
  }

  /** Newest first. @param most of them, where told */
  list(ctx: Context, which: FileCondition, most?: number): Promise<StoredFile[]> {
    return this.repository.all(ctx, which, most);
  }
}
