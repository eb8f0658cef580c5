import { CsvError, parse, type Parser } from 'csv-parse';
import { messages } from './messages.js';
import { SheetError, type SheetRow } from './sheet.js';

const DELIMITERS = [',', ';', '\t'] as const;
/** A header is found within as many characters. */
const HEADER = 65_536;
/** Bytes that the parser gets at once. It keeps all rows of them: of more, most would become old before they are garbage. */
const PIECE = 8_192;
/** Characters of a row: as many columns as a file may have, each as long as a cell may be, and their quotes. */
const MOST_OF_ROW = 4_000_000;
/** The first line by which Excel tells its delimiter. */
const STATED = /^\uFEFF?sep=(.)\r?\n/;

/** Texts of bytes in UTF-8. @throws SheetError */
async function* decoded(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of content)
      for (let at = 0; at < bytes.length; at += PIECE) {
        const text = decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
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
  const parser = new RowParser(delimiter);
  yield* await parser.rowsOf(beginning.replace(STATED, ''));
  for await (const text of texts) yield* await parser.rowsOf(text);
  yield* await parser.lastRows();
}

/**
 * A parser that is asked for the rows of each text. Read as a stream, its rows would stand in a linked list (Node 20), where each keeps
 * all later ones from being collected with young garbage.
 */
class RowParser {
  private rows: string[][] = [];
  private readonly parser: Parser;

  constructor(delimiter: string) {
    this.parser = parse({
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: MOST_OF_ROW,
      // null: no row is passed on.
      on_record: (row: string[]) => {
        this.rows.push(row);
        return null;
      },
    });
    // Each write tells its error.
    this.parser.on('error', () => undefined).resume();
  }

  /** The rows that end within a text. @throws SheetError */
  async rowsOf(text: string): Promise<string[][]> {
    await this.done((end) => this.parser.write(text, end));
    return this.taken();
  }

  /** The rows that end with the file. @throws SheetError */
  async lastRows(): Promise<string[][]> {
    await this.done((end) => this.parser.end(end));
    return this.taken();
  }

  private taken(): string[][] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  private async done(begin: (end: (error?: Error | null) => void) => void): Promise<void> {
    try {
      await new Promise<void>((done, fail) => begin((error) => (error ? fail(error) : done())));
    } catch (error) {
      throw error instanceof CsvError ? new SheetError(reasonOf(error)) : error;
    }
  }
}

function reasonOf(error: CsvError) {
  const line = Number((error as { lines?: unknown }).lines ?? 1);
  return error.code === 'CSV_MAX_RECORD_SIZE' ? messages.rowTooLong({ line }) : messages.notCsv({ line });
}
