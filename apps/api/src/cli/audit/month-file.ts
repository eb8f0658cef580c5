import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { AuditEntry } from '@usaha/shared';
import { reasonOf, StartError } from '@usaha/embedded-postgres/start-error';
import { Tally, type MonthFile } from './tally.js';

/** An entry as a file has it. */
export interface Line {
  id: string;
  text: string;
}

const BATCH = 1_000;
/** Characters of lines beyond which a batch ends: a single entry may be long. */
const BATCH_CHARACTERS = 4_000_000;

/** The text of an entry in a file: one line of JSON. */
export const textOf = ({
  tenant_id,
  id,
  at,
  actor_id,
  actor_kind,
  action,
  record_type,
  record_id,
  changes,
}: AuditEntry): string => {
  // Of others `actor_id` tells: their lines are those of files that earlier releases wrote.
  const kind = actor_kind === 'api_key' ? { actor_kind } : {};
  return JSON.stringify({ tenant_id, id, at, actor_id, ...kind, action, record_type, record_id, changes });
};

/**
 * Writes entries as gzip'd JSON Lines, for the account that runs this alone: whole and on the disk, or not at all.
 * @param path in a folder to which no other process writes @param pages at least one entry, the oldest first
 * @throws StartError where a page cannot be read or the disk takes no more
 */
export async function writeMonthFile(
  path: string,
  month: string,
  pages: AsyncIterable<AuditEntry[]>,
): Promise<MonthFile> {
  const temporary = `${path}.tmp`;
  const tally = new Tally();
  const texts = async function* (): AsyncGenerator<string> {
    for await (const page of pages) {
      tally.add(page);
      yield page.map((entry) => `${textOf(entry)}\n`).join('');
    }
  };
  const file = { flags: 'wx', mode: 0o600, flush: true };
  try {
    // One that a run has left which was broken off.
    await rm(temporary, { force: true });
    await pipeline(texts, createGzip(), (chunks) => tally.through(chunks), createWriteStream(temporary, file));
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new StartError(`${path} was not written (${reasonOf(error)}), and none of its entries was deleted`, {
      cause: error,
    });
  }
  return tally.of(path, month);
}

/** Reads a file whole. @throws StartError where it is damaged */
export async function readMonthFile(path: string, month: string): Promise<MonthFile> {
  const tally = new Tally();
  const add = (lines: Line[]): Promise<void> => Promise.resolve(tally.add(lines));
  await eachBatch(path, add, tally);
  return tally.of(path, month);
}

/**
 * Does something with the lines of a file, in batches, so that memory does not grow with the file.
 * @param tally of the file's bytes @throws StartError where it is damaged; what `work` throws
 */
export async function eachBatch(
  path: string,
  work: (lines: Line[]) => Promise<void>,
  tally = new Tally(),
): Promise<void> {
  let failure: unknown;
  const consume = async (texts: AsyncIterable<string>): Promise<void> => {
    for await (const lines of batched(texts))
      await work(lines).catch((error: unknown) => {
        failure = error;
        throw error;
      });
  };
  const gunzip = createGunzip().setEncoding('utf8');
  try {
    await pipeline(createReadStream(path), (chunks) => tally.through(chunks), gunzip, consume);
  } catch (error) {
    if (error === failure) throw error;
    throw new StartError(`${path} is damaged (${reasonOf(error)}): move it away, and run this again`, { cause: error });
  }
}

async function* batched(texts: AsyncIterable<string>): AsyncGenerator<Line[]> {
  let [lines, characters, rest]: [Line[], number, string] = [[], 0, ''];
  for await (const some of texts) {
    const parts = `${rest}${some}`.split('\n');
    rest = parts.pop() ?? '';
    for (const text of parts) {
      lines.push({ id: (JSON.parse(text) as AuditEntry).id, text });
      characters += text.length;
      if (lines.length < BATCH && characters < BATCH_CHARACTERS) continue;
      yield lines;
      [lines, characters] = [[], 0];
    }
  }
  if (rest !== '') throw new Error('its last line has no end');
  if (lines.length > 0) yield lines;
}
