import { createHash } from 'node:crypto';
import { basename } from 'node:path';

/** What the manifest says of a file of entries. */
export interface MonthFile {
  /** Its name in the folder of the tenant. */
  file: string;
  /** `2019-03`, as it is in Malaysia. */
  month: string;
  entries: number;
  /** The id of its oldest entry; empty where it has none. */
  first_id: string;
  /** The id of its newest entry. */
  last_id: string;
  /** Of the file as it is, compressed. */
  bytes: number;
  sha256: string;
}

/** Counts what goes into a file of entries, or comes out of one. */
export class Tally {
  private entries = 0;
  private first_id = '';
  private last_id = '';
  private bytes = 0;
  private readonly digest = createHash('sha256');

  add(entries: readonly { id: string }[]): void {
    this.entries += entries.length;
    this.first_id ||= entries[0]?.id ?? '';
    this.last_id = entries.at(-1)?.id ?? this.last_id;
  }

  /** The bytes of the file on their way. */
  async *through(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.digest.update(chunk);
      this.bytes += chunk.length;
      yield chunk;
    }
  }

  /** Once: when all has passed. */
  of(path: string, month: string): MonthFile {
    const { entries, first_id, last_id, bytes } = this;
    return { file: basename(path), month, entries, first_id, last_id, bytes, sha256: this.digest.digest('hex') };
  }
}
