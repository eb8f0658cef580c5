import { Injectable } from '@nestjs/common';
import { invalid, type Context } from '@usaha/shared';
import { FileAttachments, pictureRefusal, type FileRecord } from './file-attachments.js';
import { messages } from './file.messages.js';

/** The most pictures that a record shows. */
export const MOST_PICTURES = 8;

/** Pictures that a record shows, in their order. */
@Injectable()
export class RecordPictures {
  constructor(private readonly attachments: FileAttachments) {}

  /**
   * Takes the pictures that a write names, within it: those without a record become the record's. Where they are those that it has,
   * nothing is read.
   * @param present ids of those that it has @param told ids of ready pictures, each once @param refusal why the record refuses a file
   * @throws invalid naming `picture_ids.n` for a file that is unknown, no ready picture, of another record, or named twice
   */
  async take(
    ctx: Context,
    record: FileRecord,
    present: readonly string[],
    told: readonly string[],
    refusal = pictureRefusal,
  ): Promise<string[]> {
    const ids = told.map((id) => id.toLowerCase());
    if (ids.length === present.length && ids.every((id, n) => id === present[n])) return ids;
    const twice = ids.findIndex((id, n) => ids.indexOf(id) < n);
    if (twice >= 0) throw invalid(`picture_ids.${twice}`, messages.picturedTwice());
    await this.attachments.attach(ctx, record, { field: 'picture_ids', ids, refusal });
    return ids;
  }
}
