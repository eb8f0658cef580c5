import type { Message } from '@usaha/shared';
import type { Cell } from '../columns/cell.js';

/** A row of a file; a header is row 1. */
export type SheetRow = readonly Cell[];

/** Columns of a file. */
export const MOST_COLUMNS = 200;

/** A file that cannot be read, or is larger than files may be: `reason` says why, to its owner. */
export class SheetError extends Error {
  override readonly name = 'SheetError';

  constructor(readonly reason: Message) {
    super(reason.in('en'));
  }
}
