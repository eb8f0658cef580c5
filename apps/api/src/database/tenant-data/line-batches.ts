import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Lines that are held at once, and how many characters they may have together. */
const MOST_LINES = 500;
const MOST_CHARACTERS = 2_000_000;

/** The lines of a file, some at a time: memory does not grow with the file. */
export async function* lineBatches(path: string): AsyncGenerator<string[]> {
  let lines: string[] = [];
  let characters = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line === '') continue;
    lines.push(line);
    characters += line.length;
    if (lines.length < MOST_LINES && characters < MOST_CHARACTERS) continue;
    yield lines;
    [lines, characters] = [[], 0];
  }
  if (lines.length > 0) yield lines;
}
