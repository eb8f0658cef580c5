import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Bytes of the length, type and checksum of a chunk. */
const AROUND = 12;
const LONGEST_SIDE = 2 ** 31 - 1;
/** The bits that a sample may have, by colour type (PNG, 11.2.1). */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const PALETTE = 3;

/** The chunks that decoding, colours and aspect ratio need. */
const shown: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs'.split(' '),
);
/** A chunk that a decoder must know begins with a capital. */
const isCritical = (type: string): boolean => /^[A-Z]/.test(type);

export const isPng = (file: Buffer): boolean => file.subarray(0, SIGNATURE.length).equals(SIGNATURE);

interface Chunk {
  type: string;
  data: Buffer;
  whole: Buffer;
}

/** The chunk that begins at an offset; null where it is cut, or its checksum differs. */
function chunkAt(file: Buffer, at: number): Chunk | null {
  if (at + AROUND > file.length) return null;
  const length = file.readUInt32BE(at);
  const end = at + AROUND + length;
  if (end > file.length) return null;
  const summed = file.subarray(at + 4, end - 4);
  const type = summed.toString('latin1', 0, 4);
  if (!/^[A-Za-z]{4}$/.test(type) || crc32(summed) !== file.readUInt32BE(end - 4)) return null;
  return { type, data: summed.subarray(4), whole: file.subarray(at, end) };
}

function isHeader({ type, data }: Chunk): boolean {
  if (type !== 'IHDR' || data.length !== 13) return false;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, colours = 0, compression, filter, interlace = 2] = data.subarray(8);
  const isSized = width > 0 && height > 0 && width <= LONGEST_SIDE && height <= LONGEST_SIDE;
  return isSized && !!depths[colours]?.includes(depth) && compression === 0 && filter === 0 && interlace <= 1;
}

/**
 * Removes metadata: texts, times, Exif, chunks of programs, further frames, and bytes behind the end are left out. The data of the
 * decoder are copied byte by byte.
 * @returns null for a file that is no complete PNG
 */
export function pngWithoutMetadata(file: Buffer): Buffer | null {
  const header = chunkAt(file, SIGNATURE.length);
  if (!header || !isHeader(header)) return null;
  const kept = [SIGNATURE, header.whole];
  const seen = new Set<string>();
  for (let at = SIGNATURE.length + header.whole.length; ;) {
    const chunk = chunkAt(file, at);
    if (!chunk || chunk.type === 'IHDR') return null;
    if (shown.has(chunk.type)) kept.push(chunk.whole);
    else if (isCritical(chunk.type)) return null;
    seen.add(chunk.type);
    if (chunk.type === 'IEND') break;
    at += chunk.whole.length;
  }
  const isColoured = header.data[9] !== PALETTE || seen.has('PLTE');
  return seen.has('IDAT') && isColoured ? Buffer.concat(kept) : null;
}

/** Of a complete PNG. */
export const pngSize = (file: Buffer): { width: number; height: number } => ({
  width: file.readUInt32BE(SIGNATURE.length + 8),
  height: file.readUInt32BE(SIGNATURE.length + 12),
});
