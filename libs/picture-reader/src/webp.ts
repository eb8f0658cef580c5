/** Bytes of the name and length of a chunk. */
const CHUNK_HEADER = 8;
const RIFF_HEADER = 12;
const [VP8X_BYTES, FRAME_HEADER] = [10, 16];
/** Bits of VP8X: what follows is there (RFC 9649, 2.7). */
const [XMP, EXIF] = [0x04, 0x08];

/** The chunks that decoding, colours and animation need, in a file and in a frame of an animation. */
const shown: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);
const shownInFrame: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH']);
const bitstreams: ReadonlySet<string> = new Set(['VP8 ', 'VP8L']);

export const isWebp = (file: Buffer): boolean =>
  file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';

interface Chunk {
  name: string;
  data: Buffer;
}

/** The chunks of a list; null where one is cut. */
function chunksOf(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  for (let at = 0; at < bytes.length;) {
    if (at + CHUNK_HEADER > bytes.length) return null;
    const length = bytes.readUInt32LE(at + 4);
    const end = at + CHUNK_HEADER + length;
    if (end > bytes.length) return null;
    chunks.push({ name: bytes.toString('latin1', at, at + 4), data: bytes.subarray(at + CHUNK_HEADER, end) });
    // An odd number of bytes is filled up with one more.
    at = end + (length % 2);
  }
  return chunks;
}

function written({ name, data }: Chunk): Buffer {
  const header = Buffer.alloc(CHUNK_HEADER);
  header.write(name, 'latin1');
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
}

/** A chunk without what is no picture; null where it is not whole. */
function cleaned({ name, data }: Chunk): Chunk | null {
  if (name === 'VP8X') {
    if (data.length < VP8X_BYTES) return null;
    const kept = Buffer.from(data.subarray(0, VP8X_BYTES));
    kept[0] = (kept[0] as number) & ~(XMP | EXIF);
    return { name, data: kept };
  }
  if (name !== 'ANMF') return { name, data };
  const frame = data.length < FRAME_HEADER ? null : chunksOf(data.subarray(FRAME_HEADER));
  if (!frame?.some((chunk) => bitstreams.has(chunk.name))) return null;
  const parts = frame.filter((chunk) => shownInFrame.has(chunk.name)).map(written);
  return { name, data: Buffer.concat([data.subarray(0, FRAME_HEADER), ...parts]) };
}

/**
 * Removes metadata: Exif, XMP, unknown chunks, and bytes behind the end are left out. The data of the decoder are copied byte by byte.
 * @returns null for a file that is no complete WebP
 */
export function webpWithoutMetadata(file: Buffer): Buffer | null {
  if (file.length < RIFF_HEADER) return null;
  const end = CHUNK_HEADER + file.readUInt32LE(4);
  if (end > file.length || end < RIFF_HEADER) return null;
  const kept = chunksOf(file.subarray(RIFF_HEADER, end))
    ?.filter(({ name }) => shown.has(name))
    .map(cleaned);
  if (!kept?.some((chunk) => chunk !== null && (bitstreams.has(chunk.name) || chunk.name === 'ANMF'))) return null;
  if (kept.includes(null) || sizeIn(kept as Chunk[]) === null) return null;
  const body = Buffer.concat([Buffer.from('WEBP'), ...(kept as Chunk[]).map(written)]);
  return written({ name: 'RIFF', data: body });
}

interface Size {
  width: number;
  height: number;
}

/** A picture's size, of its first chunk: VP8X states that of the canvas. */
function sizeIn([first]: readonly Chunk[]): Size | null {
  if (!first) return null;
  const { name, data } = first;
  if (name === 'VP8X') return { width: 1 + data.readUIntLE(4, 3), height: 1 + data.readUIntLE(7, 3) };
  if (name === 'VP8L') {
    if (data.length < 5 || data[0] !== 0x2f) return null;
    const bits = data.readUInt32LE(1);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  // The start code of a key frame (RFC 6386, 9.1).
  if (name !== 'VP8 ' || data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return null;
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** Of a complete WebP. */
export function webpSize(file: Buffer): Size {
  const size = sizeIn(chunksOf(file.subarray(RIFF_HEADER)) ?? []);
  if (!size) throw new Error('A WebP states no size');
  return size;
}
