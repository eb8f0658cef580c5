import { readSheet } from 'read-excel-file/universal';
import { serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import type { Cell } from '../columns/cell.js';
import { MOST_COLUMNS } from './sheet.js';
import { MOST_UNPACKED, Refused, unpacked, type Refusal } from './unpacked.js';

/** What the thread is given. */
export interface XlsxTask {
  content: Uint8Array;
}

/** Rows as `node:v8` serialises them, some at a time; at the end nothing, or why there are none. */
export type XlsxAnswer =
  { rows: Uint8Array } | { end: true } | { refused: Refusal | 'unreadable' | 'too_many_columns' };

/** Rows of one message. */
const ROWS_AT_ONCE = 500;

const answer = (given: XlsxAnswer): void => parentPort?.postMessage(given);

async function read({ content }: XlsxTask): Promise<void> {
  const whole = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const rows = (await readSheet(await unpacked(whole), { trim: false })) as unknown as Cell[][];
  let bytes = 0;
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    if (some.some((row) => row.length > MOST_COLUMNS && row.slice(MOST_COLUMNS).some((cell) => cell !== null)))
      return answer({ refused: 'too_many_columns' });
    const packed = serialize(some);
    bytes += packed.length;
    // A text that many cells share is written for each of them.
    if (bytes > MOST_UNPACKED) return answer({ refused: 'too_large' });
    answer({ rows: packed });
  }
  answer({ end: true });
}

read(workerData as XlsxTask).catch((error: unknown) => {
  answer({ refused: error instanceof Refused ? error.why : 'unreadable' });
});
