import { createHash } from 'node:crypto';
import { Readable, pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** Takes bytes of an archive in their order; resolves when more may come. */
export type TakeBytes = (bytes: Uint8Array) => Promise<void>;

/** An entry that was written. */
export interface WrittenEntry {
  name: string;
  /** Before packing. */
  bytes: number;
  /** Of the unpacked bytes, in hexadecimal digits. */
  sha256: string;
}

interface Place extends WrittenEntry {
  method: number;
  crc: number;
  packed_bytes: number;
  offset: number;
}

const STORED = 0;
const DEFLATED = 8;
/** Sizes follow the bytes; names are UTF-8. */
const FLAGS = 0x0008 | 0x0800;
/** The version of the format that knows sizes of 64 bits. */
const VERSION = 45;
const MADE_BY_UNIX = (3 << 8) | VERSION;
/** A file of its owner, without rights to run. */
const UNIX_MODE = 0o100600;
const ZIP64 = 0x0001;
const IN_ZIP64 = 0xffffffff;
const MOST_ENTRIES = 0xffff;

/** MS-DOS date and time: two seconds are the finest, 1980 the first year. */
function dosTime(at: Date): { time: number; date: number } {
  const [hours, minutes, seconds] = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
  const time = (hours << 11) | (minutes << 5) | (seconds >> 1);
  const date = (Math.max(0, at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return { time, date };
}

/** Little-endian fields: `[bytes, value]` each. */
function record(...fields: readonly (readonly [2 | 4 | 8, number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
}

/** An error of the contents ends the stream that is read here: the callback has nothing to add. */
const deflated = (contents: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> =>
  pipeline(Readable.from(contents, { objectMode: false }), createDeflateRaw(), () => undefined);

/**
 * Writes a zip archive as a stream, entry by entry, without holding one: sizes stand after the bytes of an entry and in the
 * directory at the end, with 64 bits where they need them (PKWARE APPNOTE 6.3.10, 4.3 and 4.5.3).
 */
export class ZipWriter {
  private readonly places: Place[] = [];
  private written = 0;

  /** @param modified the instant that every entry shows, in UTC */
  constructor(
    private readonly take: TakeBytes,
    private readonly modified: Date,
  ) {}

  /**
   * Writes an entry.
   * @param name a relative path with `/`, unique in the archive
   * @param isPacked false for contents that are compressed already: pictures, PDF
   */
  async add(
    name: string,
    contents: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    isPacked = true,
  ): Promise<WrittenEntry> {
    const offset = this.written;
    const method = isPacked ? DEFLATED : STORED;
    const encoded = Buffer.from(name);
    const zip64 = record([2, ZIP64], [2, 16], [8, 0], [8, 0]);
    const header = record([4, 0x04034b50], ...this.common(method), [4, 0], [4, IN_ZIP64], [4, IN_ZIP64]);
    const lengths = record([2, encoded.length], [2, zip64.length]);
    await this.send(Buffer.concat([header, lengths, encoded, zip64]));
    const start = this.written;
    const { crc, bytes, sha256 } = await this.sendContents(contents, isPacked);
    const packed_bytes = this.written - start;
    await this.send(record([4, 0x08074b50], [4, crc], [8, packed_bytes], [8, bytes]));
    this.places.push({ name, bytes, sha256, method, crc, packed_bytes, offset });
    return { name, bytes, sha256 };
  }

  /** Writes the directory: the archive is whole. */
  async end(): Promise<void> {
    const start = this.written;
    for (const place of this.places) await this.send(this.central(place));
    const bytes = this.written - start;
    const entries = this.places.length;
    if (start + bytes >= IN_ZIP64 || entries >= MOST_ENTRIES) await this.endZip64(start, bytes);
    const shown = Math.min(entries, MOST_ENTRIES);
    await this.send(
      record(
        ...([
          [4, 0x06054b50],
          [2, 0],
          [2, 0],
          [2, shown],
          [2, shown],
        ] as const),
        ...([
          [4, Math.min(bytes, IN_ZIP64)],
          [4, Math.min(start, IN_ZIP64)],
          [2, 0],
        ] as const),
      ),
    );
  }

  private async endZip64(start: number, bytes: number): Promise<void> {
    const at = this.written;
    const entries = this.places.length;
    await this.send(record([4, 0x06064b50], [8, 44], [2, MADE_BY_UNIX], [2, VERSION], [4, 0], [4, 0]));
    await this.send(record([8, entries], [8, entries], [8, bytes], [8, start]));
    await this.send(record([4, 0x07064b50], [4, 0], [8, at], [4, 1]));
  }

  private common(method: number): readonly (readonly [2, number])[] {
    const { time, date } = dosTime(this.modified);
    return [
      [2, VERSION],
      [2, FLAGS],
      [2, method],
      [2, time],
      [2, date],
    ];
  }

  private central({ name, bytes, method, crc, packed_bytes, offset }: Place): Buffer {
    const encoded = Buffer.from(name);
    const long = [bytes, packed_bytes, offset].filter((value) => value >= IN_ZIP64).map((value) => [8, value] as const);
    const extra = long.length > 0 ? record([2, ZIP64], [2, long.length * 8], ...long) : Buffer.alloc(0);
    const [shownPacked, shown, shownOffset] = [packed_bytes, bytes, offset].map((value) => Math.min(value, IN_ZIP64));
    return Buffer.concat([
      record([4, 0x02014b50], [2, MADE_BY_UNIX], ...this.common(method), [4, crc]),
      record([4, shownPacked as number], [4, shown as number], [2, encoded.length], [2, extra.length]),
      record([2, 0], [2, 0], [2, 0], [4, UNIX_MODE * 0x10000], [4, shownOffset as number]),
      encoded,
      extra,
    ]);
  }

  private async sendContents(
    contents: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    isPacked: boolean,
  ): Promise<{ crc: number; bytes: number; sha256: string }> {
    const hash = createHash('sha256');
    let [crc, bytes] = [0, 0];
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const part of contents) {
        hash.update(part);
        crc = crc32(part, crc);
        bytes += part.byteLength;
        yield part;
      }
    }
    for await (const part of isPacked ? deflated(counted()) : counted()) await this.send(part);
    return { crc, bytes, sha256: hash.digest('hex') };
  }

  private async send(bytes: Uint8Array): Promise<void> {
    this.written += bytes.byteLength;
    if (bytes.byteLength > 0) await this.take(bytes);
  }
}
