import { pipeline } from 'node:stream/promises';
import type { KeyObject } from 'node:crypto';
import { parseBackupKey, readBackupKey } from '../database/embedded/backup-keys.js';
import { opening, SealBroken } from '../database/embedded/sealed-stream.js';
import { StartError } from '@usaha/embedded-postgres/start-error';
import type { Command } from './command.js';

/** Where the key is the first line of standard input: for containers, which see no file of their host. */
const FIRST_LINE = '-';
const MOST_BYTES_OF_KEY = 1_024;
const LINE_FEED = 10;

/** Opens on standard output what `backup:encrypt` made of a file of this name. What came out counts only where the exit code is 0. */
export const run: Command = async ({ args: [name = '', file = ''] }) => {
  const key = file === FIRST_LINE ? null : await readBackupKey(file);
  try {
    await pipeline(process.stdin, (source: AsyncIterable<Buffer>) => opened(source, name, key), process.stdout, {
      end: false,
    });
  } catch (error) {
    if (error instanceof SealBroken) throw new StartError(`${name} cannot be opened: ${error.message}`);
    throw error;
  }
  return 0;
};

async function* opened(source: AsyncIterable<Buffer>, name: string, given: KeyObject | null): AsyncGenerator<Buffer> {
  let turning = given && opening(given, name);
  let head = Buffer.alloc(0);
  for await (const part of source) {
    if (turning) {
      yield turning.update(part);
      continue;
    }
    head = Buffer.concat([head, part]);
    const end = head.indexOf(LINE_FEED);
    if (end < 0 && head.length <= MOST_BYTES_OF_KEY) continue;
    turning = opening(parseBackupKey(head.subarray(0, Math.max(end, 0)).toString(), 'the first line'), name);
    yield turning.update(head.subarray(end + 1));
  }
  if (!turning) throw new StartError('The first line of standard input is no key of backups');
  yield turning.end();
}
