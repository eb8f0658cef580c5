import { pipeline } from 'node:stream/promises';
import { readRecipient } from '../database/embedded/backup-keys.js';
import { sealing } from '../database/embedded/sealed-stream.js';
import type { Command } from './command.js';

/** Encrypts standard input to standard output, for dumps that other programs make. */
export const run: Command = async ({ args: [name = '', to = ''] }) => {
  const turning = sealing(readRecipient(to), name);
  const through = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of source) yield turning.update(part);
    yield turning.end();
  };
  await pipeline(process.stdin, through, process.stdout, { end: false });
  return 0;
};
