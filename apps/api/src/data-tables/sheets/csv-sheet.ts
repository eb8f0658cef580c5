import { CsvError, parse } from 'csv-parse';
import { Readable, pipeline } from 'node:stream';
import { messages } from './messages.js';
import { SheetError, type SheetRow } from './sheet.js';

const DELIMITERS = [',', ';', '\t'] as const;
/** A header is found within as many characters. */
const HEADER = 65_536;
/** Characters of a row: as many columns as a file may have, each as long as a cell may be, and their quotes. */
const MOST_OF_ROW = 4_000_000;
/** The first line by which Excel tells its delimiter. */
const STATED = /^\uFEFF?sep=(.)\r?\n/;

/** Texts of bytes in UTF-8. @throws SheetError */
async function* decoded(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of content) {
      const text = decoder.decode(bytes, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
      ? new SheetError(messages.notText())
      : error;
  }
}

/** The delimiter that stands most often in the first line, outside of quotes; a comma where none does. */
export function delimiterOf(beginning: string): string {
  const stated = STATED.exec(beginning)?.[1];
  if (stated !== undefined) return stated;
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of beginning) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n' || character === '\r') break;
    else if (counts.has(character)) counts.set(character, (counts.get(character) as number) + 1);
  }
  return DELIMITERS.reduce((most, one) => ((counts.get(one) as number) > (counts.get(most) as number) ? one : most));
}

/** The rows of a CSV file as it is read: memory does not grow with it. @throws SheetError */
export async function* csvRows(content: AsyncIterable<Uint8Array>): AsyncGenerator<SheetRow> {
  const texts = decoded(content);
  let beginning = '';
  while (beginning.length < HEADER && !/[\r\n]/.test(beginning.replace(STATED, ''))) {
    const next = await texts.next();
    if (next.done) break;
    beginning += next.value;
  }
  const delimiter = delimiterOf(beginning);
  async function* whole(): AsyncGenerator<string> {
    yield beginning.replace(STATED, '');
    yield* texts;
  }
  const parser = parse({
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: MOST_OF_ROW,
  });
  // An error of the source ends the parser, which throws it.
  pipeline(Readable.from(whole()), parser, () => undefined);
  try {
    for await (const row of parser) yield row as string[];
  } catch (error) {
    throw error instanceof CsvError ? new SheetError(reasonOf(error)) : error;
  }
}

function reasonOf(error: CsvError) {
  const line = Number((error as { lines?: unknown }).lines ?? 1);
  return error.code === 'CSV_MAX_RECORD_SIZE' ? messages.rowTooLong({ line }) : messages.notCsv({ line });
}
