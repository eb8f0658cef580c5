import { crc32, inflateRawSync } from 'node:zlib';
import { ZipError, inMemory, readZipDirectory, type ZipEntry } from '../../zip/zip-directory.js';
import { ZipWriter } from '../../zip/zip-writer.js';

/** What a workbook may have. */
export const MOST_ENTRIES = 200;
export const MOST_UNPACKED = 50_000_000;
export const MOST_RATIO = 100;
/** Bytes of a directory of 200 entries, with names of a kilobyte each. */
const MOST_OF_DIRECTORY = 200_000;
/** Below this a workbook is small however well it is packed. */
const SMALL = 1_000_000;
const LOCAL_HEADER = 30;

export type Refusal = 'damaged' | 'too_many_parts' | 'too_large' | 'too_packed';

/** A workbook that is not unpacked. */
export class Refused extends Error {
  constructor(readonly why: Refusal) {
    super(why);
  }
}

/** The directory says how large each part is; a part that is larger, or is not what it says, is not unpacked further. */
function partOf(whole: Buffer, entry: ZipEntry): Buffer {
  const { offset, packed_bytes, bytes, method } = entry;
  const start = offset + LOCAL_HEADER + whole.readUInt16LE(offset + 26) + whole.readUInt16LE(offset + 28);
  const packed = whole.subarray(start, start + packed_bytes);
  const part = method === 'stored' ? packed : inflated(packed, bytes);
  if (part.length !== bytes || crc32(part) !== entry.crc32) throw new Refused('damaged');
  return part;
}

function inflated(packed: Buffer, bytes: number): Buffer {
  if (bytes === 0) return Buffer.alloc(0);
  try {
    return inflateRawSync(packed, { maxOutputLength: bytes });
  } catch {
    // Larger than it says, or no deflated bytes: both are wrong in the same way.
    throw new Refused('damaged');
  }
}

async function entriesOf(whole: Buffer): Promise<ZipEntry[]> {
  try {
    return await readZipDirectory(inMemory(whole), { entries: MOST_ENTRIES, directory_bytes: MOST_OF_DIRECTORY });
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw new Refused(error.message.startsWith('more than') ? 'too_many_parts' : 'damaged');
  }
}

/**
 * The same archive, with its parts as they are once unpacked: what reads it finds nothing else in it. Sizes are looked at before a
 * byte is unpacked, and counted again then.
 * @throws Refused
 */
export async function unpacked(whole: Buffer): Promise<ArrayBuffer> {
  const entries = await entriesOf(whole);
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > MOST_UNPACKED) throw new Refused('too_large');
  if (total > SMALL && total > MOST_RATIO * whole.length) throw new Refused('too_packed');
  const parts: Uint8Array[] = [];
  const writer = new ZipWriter(async (bytes) => void parts.push(bytes), new Date(0));
  for (const entry of entries) {
    if (!/\.(?:xml|rels)$/i.test(entry.name)) continue;
    await writer.add(entry.name, [partOf(whole, entry)], false);
  }
  await writer.end();
  const joined = Buffer.concat(parts);
  return joined.buffer.slice(joined.byteOffset, joined.byteOffset + joined.byteLength);
}
