/** Bytes that can be read at any place: a file in memory or in a store. */
export interface RandomAccess {
  /** The length of the whole. */
  readonly bytes: number;
  /** Bytes from start up to, not including, end; both lie within the whole. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** An entry as the central directory states it; what it states may be untrue until the entry was unpacked. */
export interface ZipEntry {
  name: string;
  method: 'stored' | 'deflated';
  /** Bytes in the archive. */
  packed_bytes: number;
  /** Bytes after unpacking, as stated. */
  bytes: number;
  crc32: number;
  /** The place of its local header. */
  offset: number;
}

/** The bytes are no archive that is read here. The message says why, for the log: texts for people are the caller's. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
}

const END = { signature: 0x06054b50, bytes: 22, longest_comment: 0xffff } as const;
const CENTRAL = { signature: 0x02014b50, bytes: 46 } as const;
const LOCAL = { signature: 0x04034b50, bytes: 30 } as const;
const ENCRYPTED = 0x0001;
const METHODS = new Map([
  [0, 'stored'],
  [8, 'deflated'],
] as const);
const BEYOND_32_BITS = 0xffffffff;

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The record at the end, whose comment reaches exactly to the last byte: nothing follows an archive. */
async function readEnd(source: RandomAccess): Promise<{ entries: number; start: number; bytes: number }> {
  const from = Math.max(0, source.bytes - END.bytes - END.longest_comment);
  const tail = bufferOf(await source.read(from, source.bytes));
  for (let at = tail.length - END.bytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END.signature || at + END.bytes + tail.readUInt16LE(at + 20) !== tail.length)
      continue;
    const [disk, firstDisk, here, entries] = [4, 6, 8, 10].map((place) => tail.readUInt16LE(at + place));
    if (disk !== 0 || firstDisk !== 0 || here !== entries) throw new ZipError('in several parts');
    const [bytes, start] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)] as const;
    if (start + bytes !== from + at) throw new ZipError('bytes between its directory and its end');
    return { entries: entries as number, start, bytes };
  }
  throw new ZipError('no end of a directory');
}

function entryAt(directory: Buffer, at: number): { entry: ZipEntry; next: number } {
  if (at + CENTRAL.bytes > directory.length || directory.readUInt32LE(at) !== CENTRAL.signature)
    throw new ZipError('a directory that is cut off');
  const [flags, method] = [directory.readUInt16LE(at + 8), METHODS.get(directory.readUInt16LE(at + 10) as 0 | 8)];
  const [crc32, packed_bytes, bytes] = [16, 20, 24].map((place) => directory.readUInt32LE(at + place)) as [
    number,
    number,
    number,
  ];
  const [ofName, ofExtra, ofComment] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place)) as [
    number,
    number,
    number,
  ];
  const offset = directory.readUInt32LE(at + 42);
  const next = at + CENTRAL.bytes + ofName + ofExtra + ofComment;
  if (next > directory.length) throw new ZipError('a directory that is cut off');
  if ((flags & ENCRYPTED) !== 0) throw new ZipError('an encrypted entry');
  if (!method) throw new ZipError('an entry of another method');
  if ([packed_bytes, bytes, offset].includes(BEYOND_32_BITS)) throw new ZipError('an entry of more than 4 GiB');
  const name = directory.toString('utf8', at + CENTRAL.bytes, at + CENTRAL.bytes + ofName);
  return { entry: { name, method, packed_bytes, bytes, crc32, offset }, next };
}

/** Entries that share bytes unpack to far more than the archive: each begins after the one before it has ended. */
function requireApart(entries: readonly ZipEntry[], end: number): void {
  const places = entries
    .map(({ offset, packed_bytes, name }) => ({
      offset,
      end: offset + LOCAL.bytes + Buffer.byteLength(name) + packed_bytes,
    }))
    .toSorted((one, other) => one.offset - other.offset);
  if (places.some((place, i) => place.end > (places[i + 1]?.offset ?? end))) throw new ZipError('entries that overlap');
  if ((places[0]?.offset ?? 0) !== 0) throw new ZipError('bytes before its first entry');
}

/**
 * Reads the central directory of an archive, and nothing of its contents. Archives of more than 4 GiB, in several parts, with
 * encrypted or overlapping entries, with bytes before the first entry or after the end, or with other methods than deflate are
 * refused (PKWARE APPNOTE 6.3.10).
 * @param most entries, and bytes of the directory, that are read at most
 * @throws ZipError
 */
export async function readZipDirectory(
  source: RandomAccess,
  most: { entries: number; directory_bytes: number },
): Promise<ZipEntry[]> {
  const { entries: count, start, bytes } = await readEnd(source);
  if (count > most.entries) throw new ZipError(`more than ${most.entries} entries`);
  if (bytes > most.directory_bytes) throw new ZipError('a directory that is too long');
  const directory = bufferOf(await source.read(start, start + bytes));
  const entries: ZipEntry[] = [];
  let at = 0;
  while (entries.length < count) {
    const { entry, next } = entryAt(directory, at);
    entries.push(entry);
    at = next;
  }
  if (at !== directory.length) throw new ZipError('a directory that is longer than its entries');
  requireApart(entries, start);
  const first = bufferOf(await source.read(0, Math.min(4, start)));
  if (first.length === 4 && first.readUInt32LE(0) !== LOCAL.signature)
    throw new ZipError('bytes before its first entry');
  return entries;
}

/** A file that is held in memory. */
export const inMemory = (whole: Uint8Array): RandomAccess => ({
  bytes: whole.byteLength,
  read: async (start, end) => whole.subarray(start, end),
});
