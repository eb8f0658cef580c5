import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Length, type and checksum of a chunk. */
const AROUND = 12;
const LONGEST_SIDE = 2 ** 31 - 1;
/** Which bits a sample may have, by what the colours of the picture are (PNG, 11.2.1). */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const PALETTE = 3;

/** What a picture is decoded by, and what its colours and its shape on the screen follow from. */
const shown: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP bKGD pHYs'.split(' '),
);
/** A chunk without which a picture is not what it should be has a capital first. */
const isCritical = (type: string): boolean => /^[A-Z]/.test(type);

export const isPng = (file: Buffer): boolean => file.subarray(0, SIGNATURE.length).equals(SIGNATURE);

interface Chunk {
  type: string;
  data: Buffer;
  whole: Buffer;
}

/** The chunk that begins there; null where it is cut, or is not what its checksum says. */
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
 * A PNG without what is no picture: texts, times, Exif, what programs note in it, further frames, and what follows its end are
 * left out. What is decoded is copied byte by byte.
 * @returns null for what is no whole PNG
 */
export function barePng(file: Buffer): Buffer | null {
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
